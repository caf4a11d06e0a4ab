import { SlidingMin } from '../../base/estimate.ts'
import type { Ms } from '../../base/units.ts'
import { SentTimes } from './sent-times.ts'

/**
 * How long inputs take to reach the server, by its own reports. The *way* of an input is its arrival in steps of the server
 * less its sending in steps of the local clock: the offset between the clocks plus the delay of the uplink. It does not depend
 * on what the client does with its input clock, so corrections still in flight need not be subtracted. Free of allocation.
 */
export class InputArrivals {
  /** The shortest way within the window, in fractional steps. NaN before the first report. */
  fastestSteps: number = Number.NaN
  #stepMs: Ms = Number.NaN
  #newestId = -Infinity
  readonly #sent = new SentTimes()
  readonly #fastest: SlidingMin

  /** `windowMs` is how long a short way counts, above 0. */
  constructor(windowMs: Ms) {
    this.#fastest = new SlidingMin(windowMs)
  }

  /** Forgets everything and sets the length of a step. */
  begin(stepMs: Ms): void {
    this.#stepMs = stepMs
    this.#newestId = -Infinity
    this.#sent.clear()
    this.#fastest.clear()
    this.fastestSteps = Number.NaN
  }

  /** Notes that input `inputId` (an integer that does not wrap) is sent at `nowMs` on the local clock. */
  sent(inputId: number, nowMs: Ms): void {
    this.#sent.note(inputId, nowMs)
  }

  /**
   * Reads the server's report that input `inputId` arrived at `arrivalSteps` of the server's clock. Returns the way of that
   * input. Returns NaN and ignores the report if one for this input or a newer one came before, or the input is no longer
   * remembered.
   */
  came(inputId: number, arrivalSteps: number): number {
    const sentMs = this.#sent.atMs(inputId)
    if (Number.isNaN(sentMs) || inputId <= this.#newestId) return Number.NaN
    this.#newestId = inputId
    const waySteps = arrivalSteps - sentMs / this.#stepMs
    this.#fastest.insert(waySteps, sentMs)
    this.fastestSteps = this.#fastest.least
    return waySteps
  }
}
