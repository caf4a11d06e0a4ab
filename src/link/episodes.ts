import { Random } from '../base/random.ts'
import type { Ms } from '../base/units.ts'

/**
 * Stretches of time in which a network is not itself (bad radio, standstill), one after another from time 0 on, made
 * from a seed as far as they are asked for. Any order of questions gives the same answers.
 */
export class Episodes {
  readonly #random: Random
  readonly #gapMs: (random: Random) => Ms
  readonly #lengthMs: (random: Random) => Ms
  readonly #startsMs: Ms[] = []
  readonly #endsMs: Ms[] = []

  /** `gapMs`: from one's end (or 0) to the next one's start; `lengthMs`: how long it lasts. Both above 0. */
  constructor(seed: number, gapMs: (random: Random) => Ms, lengthMs: (random: Random) => Ms) {
    this.#random = new Random(seed)
    this.#gapMs = gapMs
    this.#lengthMs = lengthMs
  }

  /** When the episode ends that `timeMs` lies in; `timeMs` itself outside of all. */
  endMs(timeMs: Ms): Ms {
    const starts = this.#startsMs
    const ends = this.#endsMs
    while ((ends.at(-1) ?? 0) <= timeMs) {
      const startMs = (ends.at(-1) ?? 0) + this.#gapMs(this.#random)
      starts.push(startMs)
      ends.push(startMs + this.#lengthMs(this.#random))
    }
    // The first that ends later than this.
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
