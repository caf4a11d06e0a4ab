/** What the words are made of. */
interface Winning {
  /** '' when nobody who is there had a coin. */
  readonly winner: string
  /** Coins of the winner; 0 when the winner has left. */
  readonly coins: number
  readonly isOwn: boolean
  /** Coins that all players together took in the round. */
  readonly taken: number
}

/** The winner of a round, as a sentence without its full stop. */
export function winnerText({ winner, coins, isOwn, taken }: Winning): string {
  if (winner === '')
    return taken > 0 ? 'The players who found coins have left' : 'Nobody found a coin'
  const who = isOwn ? 'You win' : `${winner} wins`
  if (coins === 0) return who
  return `${who} with ${coins} ${coins === 1 ? 'coin' : 'coins'}`
}
