/** What the words are made of. */
interface Ending {
  /** '' when nobody brought a sheep home. */
  readonly winner: string
  /** Sheep of the winner; 0 when the winner has left. */
  readonly score: number
  readonly isOwn: boolean
  /** Sheep in the pens when the round ended, and sheep that wolves took. */
  readonly home: number
  readonly lost: number
}

/** A number of sheep in words. */
const sheepText = (count: number): string => (count === 1 ? 'one sheep' : `${count} sheep`)

/** The winner of a round, as a sentence without its full stop. */
export function winnerText({ winner, score, isOwn, home }: Ending): string {
  if (winner === '') return home > 0 ? 'The sheep went home by themselves' : 'No sheep came home'
  const who = isOwn ? 'You win' : `${winner} wins`
  return score === 0 ? who : `${who} with ${sheepText(score)}`
}

/** What became of the flock. */
export function flockText({ home, lost }: Pick<Ending, 'home' | 'lost'>): string {
  const safe = `${sheepText(home)} safe at home`
  return lost === 0 ? `${safe}, none lost` : `${safe}, ${lost} taken by wolves`
}

/** The text that is shown while the picture follows a shepherd, or nobody. */
export const watchingText = (name: string): string =>
  name === '' ? 'You are watching' : `You are watching ${name}`
