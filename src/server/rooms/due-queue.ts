import type { Ms } from '../../base/units.ts'

/** Something that is due at a moment. The queue sets both. */
export interface Due {
  dueMs: Ms
  /** Its place in the queue; -1: it is not in it. */
  place: number
}

/**
 * A queue of things by the moment they are due, the earliest first (binary heap, Williams 1964). What is not due costs
 * nothing. Free of allocation once it has grown.
 */
export class DueQueue<T extends Due> {
  readonly #heap: T[] = []

  /** The first thing due; undefined: there is none. */
  get first(): T | undefined {
    return this.#heap[0]
  }

  /** Puts something in, or moves it, so that it is due at `dueMs`. */
  set(one: T, dueMs: Ms): void {
    one.dueMs = dueMs
    if (one.place < 0) {
      one.place = this.#heap.length
      this.#heap.push(one)
    }
    this.#sift(one)
  }

  /** Takes something out that is in it. */
  delete(one: T): void {
    const last = this.#heap.pop()
    if (last && last !== one) {
      last.place = one.place
      this.#heap[last.place] = last
      this.#sift(last)
    }
    one.place = -1
  }

  /** Moves something up or down to where it belongs. */
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

  /** Puts `other` at `place`; returns the place it had. */
  #swap(other: T, place: number): number {
    const before = other.place
    this.#heap[place] = other
    other.place = place
    return before
  }
}
