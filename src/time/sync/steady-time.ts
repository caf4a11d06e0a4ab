import type { Ms } from '../../base/units.ts'

/** Beyond this the time jumps, if that is forward; a local clock that goes back by more is a new one. */
const JUMP_MS = 250

/**
 * A time that follows an estimate and never runs backwards: what lies between the two is made up by running
 * faster or slower within a limit. Only when the estimate is over 250 ms ahead it jumps there. Allocates nothing.
 */
export class SteadyTime {
  readonly #maxSlew: number
  #timeMs: Ms = Number.NaN
  #lastMs: Ms = Number.NaN

  /** `maxSlew`, 0 to 1 (1 excluded): the time runs at `1 - maxSlew` to `1 + maxSlew` of the local clock. */
  constructor(maxSlew: number) {
    this.#maxSlew = maxSlew
  }

  /** Forgets everything; time may start anew, also further back. */
  clear(): void {
    this.#timeMs = Number.NaN
    this.#lastMs = Number.NaN
  }

  /** What `advance` came to last; NaN until there was an estimate. */
  get timeMs(): Ms {
    return this.#timeMs
  }

  /**
   * Moves on to `nowMs`, local clock, and returns the time. `targetMs`: what the estimate says it is; NaN while it says
   * nothing. A clock that stands still, runs backwards or says NaN changes nothing.
   */
  advance(nowMs: Ms, targetMs: Ms): Ms {
    if (Number.isNaN(nowMs) || Number.isNaN(targetMs)) return this.#timeMs
    const isFirst = Number.isNaN(this.#timeMs)
    const frameMs = isFirst ? 0 : nowMs - this.#lastMs
    if (isFirst) this.#timeMs = targetMs
    if (isFirst || frameMs > 0 || frameMs < -JUMP_MS) this.#lastMs = nowMs
    if (frameMs > 0) this.#follow(targetMs, frameMs)
    return this.#timeMs
  }

  #follow(targetMs: Ms, frameMs: Ms): void {
    const errorMs = targetMs - (this.#timeMs + frameMs)
    const mostMs = this.#maxSlew * frameMs
    if (errorMs > JUMP_MS) this.#timeMs = targetMs
    else this.#timeMs += frameMs + Math.min(Math.max(errorMs, -mostMs), mostMs)
  }
}
