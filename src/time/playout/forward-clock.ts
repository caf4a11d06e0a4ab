import type { Ms } from '../../base/units.ts'

/** Beyond this the clock is set instead of run: a hidden tab, a stall. Also what counts as a new local clock. */
const JUMP_MS = 250
/** A render time may run this far past the newest stamp, then waits for data. */
const LEAD_MS = 1_000

/**
 * A render time that only goes forward, towards a target that may move either way: what the playouts have in
 * common. Arguments and results are fields, because V8 boxes fractional ones of every call that it does not
 * inline.
 */
export class ForwardClock {
  /** Argument of `open`, `close` and `jump`: the local time of the frame. */
  nowMs: Ms = Number.NaN
  /** Argument of `close` and `jump`: where the render time should be; NaN before data. */
  targetMs: Ms = Number.NaN
  /** Argument of `open` and `jump`: the newest stamp that has come; the clock leads it by 1 s at most. */
  newestStampMs: Ms = -Infinity
  /** Where the render time is; NaN before data. */
  renderTimeMs: Ms = Number.NaN
  /** How long the frame is that `open` began, in local time; 0 when no time has passed or that is not known. */
  frameMs: Ms = 0
  /** The latest render time that is allowed in the frame that `open` began. */
  limitMs: Ms = Number.NaN
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
    this.frameMs = 0
    this.rate = 1
    this.#lastMs = Number.NaN
  }

  /** Begins the frame at `nowMs`; false when the clock stands still, runs backwards or says nothing. */
  open(): boolean {
    const frameMs = this.nowMs - this.#lastMs
    this.frameMs = frameMs > 0 ? frameMs : 0
    if (Number.isNaN(this.nowMs)) return false
    if (frameMs < -JUMP_MS) this.#lastMs = this.nowMs
    if (frameMs <= 0) return false
    this.#lastMs = this.nowMs
    this.#limit()
    return true
  }

  /** Ends the frame: goes to the target, unless that lies back. */
  close(): void {
    const fromMs = this.renderTimeMs
    const toMs = Math.min(this.targetMs, this.limitMs)
    if (!(toMs > fromMs)) {
      this.rate = Number.isNaN(fromMs) ? 1 : 0
      if (Number.isNaN(fromMs)) this.renderTimeMs = toMs
      return
    }
    const movedMs = toMs - fromMs
    const isJump = movedMs > this.frameMs + JUMP_MS
    this.renderTimeMs = toMs
    this.rate = isJump ? 1 : movedMs / this.frameMs
    if (isJump) this.jumps++
  }

  /** Goes to the target at once, unless that lies back, as if the frame had begun there. */
  jump(): void {
    if (Number.isNaN(this.nowMs)) return
    this.#lastMs = this.nowMs
    this.#limit()
    const toMs = Math.min(this.targetMs, this.limitMs)
    if (Number.isNaN(this.renderTimeMs)) this.renderTimeMs = toMs
    if (!(toMs > this.renderTimeMs)) return
    this.renderTimeMs = toMs
    this.rate = 1
    this.jumps++
  }

  #limit(): void {
    this.limitMs = this.newestStampMs + Math.max(LEAD_MS, 2 * this.#intervalMs)
  }
}
