import { positive } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { inputRate } from './input-rate.ts'
import { InputWaits } from './input-waits.ts'
import type { StepDriver } from './step-driver.ts'

/** How long the fastest way counts: for ways that change, and for those that only scatter. */
const WINDOWS_MS = [300, 10_000] as const
/** Until so much time is known, a first guess of the wait counts too. */
const GUESS_FOR_MS = 6000
const GUESS_MS = 50
const DEAD_ZONE_STEPS = 0.03125
/** Late inputs are lost, early ones only wait: so it hastens more than it slows down. */
const MOST_RATE = 1.25
/** The mean follows in about so many frames. One that is longer than two of the mean counts as two. */
const MEAN_OF_FRAMES = 32
/** No mean is longer: the page is hidden, or nothing can be played on it. */
const MOST_FRAME_MS = 100

/**
 * How fast the client's input clock runs with `authority: sharedTick()`, so that each input just makes its tick. From the
 * server's reports of when every input came it knows, for the last half minute, how many would have been too late for any
 * wait, and takes the wait that costs least: the wait itself, 20 ms for each per cent of ticks without their input beyond
 * 0.4 %, and 150 ms for each per cent of ticks that repeat another input than their own for it. (The rule of `LeastCostDelay`, for the way up.) It runs there at 0.9x or more when it is early, at up to
 * 1.25x when it is late, and never backwards. Free of allocation.
 */
export class InputLead implements StepDriver {
  /** How many steps before its tick an input comes that is sent at its time and takes the fastest way; NaN at first. */
  targetWaitSteps: number = Number.NaN
  /** The share of ticks, 0 to 1, that would have gone without their input at that wait; NaN at first. */
  missingShare: number = Number.NaN
  #stepMs: Ms = Number.NaN
  readonly #waits = WINDOWS_MS.map((ms) => new InputWaits(ms))
  /** The fastest way of late of those that the wait is counted from. */
  #fastestSteps = Number.NaN
  #lastMs: Ms = Number.NaN
  /** The mean length of a frame. */
  #frameSteps = 1.5

  /** Starts anew with steps of `stepMs`. Throws `misuse` when that is not above 0. */
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

  /** Chooses the wait anew: the snapshot's reports are in. */
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
    // Where the steps stand is where the frame before has left them.
    const aheadSteps = stampSteps - this.#lastMs / this.#stepMs
    this.#lastMs = nowMs
    if (!(frameSteps > 0)) return 1
    const counted = Math.min(frameSteps, 2 * this.#frameSteps, MOST_FRAME_MS / this.#stepMs)
    this.#frameSteps += (counted - this.#frameSteps) / MEAN_OF_FRAMES
    const wantedSteps = this.#fastestSteps + this.targetWaitSteps + this.#frameSteps
    return inputRate(aheadSteps - wantedSteps - DEAD_ZONE_STEPS, DEAD_ZONE_STEPS, MOST_RATE)
  }
}
