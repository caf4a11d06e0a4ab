import type { Ms } from '../../base/units.ts'
import { ClockRate } from '../loop/clock-rate.ts'
import { SentTimes } from '../loop/sent-times.ts'
import type { StepDriver } from '../loop/step-driver.ts'
import { RoundTripClock, type RoundTripClockOptions } from './round-trip-clock.ts'

/**
 * Lets a client's steps follow the server's real time as a `RoundTripClock` knows it, from inputs and the
 * snapshots that answer them; nothing more is sent. It keeps the rate, not a distance, like `PhaseLockedSteps`.
 * Between 0.9 and 1.1 but for a jump of the clock. Everything may be called inside a frame and creates no objects.
 */
export class RoundTripSteps implements StepDriver {
  /** The clock that is followed. */
  readonly clock: RoundTripClock
  readonly #rate = new ClockRate()
  readonly #sent = new SentTimes()
  #stepMs: Ms = Number.NaN

  /** `options`: those of the clock. Throws `misuse` for settings out of their ranges. */
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
