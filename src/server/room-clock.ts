import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'

/** How far a room may fall behind before it leaves time out instead of catching up. */
const MOST_BEHIND_MS: Ms = 250

/**
 * The room's time, counted from its opening in subticks. It follows the clock of the process, but leaves time out when the
 * process stood still: a room that tried to catch up on ten seconds would stand still again. It never runs backwards, for
 * time is left out before anybody asks what the time is.
 */
export class RoomClock {
  readonly #stepMs: Ms
  #startMs: Ms

  /** `nowMs`: the present, at which the room's time begins. */
  constructor(stepMs: Ms, nowMs: Ms) {
    this.#stepMs = stepMs
    this.#startMs = nowMs
  }

  /** The room's time at a moment of the process's clock. */
  subTicksAt(nowMs: Ms): SubTick {
    return Math.floor(((nowMs - this.#startMs) / this.#stepMs) * SUBTICKS_PER_STEP)
  }

  /** The moment of the process's clock at which the room's time is `subTicks`. */
  msAt(subTicks: SubTick): Ms {
    return this.#startMs + (subTicks / SUBTICKS_PER_STEP) * this.#stepMs
  }

  /**
   * Leaves out what is more than 250 ms past the room's next duty, which was due at `due`. Returns how many milliseconds
   * that was; 0 nearly always.
   */
  leaveOut(nowMs: Ms, due: SubTick): Ms {
    const leftOutMs = nowMs - this.msAt(due) - MOST_BEHIND_MS
    if (!(leftOutMs > 0)) return 0
    this.#startMs += leftOutMs
    return leftOutMs
  }
}
