import { above0, from0, misuse } from '../../base/settings.ts'
import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import { CatchUp } from './catch-up.ts'

/** Says when an input of a player may be applied; a room makes one for each player. */
export interface InputGuard {
  /**
   * Takes one step if there is one; otherwise the input waits. `now`: the room's time, which never runs backwards;
   * `nextSend`: that of the network tick to come. Called inside a tick.
   */
  take(now: SubTick, nextSend: SubTick): boolean
}

/** How much a `Budget` grants. All of it is time, so that it means the same at 30 and at 128 steps a second. */
export interface BudgetOptions {
  /** What a player starts with, for the first burst of a connection. From 0. Default 150 ms. */
  readonly startMs?: Ms | undefined
  /** What a player can save up: how long a stall is made up for in full. Above 0. Default 2000 ms. */
  readonly savedMs?: Ms | undefined
  /** How many times the normal speed saved steps are paid out at. From 1. Default 2. */
  readonly catchUp?: number | undefined
}

const START_MS: Ms = 150
const SAVED_MS: Ms = 2000
/** How many times the normal speed a player catches up at. */
export const CATCH_UP = 2

/**
 * The default guard, a token bucket: one step more for each step of the room's time, one less for each input (Source's
 * tick bank). A player who sends faster moves at 1.00x. A player who was held up catches up, at twice the normal speed: so
 * steps that were saved on purpose, by a lag switch, are no leap.
 */
export class Budget implements InputGuard {
  readonly #most: SubTick
  readonly #catchUp: CatchUp
  #saved: SubTick
  #at: SubTick

  /** `now`: the room's time; `stepMs`: the length of a step, above 0. Throws `misuse` for options out of range. */
  constructor(now: SubTick, stepMs: Ms, options: BudgetOptions = {}) {
    const { startMs = START_MS, savedMs = SAVED_MS, catchUp = CATCH_UP } = options
    if (!(catchUp >= 1)) misuse('catchUp', catchUp, 'from 1')
    // In whole subticks, as the room's time: a rounding error must not cost a step.
    this.#most = Math.round((above0(savedMs, 'savedMs') / stepMs) * SUBTICKS_PER_STEP)
    const start = Math.round((from0(startMs, 'startMs') / stepMs) * SUBTICKS_PER_STEP)
    this.#saved = Math.min(this.#most, start)
    this.#catchUp = new CatchUp(catchUp)
    this.#at = now
  }

  /** Takes one step if there is one. May be called inside a tick. */
  take(now: SubTick): boolean {
    if (now > this.#at) {
      this.#saved = Math.min(this.#most, this.#saved + now - this.#at)
      this.#at = now
    }
    if (this.#saved < SUBTICKS_PER_STEP || !this.#catchUp.take(now)) return false
    this.#saved -= SUBTICKS_PER_STEP
    return true
  }
}
