import type { SampleRows } from './slopes.ts'

/** The samples of one entity among those of many, whose rows lie `step` numbers apart. Nothing allocates after construction. */
export class SampleRing implements SampleRows {
  readonly values: Float64Array
  /** How many samples are held. */
  count = 0
  readonly #mask: number
  readonly #step: number
  #begin = 0
  #first = 0

  /** `capacity`: most samples held of each, a power of two. */
  constructor(values: Float64Array, capacity: number, step: number) {
    this.values = values
    this.#mask = capacity - 1
    this.#step = step
  }

  /** Turns to an entity, whose rows begin at `begin`; of `total` samples ever it holds those from `first` on. */
  set(begin: number, first: number, total: number): void {
    this.#begin = begin
    this.#first = first
    this.count = total - first
  }

  row(place: number): number {
    return ((this.#first + place) & this.#mask) * this.#step + this.#begin
  }
}
