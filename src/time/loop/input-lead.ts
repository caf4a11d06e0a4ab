import { positive } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { inputRate } from './input-rate.ts'
import { InputWaits } from './input-waits.ts'
import type { StepDriver } from './step-driver.ts'

/** How long a shortest way counts: a short window for ways that change, a long one for ways that only scatter. */
const WINDOWS_MS = [300, 10_000] as const
/** Until this much time is known, a first guess of the wait counts too. */
const GUESS_FOR_MS = 6000
const GUESS_MS = 50
const DEAD_ZONE_STEPS = 0.03125
/** Late inputs are lost while early ones only wait, so the clock speeds up more than it slows down. */
const MOST_RATE = 1.25
/** The mean length of a frame follows within about this time. A frame counts for at most twice the mean. */
const MEAN_OF_MS: Ms = 500
/** The greatest mean. A session catches up on no more of a frame. */
const MOST_FRAME_MS: Ms = 1000

/**
 * Sets how fast the client's input clock runs with `authority: sharedTick()`, so that each input just makes its tick. From the
 * server's reports of when every input arrived, it knows how many inputs of the last half minute would have been too late for
 * any wait. It chooses the wait that costs least. The cost is the wait itself, 20 ms for each per cent of ticks without their
 * input beyond 0.4 %, and 150 ms for each per cent of ticks that repeat an input that differs from their own. (The rule of
 * `LeastCostDelay`, for the uplink.) The clock runs at 0.9x or more when it is early, at up to 1.25x when it is late, and never
 * backwards. Free of allocation.
 */
export class InputLead implements StepDriver {
  /** How many steps before its tick an input arrives if it is sent at its time and has the shortest way. NaN at first. */
  targetWaitSteps: number = Number.NaN
  /** The share of ticks, 0 to 1, that would have been without their input at that wait. NaN at first. */
  missingShare: number = Number.NaN
  #stepMs: Ms = Number.NaN
  readonly #waits = WINDOWS_MS.map((ms) => new InputWaits(ms))
  /** The shortest way within the window that the wait refers to. */
  #fastestSteps = Number.NaN
  #lastMs: Ms = Number.NaN
  /** The mean length of a frame in steps. */
  #frameSteps = 1.5

  /** Starts again with steps of `stepMs`. Throws `misuse` when `stepMs` is not a finite number above 0. */
  begin(stepMs: Ms, _intervalMs?: Ms): void {
    this.#stepMs = positive(stepMs, 'stepMs')
    for (const waits of this.#waits) waits.begin(stepMs)
    this.#fastestSteps = Number.NaN
    this.#lastMs = Number.NaN
    this.#frameSteps = 1
    this.targetWaitSteps = Number.NaN
    this.missingShare = Number.NaN
  }

  generated(inputId: number, nowMs: Ms, isChanged = false): void {
    for (let i = 0; i < WINDOWS_MS.length; i++) this.#waits[i]!.sent(inputId, nowMs, isChanged)
  }

  arrived(inputId: number, arrivalSteps: number): void {
    for (let i = 0; i < WINDOWS_MS.length; i++) this.#waits[i]!.came(inputId, arrivalSteps)
  }

  /** Chooses the wait again, after the snapshot's reports have been read. */
  snapshot(_stampMs: Ms, _arrivedAtMs: Ms, _inputId: number, _arrivalSteps: number): void {
    let leastCost = Infinity
    for (let i = 0; i < WINDOWS_MS.length; i++) {
      const waits = this.#waits[i]!
      waits.aim(this.#frameSteps)
      if (!(waits.costSteps < leastCost)) continue
      leastCost = waits.costSteps
      this.missingShare = waits.missingShare
      this.#fastestSteps = waits.arrivals.fastestSteps
      const doubt = 1 - (waits.known * this.#stepMs) / GUESS_FOR_MS
      this.targetWaitSteps = Math.max(waits.bestSteps, (GUESS_MS / this.#stepMs) * doubt)
    }
  }

  rate(nowMs: Ms, stampSteps: number): number {
    const frameSteps = (nowMs - this.#lastMs) / this.#stepMs
    // `stampSteps` is the position after the frame before.
    const aheadSteps = stampSteps - this.#lastMs / this.#stepMs
    this.#lastMs = nowMs
    if (!(frameSteps > 0)) return 1
    const counted = Math.min(frameSteps, 2 * this.#frameSteps, MOST_FRAME_MS / this.#stepMs)
    const share = Math.min(1, (frameSteps * this.#stepMs) / MEAN_OF_MS)
    this.#frameSteps += (counted - this.#frameSteps) * share
    const wantedSteps = this.#fastestSteps + this.targetWaitSteps + this.#frameSteps
    const errorSteps = aheadSteps - wantedSteps - DEAD_ZONE_STEPS
    return inputRate(errorSteps, DEAD_ZONE_STEPS, MOST_RATE, frameSteps)
  }
}
