import type { SubTick } from '../base/units.ts'
import { SUBTICKS_PER_STEP } from '../base/units.ts'

/** Steps a player starts with: what the first burst of a connection needs. */
const START_STEPS = 8
/** Steps a player can save up: how long a stall is made up for in full. */
const MOST_STEPS = 60

/** Says when an input of a player may be applied; a room makes one for each player. */
export interface InputGuard {
  /**
   * Takes one step if there is one; otherwise the input waits. `now`: the room's time, which does not run backwards
   * but for a room that leaves time out; `nextSend`: that of the network tick to come. Called inside a tick.
   */
  take(now: SubTick, nextSend: SubTick): boolean
}

/**
 * The default guard, a token bucket: one step more for each step of wall time, one less for each input; 8 at the
 * start, 60 at most. Whoever sends faster moves at 1.00x; whoever was held up catches up (Source's tick bank).
 */
export class Budget implements InputGuard {
  #saved: SubTick = START_STEPS * SUBTICKS_PER_STEP
  #atSubTicks: SubTick

  /** `now`: the room's time. */
  constructor(now: SubTick) {
    this.#atSubTicks = now
  }

  /** Takes one step if there is one. May be called inside a tick. */
  take(now: SubTick): boolean {
    if (now > this.#atSubTicks) {
      this.#saved = Math.min(MOST_STEPS * SUBTICKS_PER_STEP, this.#saved + now - this.#atSubTicks)
      this.#atSubTicks = now
    }
    if (this.#saved < SUBTICKS_PER_STEP) return false
    this.#saved -= SUBTICKS_PER_STEP
    return true
  }
}
