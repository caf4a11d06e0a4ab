/** Flag of a sample: the entity did not travel here, so nothing is blended between it and the one before. */
export const BROKEN = 1
/** Flag of a sample: the slopes between it and the one before have been shown and stay as they are. */
export const FROZEN = 2

/** Where the flags stand in a row; its time, in ms, is its first number. */
export const FLAGS = 1
/** Where the columns begin in a row, and behind them whatever else a row holds. */
export const COLUMNS = 2

/**
 * A ring of samples in order of time, all in one typed array of a fixed size: each a row of numbers, its time, its
 * flags and its columns. A *place* counts from the oldest sample, a *row* is where the numbers of a place begin. Its
 * methods take and return whole numbers only: V8 boxes fractions, unless it inlines the call. Allocates only when
 * constructed.
 */
export class Samples {
  /** Numbers in a row. */
  readonly width: number
  /** All rows. */
  readonly values: Float64Array
  /** How many samples are held. */
  count = 0
  readonly #mask: number
  #first = 0

  /** `capacity`: most samples held, a power of two. `width`: numbers in a row, with the two of each. */
  constructor(capacity: number, width: number) {
    this.width = width
    this.values = new Float64Array(capacity * width)
    this.#mask = capacity - 1
  }

  /** True when the next sample pushes the oldest out. */
  get isFull(): boolean {
    return this.count > this.#mask
  }

  /** Where the numbers of the sample at `place` begin. */
  row(place: number): number {
    return ((this.#first + place) & this.#mask) * this.width
  }

  /**
   * Makes room for a sample at `place` and returns the place it then has: one less when the oldest had to go. Its row
   * holds what was there before, without flags.
   */
  open(place: number): number {
    let at = place
    if (this.isFull) {
      this.#first = (this.#first + 1) & this.#mask
      this.count--
      at--
    }
    for (let i = this.count; i > at; i--) this.copy(i - 1, i)
    this.count++
    this.values[this.row(at) + FLAGS] = 0
    return at
  }

  /** Copies all numbers of one place to another. */
  copy(from: number, to: number): void {
    const row = this.row(from)
    const way = this.row(to) - row
    // Not by `copyWithin`, which costs more than a row of few numbers.
    for (let i = row; i < row + this.width; i++) this.values[i + way] = this.values[i]!
  }
}
