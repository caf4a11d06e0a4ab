import { FIRST_ROWS } from './growing-ring.ts'
import type { Ms } from './units.ts'

/** Places of what changes: arguments and result of `insert` and `look`, and the newest time so far; */
const TIME = 0
const SAMPLE = 1
const LEAST = 2
const NEWEST = 3
/** a ring of entries, older and smaller ones first: the least value of each, and when it was seen last. */
const ENTRIES = 4
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
  #is: number[] = [NaN, NaN, NaN, -Infinity].concat(FIRST_ROWS)
  #first = 0
  #count = 0

  /** `windowMs` > 0; `capacity`: entries that a window has at most, from 4 on. */
  constructor(windowMs: Ms, capacity = 64) {
    this.#windowMs = windowMs
    this.#mostEntries = capacity - 2
  }

  // What `insert` and `look` work on: V8 boxes the fractional arguments and results of calls that it does not inline.
  set timeMs(timeMs: Ms) {
    this.#is[TIME] = timeMs
  }

  set sample(sample: number) {
    this.#is[SAMPLE] = sample
  }

  get least(): number {
    return this.#is[LEAST]!
  }

  /**
   * Adds `sample`, seen at `timeMs`, and sets `least` to the value at that time. A time before an earlier one counts as
   * that one. NaN is ignored.
   */
  insert(): void {
    if (this.add()) this.look()
  }

  /** Adds `sample` as `insert` does, and leaves `least` as it is: `look` finds it when it is wanted. False for NaN. */
  add(): boolean {
    const is = this.#is
    const sample = is[SAMPLE]!
    if (Number.isNaN(sample) || Number.isNaN(is[TIME]!)) return false
    const nowMs = Math.max(is[TIME]!, is[NEWEST]!)
    is[NEWEST] = nowMs
    is[TIME] = nowMs
    this.#leaveOld()
    for (; this.#count > 0; this.#count--) {
      const at = this.#at(this.#count - 1)
      if (is[at]! >= sample) continue
      const spacingMs = this.#windowMs / this.#mostEntries
      if (Math.floor(is[at + 1]! / spacingMs) !== Math.floor(nowMs / spacingMs)) break
      is[at + 1] = nowMs
      return true
    }
    if (2 * this.#count === is.length - ENTRIES) this.#grow()
    const at = this.#at(this.#count++)
    this.#is[at] = sample
    this.#is[at + 1] = nowMs
    return true
  }

  /**
   * Sets `least` to the smallest value of the window that ends at `timeMs`; NaN when nothing is in it. Times do not go back:
   * what one look has passed over is not found by the next.
   */
  look(): void {
    this.#leaveOld()
    this.#is[LEAST] = this.#count > 0 ? this.#is[this.#at(0)]! : Number.NaN
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

  /** Without an argument: V8 boxes fractional ones. */
  #leaveOld(): void {
    const is = this.#is
    const oldestMs = Math.max(is[TIME]!, is[NEWEST]!) - this.#windowMs
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
