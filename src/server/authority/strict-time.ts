import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import { CATCH_UP, type InputGuard } from './budget.ts'
import { CatchUp } from './catch-up.ts'

/** How far a player's time may lie behind: how long a stall is made up for in full. */
const MOST_BEHIND_MS: Ms = 2000

/**
 * The rule of "Multiplayer Platformer Log #5": a player has a time of its own, which begins when it joins and moves
 * on by a step with each input applied, and never passes the next network tick; further inputs wait. So whoever
 * sends faster still moves at 1.00x, and at no moment is anybody ahead by more than a network interval, where
 * `Budget` grants 150 ms at the start. Time that fell behind by more than 2 s is lost for good, and the rest is made up
 * for at twice the normal speed, as with `Budget`.
 */
export class StrictTime implements InputGuard {
  readonly #mostBehind: SubTick
  readonly #catchUp = new CatchUp(CATCH_UP)
  #time: SubTick

  /** `now`: the room's time; `stepMs`: the length of a step, above 0. */
  constructor(now: SubTick, stepMs: Ms) {
    this.#time = now
    this.#mostBehind = Math.round((MOST_BEHIND_MS / stepMs) * SUBTICKS_PER_STEP)
  }

  /** The player's own time. */
  get time(): SubTick {
    return this.#time
  }

  /** Takes one step if it ends before the next network tick or with it. May be called inside a tick. */
  take(now: SubTick, nextSend: SubTick): boolean {
    const time = Math.max(this.#time, now - this.#mostBehind) + SUBTICKS_PER_STEP
    if (time > nextSend || !this.#catchUp.take(now)) return false
    this.#time = time
    return true
  }
}
