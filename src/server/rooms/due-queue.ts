import type { Ms } from '../../base/units.ts'

/** A thing that is due at a moment. The queue sets both fields. */
export interface Due {
  dueMs: Ms
  /** Its place in the queue; -1: not in the queue. */
  place: number
}

/**
 * A queue of things by the moment at which they are due, the earliest first (binary heap, Williams 1964). Things that are
 * not due cost nothing. Allocates nothing once it has grown.
 */
export class DueQueue<T extends Due> {
  readonly #heap: T[] = []

  /** The first thing due; undefined: there is none. */
  get first(): T | undefined {
    return this.#heap[0]
  }

  /** Puts a thing in, or moves it, so that it is due at `dueMs`. */
  set(one: T, dueMs: Ms): void {
    one.dueMs = dueMs
    if (one.place < 0) {
      one.place = this.#heap.length
      this.#heap.push(one)
    }
    this.#sift(one)
  }

  /** Takes out a thing that is in the queue. */
  delete(one: T): void {
    const last = this.#heap.pop()
    if (last && last !== one) {
      last.place = one.place
      this.#heap[last.place] = last
      this.#sift(last)
    }
    one.place = -1
  }

  /** Moves a thing up or down to where it belongs. */
  #sift(one: T): void {
    const heap = this.#heap
    let { place } = one
    while (place > 0) {
      const above = heap[(place - 1) >> 1]!
      if (above.dueMs <= one.dueMs) break
      place = this.#swap(above, place)
    }
    for (let below = 2 * place + 1; below < heap.length; below = 2 * place + 1) {
      const right = heap[below + 1]
      const least = right && right.dueMs < heap[below]!.dueMs ? right : heap[below]!
      if (one.dueMs <= least.dueMs) break
      place = this.#swap(least, place)
    }
    heap[place] = one
    one.place = place
  }

  /** Puts `other` at `place`. Returns the place that it had. */
  #swap(other: T, place: number): number {
    const before = other.place
    this.#heap[place] = other
    other.place = place
    return before
  }
}
