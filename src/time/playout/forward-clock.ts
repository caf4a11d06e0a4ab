import type { Ms } from '../../base/units.ts'

/** Beyond this the clock is set instead of run: a hidden tab, a stall. Also what counts as a new local clock. */
const JUMP_MS = 250
/** A render time may run this far past the newest stamp, then waits for data. */
const LEAD_MS = 1_000

/**
 * A render time that only goes forward, towards a target that may move either way: what the playouts have in
 * common.
 */
export class ForwardClock {
  /** The newest stamp that has come. */
  newestStampMs: Ms = -Infinity
  /** Where the render time is; NaN before data. */
  renderTimeMs: Ms = Number.NaN
  /** Server time per local time in the last frame. */
  rate = 1
  /** How often the render time went over 250 ms ahead of the time that had passed, or was told to jump. */
  jumps = 0
  #lastMs: Ms = Number.NaN
  #intervalMs: Ms = 0

  /** Forgets all but the count of jumps. */
  restart(intervalMs: Ms): void {
    this.#intervalMs = intervalMs
    this.newestStampMs = -Infinity
    this.renderTimeMs = Number.NaN
    this.rate = 1
    this.#lastMs = Number.NaN
  }

  /** The latest render time that is allowed: 1 s past the newest stamp. */
  get limitMs(): Ms {
    return this.newestStampMs + Math.max(LEAD_MS, 2 * this.#intervalMs)
  }

  /** Notes the stamp of a snapshot that came. True if it is newer than all before. */
  note(stampMs: Ms): boolean {
    if (!(stampMs > this.newestStampMs)) return false
    this.newestStampMs = stampMs
    return true
  }

  /**
   * Begins the frame at `nowMs`, local time, and returns how long it is: 0 for the first one, NaN where there is none because
   * the clock stands still, runs backwards or says nothing.
   */
  beginFrame(nowMs: Ms): Ms {
    if (Number.isNaN(nowMs)) return Number.NaN
    const isFirst = Number.isNaN(this.#lastMs)
    const frameMs = isFirst ? 0 : nowMs - this.#lastMs
    if (isFirst || frameMs > 0 || frameMs < -JUMP_MS) this.#lastMs = nowMs
    return isFirst || frameMs > 0 ? frameMs : Number.NaN
  }

  /** Ends the frame: goes to `targetMs`, where the render time should be (NaN before data), unless that lies back. */
  endFrame(targetMs: Ms, frameMs: Ms): void {
    const fromMs = this.renderTimeMs
    const toMs = Math.min(targetMs, this.limitMs)
    if (!(toMs > fromMs)) {
      this.rate = Number.isNaN(fromMs) ? 1 : 0
      if (Number.isNaN(fromMs)) this.renderTimeMs = toMs
      return
    }
    const movedMs = toMs - fromMs
    const isJump = movedMs > frameMs + JUMP_MS
    this.renderTimeMs = toMs
    this.rate = isJump ? 1 : movedMs / frameMs
    if (isJump) this.jumps++
  }

  /** Goes to `targetMs` at once, unless that lies back, as if a frame had begun there at `nowMs`. */
  jump(nowMs: Ms, targetMs: Ms): void {
    if (Number.isNaN(nowMs)) return
    this.#lastMs = nowMs
    const toMs = Math.min(targetMs, this.limitMs)
    if (Number.isNaN(this.renderTimeMs)) this.renderTimeMs = toMs
    if (!(toMs > this.renderTimeMs)) return
    this.renderTimeMs = toMs
    this.rate = 1
    this.jumps++
  }
}
