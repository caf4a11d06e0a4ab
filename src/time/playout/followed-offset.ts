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
 * a server time that runs at 0.9x to 1.1x.
 */
export class FollowedOffset {
  readonly #window = new SlidingMin(WINDOW_MS)
  #offsetMs: Ms = Number.NaN

  /** Forgets everything. */
  restart(): void {
    this.#window.clear()
    this.#offsetMs = Number.NaN
  }

  /** Takes a snapshot into account; in any order. */
  insert(stampMs: Ms, arrivedAtMs: Ms): void {
    this.#window.insert(arrivedAtMs - stampMs, arrivedAtMs)
  }

  /** Moves the offset on by a frame of `frameMs` and returns it; NaN before data. Infinity goes all the way. */
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
