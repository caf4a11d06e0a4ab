import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import { type Archive, archiveSubTicks } from '../save/archive.ts'
import { CATCH_UP, type InputGuard } from './budget.ts'
import { CatchUp } from './catch-up.ts'

/** How far a player's time may be behind. A stall of this length is made up for in full. */
const MOST_BEHIND_MS: Ms = 2000

/**
 * The rule of "Multiplayer Platformer Log #5". A player has a time of its own, which begins when the player joins, moves on
 * by a step with each input applied, and never passes the next network tick. Further inputs wait. A player who sends faster
 * therefore still moves at 1.00x, and is never ahead by more than a network interval, where `Budget` grants 150 ms at the
 * start. Time more than 2 s behind is lost for good. The rest is made up for at twice the normal speed, as with `Budget`.
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

  archive(archive: Archive): void {
    this.#time = archiveSubTicks(archive, this.#time)
    this.#catchUp.archive(archive)
  }

  /** The player's own time. */
  get time(): SubTick {
    return this.#time
  }

  /** Takes one step if it ends no later than the next network tick. May be called inside a tick. */
  take(now: SubTick, nextSend: SubTick): boolean {
    const time = Math.max(this.#time, now - this.#mostBehind) + SUBTICKS_PER_STEP
    if (time > nextSend || !this.#catchUp.take(now)) return false
    this.#time = time
    return true
  }
}
