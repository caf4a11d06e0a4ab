import { FIRST_ROWS } from './growing-ring.ts'
import type { Ms } from './units.ts'

/**
 * The smallest value of the last `windowMs`: the lower envelope of a delay, which is what a path costs when
 * nothing stands in the way. Samples of the same `windowMs / (capacity - 2)` share an entry, so that a value may count
 * that much longer than the window, and no rate of samples makes many entries. Only those are kept that may become the
 * smallest once older ones have left (a monotonic queue), which are few; room for them doubles and is never given back.
 * Free of allocation in steady state.
 */
export class SlidingMin {
  /**
   * Arguments and result of `insert` and `look`, for callers on a hot path: V8 boxes fractional arguments and results, 16
   * bytes each, of every call that it does not inline.
   */
  timeMs: Ms = Number.NaN
  sample: number = Number.NaN
  least: number = Number.NaN
  readonly #windowMs: Ms
  readonly #spacingMs: Ms
  /** A ring of entries, older and smaller ones first: the least value of each, and when it was seen last. */
  #entries: number[] = FIRST_ROWS.slice()
  #first = 0
  #count = 0
  #newestMs: Ms = -Infinity

  /** `windowMs` > 0; `capacity`: entries that a window has at most, from 4 on. */
  constructor(windowMs: Ms, capacity = 64) {
    this.#windowMs = windowMs
    this.#spacingMs = windowMs / (capacity - 2)
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
    const { sample } = this
    if (Number.isNaN(sample) || Number.isNaN(this.timeMs)) return false
    const nowMs = Math.max(this.timeMs, this.#newestMs)
    this.#newestMs = nowMs
    this.timeMs = nowMs
    this.#leaveOld()
    for (; this.#count > 0; this.#count--) {
      const entries = this.#entries
      const at = (this.#first + 2 * (this.#count - 1)) & (entries.length - 1)
      if (entries[at]! >= sample) continue
      const spacingMs = this.#spacingMs
      if (Math.floor(entries[at + 1]! / spacingMs) !== Math.floor(nowMs / spacingMs)) break
      entries[at + 1] = nowMs
      return true
    }
    if (2 * this.#count === this.#entries.length) this.#grow()
    const entries = this.#entries
    const at = (this.#first + 2 * this.#count++) & (entries.length - 1)
    entries[at] = sample
    entries[at + 1] = nowMs
    return true
  }

  /**
   * Sets `least` to the smallest value of the window that ends at `timeMs`; NaN when nothing is in it. Times do not go back:
   * what one look has passed over is not found by the next.
   */
  look(): void {
    this.#leaveOld()
    this.least = this.#count > 0 ? this.#entries[this.#first]! : Number.NaN
  }

  /** Forgets everything; times may start anew. */
  clear(): void {
    this.#count = 0
    this.#newestMs = -Infinity
    this.least = Number.NaN
  }

  /** Without an argument: V8 boxes fractional ones. */
  #leaveOld(): void {
    const entries = this.#entries
    const oldestMs = Math.max(this.timeMs, this.#newestMs) - this.#windowMs
    for (; this.#count > 0 && entries[this.#first + 1]! < oldestMs; this.#count--)
      this.#first = (this.#first + 2) & (entries.length - 1)
  }

  #grow(): void {
    const entries = this.#entries
    const before = entries.slice(this.#first).concat(entries.slice(0, this.#first))
    this.#entries = before.concat(before)
    this.#first = 0
  }
}
