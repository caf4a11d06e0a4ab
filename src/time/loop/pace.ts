import { positive } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { InputArrivals } from './input-arrivals.ts'
import { inputRate } from './input-rate.ts'
import type { StepDriver } from './step-driver.ts'

/** How long the shortest way counts. A slower route is only answered after this, so it is part of healing within 2 s. */
const ENVELOPE_MS = 750
/** Jitter alone moves the envelope by this much, in steps. The clock does not react to it. */
const DEAD_ZONE_STEPS = 0.25
const MOST_RATE = 1.1

/**
 * Sets how fast the client's input clock runs, so that inputs arrive at the server just in time: the law of Overwatch and
 * Unity's Netcode for Entities. Each report gives A = arrival in server steps - local send time in steps, which is clock offset
 * plus uplink delay. A does not depend on what the client does with its clock, so corrections still in flight need not be
 * subtracted. The loop therefore has no dead time, like one with a Smith predictor, and cannot oscillate. The least A of the
 * last 0.75 s says when an input sent now arrives at best.
 */
export class Pace implements StepDriver {
  /**
   * How many steps before its time an input should arrive when the way is free, to leave room for jitter and for one frame.
   * Default 0. May be changed at any time; the clock then runs to the new target.
   */
  targetSteps = 0
  #stepMs: Ms = Number.NaN
  #lastMs: Ms = Number.NaN
  readonly #arrivals = new InputArrivals(ENVELOPE_MS)

  /** Starts again with steps of `stepMs`. `targetSteps` stays. Throws `misuse` when `stepMs` is not a finite number above 0. */
  begin(stepMs: Ms, _intervalMs?: Ms): void {
    this.#stepMs = positive(stepMs, 'stepMs')
    this.#lastMs = Number.NaN
    this.#arrivals.begin(stepMs)
  }

  /** Notes that input `inputId` (an integer that does not wrap) is generated and sent at `nowMs` on the local clock. */
  generated(inputId: number, nowMs: Ms): void {
    this.#arrivals.sent(inputId, nowMs)
  }

  /**
   * Reads the server's report that the newest input it has received is `inputId`, which arrived at `arrivalSteps` of its clock,
   * in fractional steps. Ignores repeated and overtaken reports, and inputs that are no longer remembered.
   */
  snapshot(_stampMs: Ms, _arrivedAtMs: Ms, inputId: number, arrivalSteps: number): void {
    if (inputId >= 0) this.#arrivals.came(inputId, arrivalSteps)
  }

  /**
   * By how many steps an input stamped `stampSteps` and sent at `nowMs` would be too early (below 0: too late), relative to
   * `targetSteps`. NaN before the first report.
   */
  errorSteps(nowMs: Ms, stampSteps: number): number {
    return stampSteps - (nowMs / this.#stepMs + this.#arrivals.fastestSteps) - this.targetSteps
  }

  /**
   * How fast the input clock should run, 0.9 to 1.1: the `scale` of its `FixedTimestep`. `stampSteps` is the server time that
   * an input generated at `nowMs` would carry. It includes the fraction of the step (`base + stepCount + alpha` after
   * `advance(nowMs)`), so that frames that do not match steps do not appear as an error. 1 before the first report.
   */
  rate(nowMs: Ms, stampSteps: number): number {
    const frameSteps = (nowMs - this.#lastMs) / this.#stepMs
    this.#lastMs = nowMs
    return inputRate(this.errorSteps(nowMs, stampSteps), DEAD_ZONE_STEPS, MOST_RATE, frameSteps)
  }
}
