/** Flag of a sample: the entity did not travel here, so nothing is blended between it and the one before. */
export const BROKEN = 1
/** Flag of a sample: the slopes between it and the one before have been shown and stay as they are. */
export const FROZEN = 2

/**
 * A ring of samples in order of time, in typed arrays of a fixed size: each a time stamp, a row of numbers and
 * flags. A *place* counts from the oldest sample, a *slot* is where a place lies in the arrays. It knows nothing of
 * what the numbers mean. Its methods take and return whole numbers only: V8 boxes fractions, unless it inlines the
 * call. Allocates only when constructed.
 */
export class Samples {
  /** Numbers in a row. */
  readonly width: number
  /** Rows, by slot. */
  readonly values: Float64Array
  /** Times, by slot, in ms. */
  readonly stamps: Float64Array
  /** Flags, by slot. */
  readonly flags: Uint8Array
  /** How many samples are held. */
  count = 0
  #first = 0

  /** `capacity`: most samples held, a power of two. */
  constructor(capacity: number, width: number) {
    this.width = width
    this.values = new Float64Array(capacity * width)
    this.stamps = new Float64Array(capacity)
    this.flags = new Uint8Array(capacity)
  }

  /** True when the next sample pushes the oldest out. */
  get isFull(): boolean {
    return this.count === this.stamps.length
  }

  /** Where the sample at `place` lies in the arrays. */
  slot(place: number): number {
    return (this.#first + place) & (this.stamps.length - 1)
  }

  /**
   * Makes room for a sample at `place` and returns the place it then has: one less when the oldest had to go. Its
   * slot holds what was there before, and its flags are cleared.
   */
  open(place: number): number {
    let at = place
    if (this.isFull) {
      this.#first = this.slot(1)
      this.count--
      at--
    }
    for (let i = this.count; i > at; i--) {
      const to = this.slot(i)
      const from = this.slot(i - 1)
      this.stamps[to] = this.stamps[from]!
      this.flags[to] = this.flags[from]!
      this.copy(from, to)
    }
    this.count++
    this.flags[this.slot(at)] = 0
    return at
  }

  /** Copies the row of one slot to another. */
  copy(from: number, to: number): void {
    const { width } = this
    this.values.copyWithin(to * width, from * width, (from + 1) * width)
  }
}
