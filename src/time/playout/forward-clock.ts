import type { Ms } from '../../base/units.ts'

/**
 * Beyond this the clock is set instead of run: after a hidden tab, or a stall. A step back beyond this is a new local clock.
 */
const JUMP_MS = 250
/** A render time may run this far past the newest stamp (or two send intervals, if longer). Then it waits for data. */
const LEAD_MS = 1_000

/** A render time that only goes forward, towards a target that may move either way. Most playouts use it. */
export class ForwardClock {
  newestStampMs: Ms = -Infinity
  /** The render time; NaN before data. */
  renderTimeMs: Ms = Number.NaN
  /** Server time per local time in the last frame. */
  rate = 1
  /** How often the render time moved by over 250 ms more than the time that had passed, or `jump` moved it. */
  jumps = 0
  #lastMs: Ms = Number.NaN
  #intervalMs: Ms = 0

  /** Forgets everything but the count of jumps. */
  restart(intervalMs: Ms): void {
    this.#intervalMs = intervalMs
    this.newestStampMs = -Infinity
    this.renderTimeMs = Number.NaN
    this.rate = 1
    this.#lastMs = Number.NaN
  }

  /** The latest render time allowed: 1 s, or two send intervals if longer, past the newest stamp. */
  get limitMs(): Ms {
    return this.newestStampMs + Math.max(LEAD_MS, 2 * this.#intervalMs)
  }

  /** Notes the stamp of a snapshot that arrived. Returns true if it is newer than all before. */
  note(stampMs: Ms): boolean {
    if (!(stampMs > this.newestStampMs)) return false
    this.newestStampMs = stampMs
    return true
  }

  /**
   * Begins the frame at `nowMs`, local time, and returns its length: 0 for the first frame, and NaN if the clock stands still,
   * runs backwards or is NaN.
   */
  beginFrame(nowMs: Ms): Ms {
    if (Number.isNaN(nowMs)) return Number.NaN
    const isFirst = Number.isNaN(this.#lastMs)
    const frameMs = isFirst ? 0 : nowMs - this.#lastMs
    if (isFirst || frameMs > 0 || frameMs < -JUMP_MS) this.#lastMs = nowMs
    return isFirst || frameMs > 0 ? frameMs : Number.NaN
  }

  /** Ends the frame: goes to `targetMs` (NaN before data) unless that is behind the render time. */
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

  /** Goes to `targetMs` at once unless that is behind, as if a frame had begun there at `nowMs`. */
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
