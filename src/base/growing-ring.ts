/** The initial rows, of two numbers each. They are written out because an array filled with `fill` stays holey in V8. */
export const FIRST_ROWS: readonly number[] = [NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN]

/**
 * Pairs of numbers by an ever-growing number (a packet's sequence, a tick). Room for the rows in use doubles up to `most` and
 * is never given back. Only `claim` allocates, and not in steady state. The array is a plain one because a typed array takes
 * 200 bytes more, and a server has many of these rings.
 */
export class GrowingRing {
  /** All rows. Each `claim` may replace the array. */
  values: number[] = FIRST_ROWS.slice()
  /** How many rows there is room for. */
  rows: number = FIRST_ROWS.length / 2
  readonly #most: number
  #newest = 0

  /** `most` is the most rows there may be: a power of two, 4 or more. */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Returns the index at which the row of `number` (an integer) begins: the row last claimed for any number with the same
   * place.
   */
  at(number: number): number {
    return 2 * (number & (this.rows - 1))
  }

  /**
   * Assigns a row to `number` and returns the index at which it begins. Rows from `oldest` on are kept, as far as `most` rows
   * reach. The caller sets what is in the row.
   */
  claim(number: number, oldest: number): number {
    while (number - oldest >= this.rows && this.rows < this.#most) this.#grow()
    if (number > this.#newest) this.#newest = number
    return this.at(number)
  }

  #grow(): void {
    const before = this.values
    const { rows } = this
    this.values = before.concat(before).fill(Number.NaN)
    this.rows = 2 * rows
    for (let n = this.#newest - rows + 1; n <= this.#newest; n++) {
      const from = 2 * (n & (rows - 1))
      this.values[this.at(n)] = before[from]!
      this.values[this.at(n) + 1] = before[from + 1]!
    }
  }
}
