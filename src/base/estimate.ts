import type { Ms } from './units.ts'

/**
 * The smallest value of the last `windowMs`: the lower envelope of a delay, which is what a path costs when
 * nothing stands in the way. Samples of the same `windowMs / (capacity - 2)` share an entry, so that a value may count
 * that much longer than the window, and no rate of samples ever overflows it. All entries are looked at only when the
 * smallest one has left the window. Nothing allocates after construction.
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
  /** Of each entry: its least value, and when it was seen last; behind them the least of all, and when that was seen. */
  readonly #entries: Float64Array
  readonly #ends: number
  #newestMs: Ms = -Infinity

  /** `windowMs` > 0; `capacity`: entries, a power of two from 4 on. */
  constructor(windowMs: Ms, capacity = 64) {
    this.#windowMs = windowMs
    this.#spacingMs = windowMs / (capacity - 2)
    this.#ends = 2 * capacity
    this.#entries = new Float64Array(this.#ends + 2)
    this.clear()
  }

  /**
   * Adds `sample`, seen at `timeMs`, and sets `least` to the value at that time. A time before an earlier one counts as
   * that one. NaN is ignored.
   */
  insert(): void {
    if (Number.isNaN(this.sample) || Number.isNaN(this.timeMs)) return
    this.add()
    this.look()
  }

  /** Adds `sample` as `insert` does, and leaves `least` as it is: `look` finds it when it is wanted. */
  add(): void {
    const { sample } = this
    if (Number.isNaN(sample) || Number.isNaN(this.timeMs)) return
    const nowMs = Math.max(this.timeMs, this.#newestMs)
    this.#newestMs = nowMs
    this.timeMs = nowMs
    const entries = this.#entries
    const ends = this.#ends
    const at = (2 * Math.floor(nowMs / this.#spacingMs)) & (ends - 1)
    const isHeld = entries[at + 1]! >= nowMs - this.#windowMs
    if (!(isHeld && entries[at]! < sample)) entries[at] = sample
    entries[at + 1] = nowMs
    // Also where the least of all has left the window: all that came after it was greater.
    if (sample > entries[ends]!) return
    entries[ends] = sample
    entries[ends + 1] = nowMs
  }

  /**
   * Sets `least` to the smallest value of the window that ends at `timeMs`; NaN when nothing is in it. Times do not go back:
   * what one look has passed over is not found by the next.
   */
  look(): void {
    const oldestMs = Math.max(this.timeMs, this.#newestMs) - this.#windowMs
    const entries = this.#entries
    const ends = this.#ends
    if (!(entries[ends + 1]! >= oldestMs)) this.#search()
    this.least = entries[ends]!
  }

  /** Without an argument: V8 boxes fractional ones. */
  #search(): void {
    const oldestMs = Math.max(this.timeMs, this.#newestMs) - this.#windowMs
    const entries = this.#entries
    const ends = this.#ends
    let least = Number.NaN
    let seenMs = Number.NaN
    for (let at = 0; at < ends; at += 2) {
      if (!(entries[at + 1]! >= oldestMs) || entries[at]! >= least) continue
      least = entries[at]!
      seenMs = entries[at + 1]!
    }
    entries[ends] = least
    entries[ends + 1] = seenMs
  }

  /** Forgets everything; times may start anew. */
  clear(): void {
    this.#entries.fill(Number.NaN)
    this.#newestMs = -Infinity
    this.least = Number.NaN
  }
}
