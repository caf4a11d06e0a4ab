import { SlidingMin } from '../../base/estimate.ts'
import type { Ms } from '../../base/units.ts'

/** How long a fast arrival counts: longer than a stall of 2 s, but short enough to accept a slower route soon. */
const WINDOW_MS = 3_000
/** An error is corrected with this time constant, by at most this share of the time that passes. */
const SETTLE_MS = 1_000
const MAX_CORRECTION = 0.1
/** Beyond this the offset is set at once. */
const JUMP_MS = 250

/**
 * Local clock less the server's, including the path's delay: the least arrival - stamp of the last 3 s. The offset follows it
 * gently, with a time constant of 1 s and by at most a tenth of the time that passes. It is set at once when over 250 ms off.
 * So `now - offset` is a server time that runs at 0.9x to 1.1x.
 */
export class FollowedOffset {
  readonly #window = new SlidingMin(WINDOW_MS)
  #offsetMs: Ms = Number.NaN

  restart(): void {
    this.#window.clear()
    this.#offsetMs = Number.NaN
  }

  /** Adds a snapshot's arrival, in any order. */
  insert(stampMs: Ms, arrivedAtMs: Ms): void {
    this.#window.insert(arrivedAtMs - stampMs, arrivedAtMs)
  }

  /**
   * Moves the offset on by a frame of `frameMs` and returns it; NaN before data. A `frameMs` of Infinity sets the offset at
   * once.
   */
  follow(frameMs: Ms): Ms {
    const leastMs = this.#window.least
    const errorMs = leastMs - this.#offsetMs
    const mostMs = MAX_CORRECTION * frameMs
    const wantedMs = errorMs * (1 - Math.exp(-frameMs / SETTLE_MS))
    const isSet = !(Math.abs(errorMs) <= JUMP_MS) || frameMs === Infinity
    if (isSet) this.#offsetMs = leastMs
    else this.#offsetMs += Math.min(Math.max(wantedMs, -mostMs), mostMs)
    return this.#offsetMs
  }
}
