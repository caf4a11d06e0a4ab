/** What a player has to do, in one line. */
export const GOAL = 'Drive the sheep into a pen before nightfall'
/** What the two buttons for fingers do. The line of keys says it of keys. */
export const BUTTONS = 'Tap bark to drive sheep on, and heel to call your dog'
/** What is said when the player's first sheep of the visit are home. */
export const WELL_DONE = 'Well done! Now fetch the next flock'
/** What is said when night falls, and when wolves howl. */
export const NIGHT_FALLS = 'Night falls: wolves are coming'
export const WOLVES_HERE = 'The wolves are here: stay close to the flock'

/** What is said some seconds before. */
export const nightSoonText = (seconds: number): string =>
  `Night falls in ${seconds} seconds: wolves will come`

/** How a round ended. */
interface Ending {
  /** '' when nobody brought a sheep home. */
  readonly winner: string
  /** Sheep of the winner; 0 when the winner has left. */
  readonly score: number
  readonly isOwn: boolean
}

/** What became of the flock. */
interface Fate {
  /** All sheep at the start, sheep in the pens at the end, and sheep that wolves took. */
  readonly flock: number
  readonly home: number
  readonly lost: number
  /** Sheep that the player of this page brought home; null for a spectator. */
  readonly own: number | null
}

const counted = (count: number): string => count.toLocaleString('en')

/** The winner of a round, as a sentence without its full stop. */
export function winnerText({ winner, score, isOwn }: Ending): string {
  if (winner === '') return 'Nobody brought a sheep home'
  const who = isOwn ? 'You win' : `${winner} wins`
  return score === 0 ? who : `${who} with ${score === 1 ? 'one sheep' : `${counted(score)} sheep`}`
}

/** What became of the flock, as sentences. */
export function flockText({ flock, home, lost, own }: Fate): string {
  const taken = lost === 0 ? '' : ` Wolves took ${counted(lost)}.`
  if (home === 0) return `None of the ${counted(flock)} sheep is in a pen.${taken}`
  const all = home === flock ? `All ${counted(flock)}` : `${counted(home)} of ${counted(flock)}`
  return `${all} sheep ${home === 1 ? 'is' : 'are'} in the pens${shareText(home, own)}.${taken}`
}

function shareText(home: number, own: number | null): string {
  if (own === null) return ''
  if (own === 0) return home === 1 ? ': it is not yours' : ': none of them are yours'
  if (own >= home) return home === 1 ? ': it is yours' : ': all of them are yours'
  return own === 1 ? ': one of them is yours' : `: ${counted(own)} of them are yours`
}

/** The text that is shown while the picture follows a shepherd, or nobody. */
export const watchingText = (name: string): string =>
  name === '' ? 'You are watching' : `You are watching ${name}`
