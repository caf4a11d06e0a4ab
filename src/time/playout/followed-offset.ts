import { SlidingMin } from '../../base/estimate.ts'
import type { Ms } from '../../base/units.ts'

/** How long a fast arrival counts: longer than a stall of 2 s, short enough for a slower route to be believed. */
const WINDOW_MS = 3_000
/** An error is run down with this time constant, by at most this much of the time that passes. */
const SETTLE_MS = 1_000
const MAX_CORRECTION = 0.1
/** Beyond this the offset is set instead. */
const JUMP_MS = 250

/**
 * Local clock less the server's, with the path's delay in it: the least arrival - stamp of the last 3 s, followed
 * gently (time constant 1 s, a tenth of the time at most, set at once when over 250 ms off). `now - offset` is so
 * a server time that runs at 0.9x to 1.1x. Arguments and results are fields; see `ForwardClock`.
 */
export class FollowedOffset {
  /** Argument of `insert`: the stamp of the snapshot that came. */
  stampMs: Ms = Number.NaN
  /** Argument of `insert`: when it came. */
  arrivedAtMs: Ms = Number.NaN
  /** Argument of `follow`: how long the frame is; Infinity goes all the way. */
  frameMs: Ms = 0
  /** What is followed to; NaN before data. */
  leastMs: Ms = Number.NaN
  /** The offset; NaN before data. */
  offsetMs: Ms = Number.NaN
  readonly #window = new SlidingMin(WINDOW_MS)

  /** Forgets everything. */
  restart(): void {
    this.#window.clear()
    this.leastMs = Number.NaN
    this.offsetMs = Number.NaN
  }

  /** Takes a snapshot into account; in any order. */
  insert(): void {
    const window = this.#window
    window.timeMs = this.arrivedAtMs
    window.sample = this.arrivedAtMs - this.stampMs
    window.insert()
    this.leastMs = window.least
  }

  /** Moves the offset on by one frame. */
  follow(): void {
    const errorMs = this.leastMs - this.offsetMs
    if (!(Math.abs(errorMs) <= JUMP_MS) || this.frameMs === Infinity) {
      this.offsetMs = this.leastMs
      return
    }
    const mostMs = MAX_CORRECTION * this.frameMs
    const wantedMs = errorMs * (1 - Math.exp(-this.frameMs / SETTLE_MS))
    this.offsetMs += Math.min(Math.max(wantedMs, -mostMs), mostMs)
  }
}
