import type { SubTick } from '../../base/units.ts'
import { SUBTICKS_PER_STEP } from '../../base/units.ts'

/**
 * The stamps of a player's inputs: input `n` stands at `base + 256 n` subticks. Both ends keep an `Epochs`. Only the server
 * changes the base, for inputs from one on that was not generated when it said so (an epoch). An epoch may move inputs back,
 * but the `ctx.timeMs` that `move` reads never runs backwards: it stands still until the inputs have caught up.
 */
export class Epochs {
  /** The first input of the newest epoch. */
  from = 1
  /** How many epochs have begun after the first. */
  count = 0
  /** The stamp of input 0 in the newest epoch and in the one before, and the least `timeOf` in each. */
  base: SubTick
  least: SubTick
  baseBefore: SubTick
  leastBefore: SubTick

  /** `base` is the stamp of input 0. */
  constructor(base: SubTick) {
    this.base = base
    this.least = base
    this.baseBefore = base
    this.leastBefore = base
  }

  /** The stamp of input `id` (not wrapped). */
  stampOf(id: number): SubTick {
    return (id >= this.from ? this.base : this.baseBefore) + id * SUBTICKS_PER_STEP
  }

  /** The `ctx.timeMs` of input `id` in subticks: its stamp, or the time at which `ctx.timeMs` stands still before it. */
  timeOf(id: number): SubTick {
    return Math.max(this.stampOf(id), id >= this.from ? this.least : this.leastBefore)
  }

  /** The stamp that input `id` would have in the newest epoch. */
  newestStampOf(id: number): SubTick {
    return this.base + id * SUBTICKS_PER_STEP
  }

  /**
   * Begins an epoch: input `from` stands at `stamp`, and later inputs follow a step apart. Their `timeOf` is at least `least`.
   */
  begin(from: number, stamp: SubTick, least: SubTick = stamp): void {
    this.baseBefore = this.base
    this.leastBefore = this.least
    this.base = stamp - from * SUBTICKS_PER_STEP
    this.least = least
    this.from = from
    this.count++
  }
}
