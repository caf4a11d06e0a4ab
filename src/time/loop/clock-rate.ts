import type { Ms } from '../../base/units.ts'

const LEAST_RATE = 0.5
const MOST_RATE = 2
/** A local clock that goes back by more is a new one. */
const NEW_CLOCK_MS = 250

/**
 * How fast a followed clock runs against the local one, frame by frame: what the `scale` of a `FixedTimestep` must be
 * for its steps to follow that clock. Between 0.5 and 2; what is beyond is left out, not made up later.
 */
export class ClockRate {
  #rate = 1
  #lastNowMs: Ms = Number.NaN
  #lastTimeMs: Ms = Number.NaN

  /** Forgets the frame before. */
  clear(): void {
    this.#rate = 1
    this.#lastNowMs = Number.NaN
    this.#lastTimeMs = Number.NaN
  }

  /**
   * The rate of the frame that ends at `nowMs`, where the followed clock says `timeMs`; NaN while it says nothing. 1 while
   * that clock is not known for a whole frame. A local clock that stands still or says NaN keeps the rate.
   */
  ofFrame(nowMs: Ms, timeMs: Ms): number {
    const frameMs = nowMs - this.#lastNowMs
    const isStill = frameMs > -NEW_CLOCK_MS && frameMs <= 0
    if (isStill || Number.isNaN(nowMs)) return this.#rate
    const rate = frameMs > 0 ? (timeMs - this.#lastTimeMs) / frameMs : Number.NaN
    this.#rate = Number.isNaN(rate) ? 1 : Math.min(Math.max(rate, LEAST_RATE), MOST_RATE)
    this.#lastNowMs = nowMs
    this.#lastTimeMs = timeMs
    return this.#rate
  }
}
