/**
 * Arrays in which the rows of many histories lie side by side. One for each history takes 200 bytes more, and another miss of
 * the cache whenever it is looked into. Nothing is given back: a page goes when no history refers to it.
 */
export class RowPages {
  /** The page of the place taken last. */
  page: Int32Array = new Int32Array(0)
  readonly #length: number
  #used = 0

  /** `length`: numbers in a page; 0: each place is a page of its own. */
  constructor(length: number) {
    this.#length = length
  }

  /** Takes a place of `length` zeros and returns where it begins in `page`. Allocates where that is full. */
  take(length: number): number {
    let begin = this.#used
    if (begin + length > this.page.length) {
      begin = 0
      this.page = new Int32Array(Math.max(this.#length, length))
    }
    this.#used = begin + length
    return begin
  }
}
