/** A player who can be ranked. */
export interface Ranked {
  readonly id: number
  readonly mine: boolean
}

/**
 * Sorts by points and nothing else. Players with the same points keep their order, so the one who got there first is
 * above, and nobody changes places without a reason.
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

  /** Compares objects, not player numbers: after a reconnect, the same player is another object. */
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

/** The first `most` of an order. If the page's own player is not among them, it gets the last of these places. */
export function topOf<P extends Ranked>(order: readonly P[], most: number): readonly P[] {
  const top = order.slice(0, most)
  const own = order.find(({ mine }) => mine)
  if (own && !top.includes(own)) top[most - 1] = own
  return top
}
