/**
 * Takes entries out by their weight, the heaviest first (binary heap, Williams 1964). Allocates nothing once it has grown.
 */
export class PriorityQueue {
  #entries = new Int32Array(64)
  #weights = new Float64Array(64)
  #count = 0

  /** Empties the queue. */
  clear(): void {
    this.#count = 0
  }

  /** Adds an entry. */
  push(entry: number, weight: number): void {
    let place = this.#count++
    if (place === this.#entries.length) this.#grow()
    while (place > 0) {
      const above = (place - 1) >> 1
      if (this.#weights[above]! >= weight) break
      this.#entries[place] = this.#entries[above]!
      this.#weights[place] = this.#weights[above]!
      place = above
    }
    this.#entries[place] = entry
    this.#weights[place] = weight
  }

  /** Takes out the heaviest entry; -1: there is none. */
  pop(): number {
    if (this.#count === 0) return -1
    const entries = this.#entries
    const weights = this.#weights
    const first = entries[0]!
    const last = --this.#count
    const entry = entries[last]!
    const weight = weights[last]!
    let place = 0
    for (let below = 1; below < last; below = 2 * place + 1) {
      if (below + 1 < last && weights[below + 1]! > weights[below]!) below++
      if (weights[below]! <= weight) break
      entries[place] = entries[below]!
      weights[place] = weights[below]!
      place = below
    }
    entries[place] = entry
    weights[place] = weight
    return first
  }

  #grow(): void {
    const entries = this.#entries
    const weights = this.#weights
    this.#entries = new Int32Array(entries.length * 2)
    this.#entries.set(entries)
    this.#weights = new Float64Array(weights.length * 2)
    this.#weights.set(weights)
  }
}
