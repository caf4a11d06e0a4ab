import { positive } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { InputArrivals } from './input-arrivals.ts'
import { inputRate } from './input-rate.ts'
import type { StepDriver } from './step-driver.ts'

/** How long the fastest input counts. A slower route is answered after this, so it is part of healing in 2 s. */
const ENVELOPE_MS = 750
/** What the envelope moves by from jitter alone, in steps: not answered. */
const DEAD_ZONE_STEPS = 0.25
const MOST_RATE = 1.1

/**
 * How fast the client's input clock runs, so that inputs arrive just in time at the server: the law of Overwatch
 * and Unity's Netcode for Entities. From each report it takes A = arrival in server steps - local send time in
 * steps: clock offset and uplink delay together. A does not depend on what the client does with its clock, so
 * corrections still in flight need not be subtracted: the loop has no dead time, like one with a Smith
 * predictor, and cannot swing. The least A of the last 0.75 s says when an input sent now arrives at best.
 */
export class Pace implements StepDriver {
  /**
   * How many steps before its time an input should arrive when the way is free: room for jitter and for one
   * frame. Default 0. May be changed at any time; the clock runs to it.
   */
  targetSteps = 0
  #stepMs: Ms = Number.NaN
  readonly #arrivals = new InputArrivals(ENVELOPE_MS)

  /** Starts anew with steps of `stepMs`; `targetSteps` stays. Throws `misuse` when `stepMs` is not above 0. */
  begin(stepMs: Ms, _intervalMs?: Ms): void {
    this.#stepMs = positive(stepMs, 'stepMs')
    this.#arrivals.begin(stepMs)
  }

  /** Notes that input `inputId` (an integer that does not wrap) is generated and sent at `nowMs`, local clock. */
  generated(inputId: number, nowMs: Ms): void {
    this.#arrivals.sent(inputId, nowMs)
  }

  /**
   * Takes the server's word: the newest input it has received is `inputId`, and that came at `arrivalSteps`, in
   * steps of the server's clock with their fraction. Repeated and overtaken reports, and inputs no longer
   * remembered, are ignored.
   */
  snapshot(_stampMs: Ms, _arrivedAtMs: Ms, inputId: number, arrivalSteps: number): void {
    if (inputId >= 0) this.#arrivals.came(inputId, arrivalSteps)
  }

  /**
   * By how many steps an input stamped `stampSteps` and sent at `nowMs` would be too early (below 0: too late),
   * measured from `targetSteps`. NaN before the first report.
   */
  errorSteps(nowMs: Ms, stampSteps: number): number {
    return stampSteps - (nowMs / this.#stepMs + this.#arrivals.fastestSteps) - this.targetSteps
  }

  /**
   * How fast the input clock should run, 0.9 to 1.1: the `scale` of its `FixedTimestep`. `stampSteps` is the
   * server time an input generated at `nowMs` would carry, with the fraction of the step (`base + stepCount +
   * alpha` after `advance(nowMs)`), so that frames which do not match steps do not show as error. 1 before the
   * first report.
   */
  rate(nowMs: Ms, stampSteps: number): number {
    return inputRate(this.errorSteps(nowMs, stampSteps), DEAD_ZONE_STEPS, MOST_RATE)
  }
}
