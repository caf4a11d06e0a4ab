/**
 * Arrays in which the rows of many histories lie side by side. One for each history takes 200 bytes more, and another miss of
 * the cache whenever it is looked into. Places that are given back are taken again by those who need as many numbers.
 */
export class RowPages {
  /** The page of the place taken last. */
  page: Int32Array = new Int32Array(0)
  readonly #length: number
  /** The page that is being filled, and how far it is. */
  #newest = this.page
  #used = 0
  /** Places given back, by their length. */
  readonly #free = new Map<number, { readonly page: Int32Array; readonly begin: number }[]>()

  /** `length`: numbers in a page; 0: each place is a page of its own. */
  constructor(length: number) {
    this.#length = length
  }

  /** Takes a place of `length` numbers, whatever they are, and returns where it begins in `page`. Allocates where that is full. */
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

  /** Gives a place back that nobody looks into any more. */
  give(page: Int32Array, begin: number, length: number): void {
    if (this.#length === 0) return
    const places = this.#free.get(length)
    if (places) places.push({ page, begin })
    else this.#free.set(length, [{ page, begin }])
  }
}
