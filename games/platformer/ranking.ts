/** What a ranking goes by. */
export interface Ranked {
  readonly id: number
  readonly mine: boolean
  readonly coins: number
}

/**
 * Who has the most coins, and nothing else: those with equally many stay in the order they had, so that whoever
 * got there first is above and nobody changes places without a reason.
 */
export class Ranking<P extends Ranked> {
  /** Most coins first. */
  readonly order: readonly P[] = []
  readonly #order = this.order as P[]
  #seen: P[] = []
  #coins: number[] = []

  /** Whether anything has changed since the last call. Allocates nothing when nothing has. */
  update(players: readonly P[]): boolean {
    if (!this.#hasChanged(players)) return false
    this.#seen = [...players]
    this.#coins = players.map(({ coins }) => coins)
    const places = new Map(this.#order.map(({ id }, place) => [id, place]))
    const placeOf = (player: P): number => places.get(player.id) ?? places.size
    this.#order.splice(0, Infinity, ...players)
    this.#order.sort((a, b) => b.coins - a.coins || placeOf(a) - placeOf(b))
    return true
  }

  /** Compares objects, not numbers of players: after a reconnection the same player is another object. */
  #hasChanged(players: readonly P[]): boolean {
    if (players.length !== this.#seen.length) return true
    for (let i = 0; i < players.length; i++)
      if (players[i] !== this.#seen[i] || players[i]?.coins !== this.#coins[i]) return true
    return false
  }
}

/** The first `most` of an order; when the own player is not among them, it has the last of these places. */
export function topOf<P extends Ranked>(order: readonly P[], most: number): readonly P[] {
  const top = order.slice(0, most)
  const own = order.find(({ mine }) => mine)
  if (own && !top.includes(own)) top[most - 1] = own
  return top
}
