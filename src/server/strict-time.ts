import type { SubTick } from '../base/units.ts'
import { SUBTICKS_PER_STEP } from '../base/units.ts'
import type { InputGuard } from './budget.ts'

/** How far a player's time may lie behind: how long a stall is made up for in full. */
const MOST_BEHIND = 60 * SUBTICKS_PER_STEP

/**
 * The rule of "Multiplayer Platformer Log #5": a player has a time of its own, which begins when it joins and moves
 * on by a step with each input applied, and never passes the next network tick; further inputs wait. So whoever
 * sends faster still moves at 1.00x, and at no moment is anybody ahead by more than a network interval, where
 * `Budget` grants 8 steps at the start. Time that fell behind by more than 60 steps is lost for good.
 */
export class StrictTime implements InputGuard {
  #time: SubTick

  /** `now`: the room's time. */
  constructor(now: SubTick) {
    this.#time = now
  }

  /** The player's own time. */
  get time(): SubTick {
    return this.#time
  }

  /** Takes one step if it ends before the next network tick or with it. May be called inside a tick. */
  take(now: SubTick, nextSend: SubTick): boolean {
    const time = Math.max(this.#time, now - MOST_BEHIND) + SUBTICKS_PER_STEP
    if (time > nextSend) return false
    this.#time = time
    return true
  }
}
