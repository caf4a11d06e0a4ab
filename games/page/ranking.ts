/** Who can be ranked. */
export interface Ranked {
  readonly id: number
  readonly mine: boolean
}

/**
 * Who has the most points, and nothing else: those with equally many stay in the order they had, so that whoever
 * got there first is above and nobody changes places without a reason.
 */
export class Ranking<P extends Ranked> {
  /** Most points first. */
  readonly order: readonly P[] = []
  readonly #order = this.order as P[]
  #seen: P[] = []
  #points: number[] = []
  readonly #pointsOf: (player: P) => number

  constructor(pointsOf: (player: P) => number) {
    this.#pointsOf = pointsOf
  }

  /** Whether anything has changed since the last call. Allocates nothing when nothing has. */
  update(players: readonly P[]): boolean {
    if (!this.#hasChanged(players)) return false
    this.#seen = [...players]
    this.#points = players.map(this.#pointsOf)
    const places = new Map(this.#order.map(({ id }, place) => [id, place]))
    const placeOf = (player: P): number => places.get(player.id) ?? places.size
    this.#order.splice(0, Infinity, ...players)
    this.#order.sort((a, b) => this.#pointsOf(b) - this.#pointsOf(a) || placeOf(a) - placeOf(b))
    return true
  }

  /** Compares objects, not numbers of players: after a reconnection the same player is another object. */
  #hasChanged(players: readonly P[]): boolean {
    if (players.length !== this.#seen.length) return true
    for (let i = 0; i < players.length; i++) {
      const player = players[i]
      if (!player || player !== this.#seen[i] || this.#pointsOf(player) !== this.#points[i])
        return true
    }
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
