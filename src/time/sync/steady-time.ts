import type { Ms } from '../../base/units.ts'

/** If the estimate is further ahead than this, the time jumps. A local clock that goes back by more is a new clock. */
const JUMP_MS = 250

/**
 * A time that follows an estimate and never runs backwards. It runs faster or slower, within a limit, to reach the estimate,
 * and jumps only when the estimate is over 250 ms ahead. Allocates nothing.
 */
export class SteadyTime {
  readonly #maxSlew: number
  #timeMs: Ms = Number.NaN
  #lastMs: Ms = Number.NaN

  /** `maxSlew` is 0 to 1 (1 excluded): the time runs at `1 - maxSlew` to `1 + maxSlew` of the local clock. */
  constructor(maxSlew: number) {
    this.#maxSlew = maxSlew
  }

  /** Forgets everything. The time may start again from any value. */
  clear(): void {
    this.#timeMs = Number.NaN
    this.#lastMs = Number.NaN
  }

  /** The time that the last `advance` returned. NaN until there is an estimate. */
  get timeMs(): Ms {
    return this.#timeMs
  }

  /**
   * Moves on to `nowMs` on the local clock and returns the time. `targetMs` is the estimate; NaN if there is none. If `nowMs`
   * stands still, runs backwards or is NaN, the time does not change.
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
