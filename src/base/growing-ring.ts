/** The rows there is room for at first, of two numbers each. Written out: an array that `fill` fills keeps its holes. */
export const FIRST_ROWS: readonly number[] = [NaN, NaN, NaN, NaN, NaN, NaN, NaN, NaN]

/**
 * Pairs of numbers by an ever-growing number (a packet's sequence, a tick). There is room for the rows in use, which doubles
 * up to `most` and is never given back: only `claim` allocates, and not in steady state. A plain array of numbers: a typed
 * one takes 200 bytes besides what is in it, and a server has many.
 */
export class GrowingRing {
  /** All rows. After each `claim` it may be another array. */
  values: number[] = FIRST_ROWS.slice()
  /** Rows there is room for. */
  rows: number = FIRST_ROWS.length / 2
  readonly #most: number
  #newest = 0

  /** `most`: most rows, a power of two from 4. */
  constructor(most: number) {
    this.#most = most
  }

  /** Where the row of `number` (an integer) begins: what was claimed last for it, or for one that has its place. */
  at(number: number): number {
    return 2 * (number & (this.rows - 1))
  }

  /**
   * Gives `number` a row, and returns where it begins. Those from `oldest` on keep theirs, as far as `most` rows reach. What is
   * in the row is the caller's to set.
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
