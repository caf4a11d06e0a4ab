import { above0, from0, misuse } from '../../base/settings.ts'
import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import { type Archive, archiveFinite } from '../save/archive.ts'
import { CatchUp } from './catch-up.ts'

/** Decides when an input of a player may be applied. A room makes one for each player. */
export interface InputGuard {
  /**
   * Takes one step if there is one. Otherwise returns false, and the input waits. `now`: the room's time, which never runs
   * backwards. `nextSend`: the room's time at the next network tick. Called inside a tick.
   */
  take(now: SubTick, nextSend: SubTick): boolean
  /** Saves or restores its state: see `Archive`. Without it, a restored room begins with a new guard for the player. */
  archive?(archive: Archive): void
}

/** How much a `Budget` grants. Amounts are times, so that they mean the same at 30 and at 128 steps a second. */
export interface BudgetOptions {
  /** Time that a player starts with, for the first burst of a connection. From 0. Default 150 ms. */
  readonly startMs?: Ms | undefined
  /** Most time that a player can save up. A stall of this length is made up for in full. Above 0. Default 2000 ms. */
  readonly savedMs?: Ms | undefined
  /** How fast a player spends saved steps, as a multiple of the normal speed. From 1. Default 2. */
  readonly catchUp?: number | undefined
}

const START_MS: Ms = 150
const SAVED_MS: Ms = 2000
/** How fast a player catches up, as a multiple of the normal speed. */
export const CATCH_UP = 2

/**
 * The default guard, a token bucket: each step of the room's time adds one step, and each input takes one (Source's tick
 * bank). A player who sends faster moves at 1.00x. A player who was held up catches up at twice the normal speed, so that
 * steps saved on purpose, by a lag switch, do not become a leap.
 */
export class Budget implements InputGuard {
  readonly #most: SubTick
  readonly #catchUp: CatchUp
  #saved: SubTick
  #at: SubTick

  /** `now`: the room's time; `stepMs`: the length of a step, above 0. Throws `misuse` for options out of range. */
  constructor(now: SubTick, stepMs: Ms, options: BudgetOptions = {}) {
    const { startMs = START_MS, savedMs = SAVED_MS, catchUp = CATCH_UP } = options
    if (!(catchUp >= 1)) misuse('catchUp', catchUp, 'at least 1')
    // In whole subticks, like the room's time, because a rounding error must not cost a step.
    this.#most = Math.round((above0(savedMs, 'savedMs') / stepMs) * SUBTICKS_PER_STEP)
    const start = Math.round((from0(startMs, 'startMs') / stepMs) * SUBTICKS_PER_STEP)
    this.#saved = Math.min(this.#most, start)
    this.#catchUp = new CatchUp(catchUp)
    this.#at = now
  }

  archive(archive: Archive): void {
    this.#saved = archiveFinite(archive, this.#saved)
    this.#at = archiveFinite(archive, this.#at)
    this.#catchUp.archive(archive)
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
