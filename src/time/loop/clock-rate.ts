import type { Ms } from '../../base/units.ts'

const LEAST_RATE = 0.5
const MOST_RATE = 2
/** A local clock that goes back by more than this is a new clock. */
const NEW_CLOCK_MS = 250

/**
 * How fast a followed clock runs against the local one, frame by frame. Steps follow that clock if the `scale` of their
 * `FixedTimestep` is this rate. The rate is between 0.5 and 2. Time lost beyond these limits is not made up later.
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
   * Returns the rate of the frame that ends at `nowMs`, where the followed clock says `timeMs`, or NaN while its time is
   * unknown. Returns 1 until that clock is known for a whole frame. Keeps the rate when `nowMs` does not advance or is NaN.
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
