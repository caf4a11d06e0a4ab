import type { SubTick } from '../base/units.ts'
import { SUBTICKS_PER_STEP } from '../base/units.ts'

/**
 * Where a player's inputs stand in time: input `n` at `base + 256 n` subticks. Both ends keep one and change its
 * base by the server's word only, from an input on that was not generated when the word was given (an epoch).
 */
export class Epochs {
  /** The first input of the newest epoch. */
  from = 1
  /** Epochs begun after the first. */
  count = 0
  #base: SubTick
  #before: SubTick

  /** `base`: where input 0 stands. */
  constructor(base: SubTick) {
    this.#base = base
    this.#before = base
  }

  /** Where input `id` (not wrapped) stands. */
  stampOf(id: number): SubTick {
    return (id >= this.from ? this.#base : this.#before) + id * SUBTICKS_PER_STEP
  }

  /** Where input `id` would stand in the newest epoch. */
  newestStampOf(id: number): SubTick {
    return this.#base + id * SUBTICKS_PER_STEP
  }

  /** Begins an epoch: input `from` stands at `stamp`, later ones a step apart. */
  begin(from: number, stamp: SubTick): void {
    this.#before = this.#base
    this.#base = stamp - from * SUBTICKS_PER_STEP
    this.from = from
    this.count++
  }
}
