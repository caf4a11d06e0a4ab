/**
 * Arrays in which the rows of many histories lie side by side. An array for each history would take 200 bytes more, and cost
 * another cache miss whenever it is read. Places given back are reused by histories that need as many numbers.
 */
export class RowPages {
  /** The page of the place taken last. */
  page: Int32Array = new Int32Array(0)
  readonly #length: number
  /** The page being filled, and how much of it is used. */
  #newest = this.page
  #used = 0
  /** Places given back, by length. */
  readonly #free = new Map<number, { readonly page: Int32Array; readonly begin: number }[]>()

  /** `length`: numbers in a page; 0: each place has its own page. */
  constructor(length: number) {
    this.#length = length
  }

  /** Takes a place of `length` numbers of any value, and returns where it begins in `page`. Allocates if that is full. */
  take(length: number): number {
    const place = this.#free.get(length)?.pop()
    this.page = place?.page ?? this.#newest
    if (place) return place.begin
    let begin = this.#used
    if (begin + length > this.page.length) {
      begin = 0
      this.page = this.#newest = new Int32Array(Math.max(this.#length, length))
    }
    this.#used = begin + length
    return begin
  }

  /** Gives back a place that is no longer read. */
  give(page: Int32Array, begin: number, length: number): void {
    if (this.#length === 0) return
    const places = this.#free.get(length)
    if (places) places.push({ page, begin })
    else this.#free.set(length, [{ page, begin }])
  }
}
