import { Random } from '../base/random.ts'
import type { Ms } from '../base/units.ts'

/**
 * Periods of time in which a network misbehaves (bad radio, standstill), one after another from time 0 on. They are generated
 * from a seed, as far ahead as a caller asks. The order of the calls does not change the answers.
 */
export class Episodes {
  readonly #random: Random
  readonly #gapMs: (random: Random) => Ms
  readonly #lengthMs: (random: Random) => Ms
  readonly #startsMs: Ms[] = []
  readonly #endsMs: Ms[] = []

  /** `gapMs`: from the end of one episode (or 0) to the start of the next; `lengthMs`: the length of one. Both above 0. */
  constructor(seed: number, gapMs: (random: Random) => Ms, lengthMs: (random: Random) => Ms) {
    this.#random = new Random(seed)
    this.#gapMs = gapMs
    this.#lengthMs = lengthMs
  }

  /** Returns the end of the episode that contains `timeMs`, or `timeMs` itself when none does. */
  endMs(timeMs: Ms): Ms {
    const starts = this.#startsMs
    const ends = this.#endsMs
    while ((ends.at(-1) ?? 0) <= timeMs) {
      const startMs = (ends.at(-1) ?? 0) + this.#gapMs(this.#random)
      starts.push(startMs)
      ends.push(startMs + this.#lengthMs(this.#random))
    }
    // Finds the first episode that ends after `timeMs`.
    let low = 0
    for (let high = ends.length - 1; low < high; ) {
      const middle = (low + high) >> 1
      if (ends[middle]! > timeMs) high = middle
      else low = middle + 1
    }
    return starts[low]! <= timeMs ? ends[low]! : timeMs
  }

  /** Whether `timeMs` lies in an episode. */
  has(timeMs: Ms): boolean {
    return this.endMs(timeMs) > timeMs
  }
}
