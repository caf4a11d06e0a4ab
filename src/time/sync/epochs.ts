import type { SubTick } from '../../base/units.ts'
import { SUBTICKS_PER_STEP } from '../../base/units.ts'

/**
 * Where a player's inputs stand in time: input `n` at `base + 256 n` subticks. Both ends keep one and change its
 * base by the server's word only, from an input on that was not generated when the word was given (an epoch). An epoch may
 * move inputs back, but what `move` reads as `ctx.timeMs` never runs backwards: it stands still until they have caught up.
 */
export class Epochs {
  /** The first input of the newest epoch. */
  from = 1
  /** Epochs begun after the first. */
  count = 0
  #base: SubTick
  #least: SubTick
  #baseBefore: SubTick
  #leastBefore: SubTick

  /** `base`: where input 0 stands. */
  constructor(base: SubTick) {
    this.#base = base
    this.#least = base
    this.#baseBefore = base
    this.#leastBefore = base
  }

  /** Where input `id` (not wrapped) stands. */
  stampOf(id: number): SubTick {
    return (id >= this.from ? this.#base : this.#baseBefore) + id * SUBTICKS_PER_STEP
  }

  /** What `ctx.timeMs` is in input `id`: where that stands, or where time stood still before it. */
  timeOf(id: number): SubTick {
    return Math.max(this.stampOf(id), id >= this.from ? this.#least : this.#leastBefore)
  }

  /** Where input `id` would stand in the newest epoch. */
  newestStampOf(id: number): SubTick {
    return this.#base + id * SUBTICKS_PER_STEP
  }

  /** Begins an epoch: input `from` stands at `stamp`, later ones a step apart. Their `timeOf` is never less than `least`. */
  begin(from: number, stamp: SubTick, least: SubTick = stamp): void {
    this.#baseBefore = this.#base
    this.#leastBefore = this.#least
    this.#base = stamp - from * SUBTICKS_PER_STEP
    this.#least = least
    this.from = from
    this.count++
  }
}
