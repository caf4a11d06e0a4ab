import { chance } from '../workload.ts'

/** Chance from a seed, in the forms that scenes need. */
export class Chance {
  readonly #next: () => number

  constructor(seed: number) {
    this.#next = chance(seed)
  }

  /** A number from `least` to `most`. */
  from(least: number, most: number): number {
    return least + this.#next() * (most - least)
  }

  /** A whole number from 0, below `count`. */
  below(count: number): number {
    return Math.floor(this.#next() * count)
  }

  /** True in a share of all calls. */
  is(share: number): boolean {
    return this.#next() < share
  }

  /** One of some. */
  oneOf<T>(all: readonly T[]): T {
    return all[this.below(all.length)]!
  }
}
