import { SlidingMin } from '../../base/estimate.ts'
import type { Ms } from '../../base/units.ts'
import { SentTimes } from './sent-times.ts'

/**
 * How long inputs take to the server, by its own reports. Arrival in the server's steps less sending in steps of the
 * local clock is the *way*: offset of the clocks and delay of the uplink together. It does not depend on what the client
 * does with its input clock, so corrections still in flight need not be subtracted. Free of allocation.
 */
export class InputArrivals {
  /** The fastest way of late, in steps with their fraction. NaN before the first report. */
  fastestSteps: number = Number.NaN
  #stepMs: Ms = Number.NaN
  #newestId = -Infinity
  readonly #sent = new SentTimes()
  readonly #fastest: SlidingMin

  /** `windowMs`: how long the fastest way counts, above 0. */
  constructor(windowMs: Ms) {
    this.#fastest = new SlidingMin(windowMs)
  }

  /** Forgets everything; from now on steps are `stepMs` long. */
  begin(stepMs: Ms): void {
    this.#stepMs = stepMs
    this.#newestId = -Infinity
    this.#sent.clear()
    this.#fastest.clear()
    this.fastestSteps = Number.NaN
  }

  /** Notes that input `inputId` (an integer that does not wrap) is sent at `nowMs`, local clock. */
  sent(inputId: number, nowMs: Ms): void {
    this.#sent.note(inputId, nowMs)
  }

  /**
   * Takes the server's word that input `inputId` came at `arrivalSteps` of its clock. Returns the way of that input; NaN, and
   * nothing changes, when it was told of this one or a newer one before, or the input is no longer remembered.
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
