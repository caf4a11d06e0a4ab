/** Flag of a sample: the entity did not travel here, so nothing is blended between it and the one before. */
export const BROKEN = 1
/** Flag of a sample: the slopes between it and the one before have been shown and no longer change. */
export const FROZEN = 2

/** The index of the flags in a row. The first number of a row is the time, in ms. */
export const FLAGS = 1
/** The index at which the columns begin in a row. Further numbers follow them. */
export const COLUMNS = 2

/**
 * A ring of samples in order of time, all in one typed array. Each sample is a row of numbers: its time, its flags and its
 * columns. A *place* counts from the oldest sample, and a *row* is where the numbers of a place begin. Allocates when
 * constructed, and when `open` has to make more room.
 */
export class Samples {
  /** How many numbers a row has. */
  declare readonly width: number
  /** All rows. Each `open` may replace the array. */
  declare values: Float64Array
  count = 0
  readonly #capacity: number
  /** The number of samples there is room for now, less 1. */
  #mask: number
  #first = 0

  /**
   * `capacity` is the most samples held, a power of two. `width` is how many numbers a row has, including time and flags.
   * `initialCapacity` is how many samples there is room for at first, a power of two up to `capacity`.
   */
  constructor(capacity: number, width: number, initialCapacity: number = capacity) {
    this.width = width
    this.values = new Float64Array(initialCapacity * width)
    this.#capacity = capacity
    this.#mask = initialCapacity - 1
  }

  /** Whether the next sample pushes the oldest out. */
  get isFull(): boolean {
    return this.count === this.#capacity
  }

  /** Where the numbers of the sample at `place` begin. */
  row(place: number): number {
    return ((this.#first + place) & this.#mask) * this.width
  }

  /**
   * Makes room for a sample at `place` and returns its place after that: one less if the oldest had to go. The row still holds
   * old numbers.
   */
  open(place: number): number {
    let at = place
    if (this.isFull) {
      this.#first = (this.#first + 1) & this.#mask
      this.count--
      at--
    } else if (this.count > this.#mask) this.#makeRoom()
    for (let i = this.count; i > at; i--) this.copy(i - 1, i)
    this.count++
    return at
  }

  copy(from: number, to: number): void {
    const row = this.row(from)
    const way = this.row(to) - row
    // `copyWithin` costs more than copying a row of few numbers.
    for (let i = row; i < row + this.width; i++) this.values[i + way] = this.values[i]!
  }

  /** Makes room for twice as many samples. None has been pushed out so far, so the oldest is the first. */
  #makeRoom(): void {
    const { values } = this
    this.values = new Float64Array(2 * values.length)
    this.values.set(values)
    this.#mask = 2 * this.#mask + 1
  }
}
