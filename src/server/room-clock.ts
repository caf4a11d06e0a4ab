import { type Ms, SUBTICKS_PER_STEP, type SubTick, type Tick } from '../base/units.ts'
import { type Archive, archiveMs } from './save/archive.ts'

/** How far a room may fall behind before it leaves time out instead of catching up. */
const MOST_BEHIND_MS: Ms = 250

/**
 * The room's time, counted from its opening in subticks. It follows the clock of the process, but leaves out the time for
 * which the process stood still: a room that caught up on ten seconds would stand still again. It never runs backwards,
 * because the room leaves time out before anything reads the time.
 */
export class RoomClock {
  readonly #stepMs: Ms
  #startMs: Ms

  /** `nowMs`: the present, at which the room's time begins. */
  constructor(stepMs: Ms, nowMs: Ms) {
    this.#stepMs = stepMs
    this.#startMs = nowMs
  }

  /** `tick`: the newest step. `nowMs`: the present. */
  archive(archive: Archive, tick: Tick, nowMs: Ms): void {
    this.#startMs = archiveMs(archive, this.#startMs)
    // The step was run by now.
    if (archive.isRestoring && this.msAt(tick * SUBTICKS_PER_STEP) > nowMs) this.begin(tick, nowMs)
  }

  /** Lets the room's time be that of step `tick` at `nowMs`. */
  begin(tick: Tick, nowMs: Ms): void {
    this.#startMs = nowMs - tick * this.#stepMs
  }

  /** Returns the room's time at a moment of the process's clock. */
  subTicksAt(nowMs: Ms): SubTick {
    return Math.floor(((nowMs - this.#startMs) / this.#stepMs) * SUBTICKS_PER_STEP)
  }

  /** Returns the moment of the process's clock at which the room's time is `subTicks`. */
  msAt(subTicks: SubTick): Ms {
    return this.#startMs + (subTicks / SUBTICKS_PER_STEP) * this.#stepMs
  }

  /**
   * Leaves out the time beyond 250 ms after `due`, the time of the room's next step or network tick. Returns how many
   * milliseconds it left out, nearly always 0.
   */
  leaveOut(nowMs: Ms, due: SubTick): Ms {
    const leftOutMs = nowMs - this.msAt(due) - MOST_BEHIND_MS
    if (!(leftOutMs > 0)) return 0
    this.#startMs += leftOutMs
    return leftOutMs
  }
}
