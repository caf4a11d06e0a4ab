import type { Ms } from '../../base/units.ts'
import { ClockRate } from '../loop/clock-rate.ts'
import { SentTimes } from '../loop/sent-times.ts'
import type { StepDriver } from '../loop/step-driver.ts'
import { RoundTripClock, type RoundTripClockOptions } from './round-trip-clock.ts'

/**
 * Makes a client's steps follow the server's real time as estimated by a `RoundTripClock`. The round trips are made of inputs
 * and the snapshots that answer them, so nothing more is sent. It keeps the rate, not a distance, like `PhaseLockedSteps`. The
 * rate is between 0.9 and 1.1 except when the clock jumps. Everything may be called inside a frame and creates no objects.
 */
export class RoundTripSteps implements StepDriver {
  /** The clock that the steps follow. */
  readonly clock: RoundTripClock
  readonly #rate = new ClockRate()
  readonly #sent = new SentTimes()
  #stepMs: Ms = Number.NaN

  /** `options` are those of the clock. Throws `misuse` for settings out of their ranges. */
  constructor(options: RoundTripClockOptions = {}) {
    this.clock = new RoundTripClock(options)
  }

  begin(stepMs: Ms, _intervalMs: Ms): void {
    this.clock.begin()
    this.#stepMs = stepMs
    this.#sent.clear()
    this.#rate.clear()
  }

  generated(inputId: number, nowMs: Ms): void {
    this.#sent.note(inputId, nowMs)
  }

  snapshot(stampMs: Ms, arrivedAtMs: Ms, inputId: number, arrivalSteps: number): void {
    this.clock.sample(this.#sent.atMs(inputId), arrivalSteps * this.#stepMs, stampMs, arrivedAtMs)
  }

  rate(nowMs: Ms, _stampSteps: number): number {
    return this.#rate.ofFrame(nowMs, this.clock.timeMs(nowMs))
  }
}
