import { SUBTICKS_PER_STEP, type SubTick, type Tick } from '../../base/units.ts'
import { type Archive, archiveFinite, archiveWhole, MOST_TICK } from '../save/archive.ts'

/**
 * Limits how many inputs of a player may be applied in each step of the room. However many steps were saved, a network
 * interval therefore shows at most that many times the movement of an honest player.
 */
export class CatchUp {
  readonly #perStep: number
  #left: number
  #step: Tick = Number.NEGATIVE_INFINITY

  /** `perStep`: inputs in a step of the room, from 1. A fraction is saved up for the next step. */
  constructor(perStep: number) {
    this.#perStep = perStep
    this.#left = perStep
  }

  archive(archive: Archive): void {
    this.#left = archiveFinite(archive, this.#left)
    if (archive.flag(this.#step >= 0)) this.#step = archiveWhole(archive, this.#step, 0, MOST_TICK)
  }

  /** Takes one input if this step of the room has one left. May be called inside a tick. */
  take(now: SubTick): boolean {
    const step = Math.floor(now / SUBTICKS_PER_STEP)
    if (step > this.#step) {
      this.#left = Math.min(Math.ceil(this.#perStep), (this.#left % 1) + this.#perStep)
      this.#step = step
    }
    if (this.#left < 1) return false
    this.#left--
    return true
  }
}
