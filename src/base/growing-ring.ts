/** Rows there is room for at first. */
const LEAST_ROWS = 4

/**
 * Rows of numbers by an ever-growing number (a packet's sequence, a tick). There is room for the rows in use, which doubles
 * up to `most` and is never given back: only `claim` allocates, and not in steady state. A plain array of numbers: a typed
 * one takes 200 bytes besides what is in it, and a server has many.
 */
export class GrowingRing {
  /** All rows. After each `claim` it may be another array. */
  values: number[]
  readonly #width: number
  readonly #most: number
  #rows = LEAST_ROWS
  #newest = 0

  /** `width`: numbers in a row. `most`: most rows, a power of two from 4. */
  constructor(width: number, most: number) {
    this.#width = width
    this.#most = most
    this.values = new Array<number>(LEAST_ROWS * width).fill(Number.NaN)
  }

  /** Rows there is room for. */
  get rows(): number {
    return this.#rows
  }

  /** Where the row of `number` (an integer) begins: what was claimed last for it, or for one that has its place. */
  at(number: number): number {
    return (number & (this.#rows - 1)) * this.#width
  }

  /**
   * Gives `number` a row, and returns where it begins. Those from `oldest` on keep theirs, as far as `most` rows reach. What is
   * in the row is the caller's to set.
   */
  claim(number: number, oldest: number): number {
    while (number - oldest >= this.#rows && this.#rows < this.#most) this.#grow()
    if (number > this.#newest) this.#newest = number
    return this.at(number)
  }

  #grow(): void {
    const before = this.values
    const rows = this.#rows
    const width = this.#width
    this.values = new Array<number>(2 * rows * width).fill(Number.NaN)
    this.#rows *= 2
    for (let n = this.#newest - rows + 1; n <= this.#newest; n++) {
      const from = (n & (rows - 1)) * width
      const to = this.at(n)
      for (let i = 0; i < width; i++) this.values[to + i] = before[from + i]!
    }
  }
}
