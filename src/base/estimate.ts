import type { Ms } from './units.ts'

/**
 * The smallest value of the last `windowMs`: the lower envelope of a delay, which is what a path costs when
 * nothing stands in the way. A monotonic queue in typed arrays of fixed size: samples closer together than
 * `windowMs / (capacity - 2)` share an entry, so that a value may count that much longer than the window, and
 * no rate of samples ever overflows it. A push is amortised constant time and allocates nothing.
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
  readonly #capacity: number
  readonly #values: Float64Array
  readonly #openedMs: Float64Array
  readonly #lastMs: Float64Array
  #first = 0
  #count = 0
  #newestMs: Ms = -Infinity

  /** `windowMs` > 0; `capacity` >= 3 entries. */
  constructor(windowMs: Ms, capacity = 64) {
    this.#windowMs = windowMs
    this.#spacingMs = windowMs / (capacity - 2)
    this.#capacity = capacity
    this.#values = new Float64Array(capacity)
    this.#openedMs = new Float64Array(capacity)
    this.#lastMs = new Float64Array(capacity)
  }

  /** Adds a value seen at `timeMs`. A time before an earlier one counts as that one. NaN is ignored. */
  push(timeMs: Ms, value: number): void {
    this.timeMs = timeMs
    this.sample = value
    this.insert()
  }

  /** Does what `push` does, with `sample` seen at `timeMs`, and sets `least` to the value at that time. */
  insert(): void {
    const value = this.sample
    if (Number.isNaN(value) || Number.isNaN(this.timeMs)) return
    if (this.timeMs > this.#newestMs) this.#newestMs = this.timeMs
    const nowMs = this.#newestMs
    this.timeMs = nowMs
    this.#expire()
    while (this.#count > 0 && this.#values[this.#back()]! >= value) this.#count--
    const back = this.#back()
    if (this.#count > 0 && nowMs - this.#openedMs[back]! < this.#spacingMs) {
      this.#lastMs[back] = nowMs
      return
    }
    this.#count++
    const slot = this.#back()
    this.#values[slot] = value
    this.#openedMs[slot] = nowMs
    this.#lastMs[slot] = nowMs
    this.least = this.#values[this.#first]!
  }

  /** The smallest value of the window that ends at `nowMs`; NaN when nothing is in it. Forgets what is older. */
  value(nowMs: Ms): number {
    this.timeMs = nowMs
    this.#expire()
    return this.least
  }

  /** Does what `value` does, at `timeMs`, and leaves the result in `least`. */
  look(): void {
    this.#expire()
  }

  /** Forgets everything; times may start anew. */
  clear(): void {
    this.#first = 0
    this.#count = 0
    this.#newestMs = -Infinity
    this.least = Number.NaN
  }

  #back(): number {
    const at = this.#first + this.#count - 1
    return at < this.#capacity ? at : at - this.#capacity
  }

  #expire(): void {
    const oldestMs = this.timeMs - this.#windowMs
    while (this.#count > 0 && this.#lastMs[this.#first]! < oldestMs) {
      this.#first = this.#first + 1 === this.#capacity ? 0 : this.#first + 1
      this.#count--
    }
    this.least = this.#count > 0 ? this.#values[this.#first]! : Number.NaN
  }
}
