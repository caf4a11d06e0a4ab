import type { Ms } from '../../base/units.ts'

const LEAST_RATE = 0.5
const MOST_RATE = 2
/** A local clock that goes back by more is a new one. */
const NEW_CLOCK_MS = 250

/**
 * How fast a followed clock runs against the local one, frame by frame: what the `scale` of a `FixedTimestep` must be
 * for its steps to follow that clock. Between 0.5 and 2; what is beyond is left out, not made up later. Arguments
 * and result are fields, because V8 boxes fractional arguments of calls that it does not inline.
 */
export class ClockRate {
  /** Argument of `run`: the end of the frame, on the local clock. */
  nowMs: Ms = Number.NaN
  /** Argument of `run`: the followed clock at `nowMs`; NaN while it is not known. */
  timeMs: Ms = Number.NaN
  /** Result of `run`: 1 while the followed clock is not known for a whole frame. */
  rate = 1
  #lastNowMs: Ms = Number.NaN
  #lastTimeMs: Ms = Number.NaN

  /** Forgets the frame before. */
  clear(): void {
    this.rate = 1
    this.#lastNowMs = Number.NaN
    this.#lastTimeMs = Number.NaN
  }

  /** Sets `rate` for the frame that ends at `nowMs`. A local clock that stands still or says NaN keeps it. */
  run(): void {
    const frameMs = this.nowMs - this.#lastNowMs
    if (frameMs > -NEW_CLOCK_MS && frameMs <= 0) return
    if (Number.isNaN(this.nowMs)) return
    const rate = frameMs > 0 ? (this.timeMs - this.#lastTimeMs) / frameMs : Number.NaN
    this.rate = Number.isNaN(rate) ? 1 : Math.min(Math.max(rate, LEAST_RATE), MOST_RATE)
    this.#lastNowMs = this.nowMs
    this.#lastTimeMs = this.timeMs
  }
}
