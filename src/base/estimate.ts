import { FIRST_ROWS } from './growing-ring.ts'
import type { Ms } from './units.ts'

/** Places of the least value found last, and of the newest time so far; */
const LEAST = 0
const NEWEST = 1
/** a ring of entries, older and smaller ones first: the least value of each, and when it was seen last. */
const ENTRIES = 2
/**
 * The smallest value of the last `windowMs`: the lower envelope of a delay, which is what a path costs when
 * nothing stands in the way. Samples of the same `windowMs / (capacity - 2)` share an entry, so that a value may count
 * that much longer than the window, and no rate of samples makes many entries. Only those are kept that may become the
 * smallest once older ones have left (a monotonic queue), which are few; room for them doubles and is never given back.
 * Free of allocation in steady state.
 */
export class SlidingMin {
  readonly #windowMs: Ms
  readonly #mostEntries: number
  /** In one array, because a server has many of these, and each number in a field of its own takes three times as much. */
  #is: number[] = [NaN, -Infinity].concat(FIRST_ROWS)
  #first = 0
  #count = 0

  /** `windowMs` > 0; `capacity`: entries that a window has at most, from 4 on. */
  constructor(windowMs: Ms, capacity = 64) {
    this.#windowMs = windowMs
    this.#mostEntries = capacity - 2
  }

  /** What the newest `insert` or `leastAt` found. */
  get least(): number {
    return this.#is[LEAST]!
  }

  /**
   * Adds `sample`, seen at `timeMs`, and sets `least` to the value at that time. A time before an earlier one counts as
   * that one. NaN is ignored.
   */
  insert(sample: number, timeMs: Ms): void {
    if (this.add(sample, timeMs)) this.leastAt(timeMs)
  }

  /** Adds `sample` as `insert` does, and leaves `least` as it is: `leastAt` finds it when it is wanted. False for NaN. */
  add(sample: number, timeMs: Ms): boolean {
    if (Number.isNaN(sample) || Number.isNaN(timeMs)) return false
    const nowMs = Math.max(timeMs, this.#is[NEWEST]!)
    this.#is[NEWEST] = nowMs
    this.#leaveOld(nowMs)
    if (this.#joinsNewest(sample, nowMs)) return true
    if (2 * this.#count === this.#is.length - ENTRIES) this.#grow()
    const at = this.#at(this.#count++)
    this.#is[at] = sample
    this.#is[at + 1] = nowMs
    return true
  }

  /**
   * The smallest value of the window that ends at `timeMs`; NaN when nothing is in it. Times do not go back: what one look
   * has passed over is not found by the next.
   */
  leastAt(timeMs: Ms): number {
    this.#leaveOld(Math.max(timeMs, this.#is[NEWEST]!))
    const least = this.#count > 0 ? this.#is[this.#at(0)]! : Number.NaN
    this.#is[LEAST] = least
    return least
  }

  /** Forgets everything; times may start anew. */
  clear(): void {
    this.#count = 0
    this.#is[NEWEST] = -Infinity
    this.#is[LEAST] = Number.NaN
  }

  /** Where the entry at `place` begins, the oldest being 0. */
  #at(place: number): number {
    return ENTRIES + ((this.#first + 2 * place) & (this.#is.length - ENTRIES - 1))
  }

  /** Drops entries that `sample` makes useless. True when it shares the entry before those. */
  #joinsNewest(sample: number, nowMs: Ms): boolean {
    const is = this.#is
    for (; this.#count > 0; this.#count--) {
      const at = this.#at(this.#count - 1)
      if (is[at]! >= sample) continue
      const spacingMs = this.#windowMs / this.#mostEntries
      if (Math.floor(is[at + 1]! / spacingMs) !== Math.floor(nowMs / spacingMs)) return false
      is[at + 1] = nowMs
      return true
    }
    return false
  }

  /** Drops entries that are out of the window that ends at `endMs`. */
  #leaveOld(endMs: Ms): void {
    const is = this.#is
    const oldestMs = endMs - this.#windowMs
    for (; this.#count > 0 && is[this.#at(0) + 1]! < oldestMs; this.#count--)
      this.#first = (this.#first + 2) & (is.length - ENTRIES - 1)
  }

  #grow(): void {
    const is = this.#is
    const first = this.#at(0)
    const entries = is.slice(first).concat(is.slice(ENTRIES, first))
    this.#is = is.slice(0, ENTRIES).concat(entries, entries)
    this.#first = 0
  }
}
