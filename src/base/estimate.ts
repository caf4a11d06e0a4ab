import { FIRST_ROWS } from './growing-ring.ts'
import type { Ms } from './units.ts'

/** Indices of the least value found last and of the newest time so far. */
const LEAST = 0
const NEWEST = 1
/** Index at which a ring of entries begins: a least value and when it was last seen; older and smaller ones come first. */
const ENTRIES = 2
/**
 * The smallest value of the last `windowMs`: the lower envelope of a delay, which is what a path costs when nothing stands in
 * the way. Samples within the same `windowMs / (capacity - 2)` share an entry. So a value may count that much longer than the
 * window, and no sample rate makes many entries. Only values that may still become the smallest are kept (a monotonic queue),
 * which are few. Their room doubles as needed and is never given back. Free of allocation in steady state.
 */
export class SlidingMin {
  readonly #windowMs: Ms
  readonly #mostEntries: number
  /** One array, because a server has many of these objects, and a field per number takes three times the memory. */
  numbers: number[] = [NaN, -Infinity].concat(FIRST_ROWS)
  /** Where the oldest entry is, counted from `ENTRIES`, and how many entries there are. */
  first = 0
  count = 0

  /** `windowMs` is above 0. `capacity` is the most entries that a window has, 4 or more. */
  constructor(windowMs: Ms, capacity = 64) {
    this.#windowMs = windowMs
    this.#mostEntries = capacity - 2
  }

  /** The smallest value that the newest `insert` or `leastAt` found. */
  get least(): number {
    return this.numbers[LEAST]!
  }

  /** The time of the newest sample; -Infinity before the first. */
  get newestMs(): Ms {
    return this.numbers[NEWEST]!
  }

  /**
   * Adds `sample`, seen at `timeMs`, and sets `least` to the smallest value at that time. A time before the newest one so far
   * counts as the newest. NaN is ignored.
   */
  insert(sample: number, timeMs: Ms): void {
    if (this.add(sample, timeMs)) this.leastAt(timeMs)
  }

  /** Adds `sample` like `insert` but leaves `least` as it is; call `leastAt` when you want it. Returns false for NaN. */
  add(sample: number, timeMs: Ms): boolean {
    if (Number.isNaN(sample) || Number.isNaN(timeMs)) return false
    const nowMs = Math.max(timeMs, this.numbers[NEWEST]!)
    this.numbers[NEWEST] = nowMs
    this.#leaveOld(nowMs)
    if (this.#joinsNewest(sample, nowMs)) return true
    if (2 * this.count === this.numbers.length - ENTRIES) this.#grow()
    const at = this.#at(this.count++)
    this.numbers[at] = sample
    this.numbers[at + 1] = nowMs
    return true
  }

  /**
   * Returns the smallest value of the window that ends at `timeMs`, or NaN when it is empty. Drops older entries, so a later
   * call with an earlier time does not find them.
   */
  leastAt(timeMs: Ms): number {
    this.#leaveOld(Math.max(timeMs, this.numbers[NEWEST]!))
    const least = this.count > 0 ? this.numbers[this.#at(0)]! : Number.NaN
    this.numbers[LEAST] = least
    return least
  }

  /** Forgets everything. Times may start again from any value. */
  clear(): void {
    this.count = 0
    this.numbers[NEWEST] = -Infinity
    this.numbers[LEAST] = Number.NaN
  }

  /** Index at which entry number `place` begins; the oldest entry is number 0. */
  #at(place: number): number {
    return ENTRIES + ((this.first + 2 * place) & (this.numbers.length - ENTRIES - 1))
  }

  /** Drops entries that `sample` makes useless. Returns true when the sample shares the entry before those. */
  #joinsNewest(sample: number, nowMs: Ms): boolean {
    const is = this.numbers
    for (; this.count > 0; this.count--) {
      const at = this.#at(this.count - 1)
      if (is[at]! >= sample) continue
      const spacingMs = this.#windowMs / this.#mostEntries
      if (Math.floor(is[at + 1]! / spacingMs) !== Math.floor(nowMs / spacingMs)) return false
      is[at + 1] = nowMs
      return true
    }
    return false
  }

  /** Drops entries older than the window that ends at `endMs`. */
  #leaveOld(endMs: Ms): void {
    const is = this.numbers
    const oldestMs = endMs - this.#windowMs
    for (; this.count > 0 && is[this.#at(0) + 1]! < oldestMs; this.count--)
      this.first = (this.first + 2) & (is.length - ENTRIES - 1)
  }

  #grow(): void {
    const is = this.numbers
    const first = this.#at(0)
    const entries = is.slice(first).concat(is.slice(ENTRIES, first))
    this.numbers = is.slice(0, ENTRIES).concat(entries, entries)
    this.first = 0
  }
}
