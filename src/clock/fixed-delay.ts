import { GlissadeError } from '../base/error.ts'
import { SlidingMin } from '../base/estimate.ts'
import type { Ms } from '../base/units.ts'
import { intervalsToDelayMs, type Playout } from './playout.ts'

/** How long a fast arrival counts as the baseline: long enough for jitter, short enough for 500 ppm of skew. */
const BASELINE_WINDOW_MS = 20_000
/** When for so long nothing has come near the baseline, the route itself has changed. */
const ROUTE_CHANGE_MS = 2_000
/** Beyond this the clock jumps (forward) instead of running. */
const JUMP_MS = 250
/** Render time may run this far past the newest stamp, then waits for data. */
const LEAD_MS = 1_000
/** An error is run down with this time constant, at `MAX_CORRECTION` at most. */
const SETTLE_MS = 1_000
const MAX_CORRECTION = 0.1

/**
 * Shows the world a fixed delay behind its newest data: the simplest render clock, and the one to compare with.
 * The baseline is the least arrival - stamp of the last 20 s; it follows a faster route at once, a slower one
 * after 2 s, and the skew of the clocks within 10 ms at 500 ppm. Time runs at 0.9x to 1.1x towards its target.
 * When the target is over 250 ms ahead it jumps; when over 250 ms behind and there is nothing newer to show, it
 * waits.
 */
export class FixedDelay implements Playout {
  readonly #fixedDelayMs: Ms | undefined
  readonly #baseline = new SlidingMin(BASELINE_WINDOW_MS)
  #intervalMs: Ms = 50
  #delayMs: Ms = 100
  #baselineMs: Ms = Number.NaN
  #newestStampMs: Ms = -Infinity
  #slowSinceMs: Ms = Number.NaN
  #slowLeastMs: Ms = Number.NaN
  #lastMs: Ms = Number.NaN
  #renderTimeMs: Ms = Number.NaN
  #rate = 1
  #waiting = false
  #jumps = 0
  #waits = 0
  /** Of the call being worked on: V8 boxes fractional arguments unless it inlines the call. */
  #nowMs: Ms = Number.NaN
  #offsetMs: Ms = Number.NaN
  #targetMs: Ms = Number.NaN
  #limitMs: Ms = Number.NaN
  #errorMs: Ms = Number.NaN

  /**
   * `delayMs` >= 0, counted from the fastest arrival; left out, two send intervals. Throws `misuse` for what is
   * no such number.
   */
  constructor(delayMs?: Ms) {
    if (delayMs !== undefined && !(delayMs >= 0 && delayMs < Infinity)) {
      throw new GlissadeError('misuse', `delayMs is ${delayMs}, it must be a finite number from 0`)
    }
    this.#fixedDelayMs = delayMs
    this.begin(this.#intervalMs)
  }

  begin(intervalMs: Ms): void {
    this.#intervalMs = intervalMs
    this.#delayMs = this.#fixedDelayMs ?? intervalsToDelayMs(1000 / intervalMs)
    this.#baseline.clear()
    this.#baselineMs = Number.NaN
    this.#newestStampMs = -Infinity
    this.#slowSinceMs = Number.NaN
    this.#lastMs = Number.NaN
    this.#renderTimeMs = Number.NaN
    this.#rate = 1
    this.#waiting = false
  }

  arrived(stampMs: Ms, arrivedAtMs: Ms): void {
    this.#nowMs = arrivedAtMs
    this.#offsetMs = arrivedAtMs - stampMs
    if (stampMs > this.#newestStampMs) this.#newestStampMs = stampMs
    this.#noticeSlowerRoute()
    this.#baseline.timeMs = arrivedAtMs
    this.#baseline.sample = this.#offsetMs
    this.#baseline.insert()
    this.#baselineMs = this.#baseline.least
  }

  advance(nowMs: Ms): Ms {
    this.#nowMs = nowMs
    this.#aim()
    this.#run()
    return this.#renderTimeMs
  }

  jump(nowMs: Ms): void {
    if (Number.isNaN(nowMs)) return
    this.#nowMs = nowMs
    this.#aim()
    this.#lastMs = nowMs
    if (Number.isNaN(this.#renderTimeMs)) this.#renderTimeMs = this.#targetMs
    else if (this.#targetMs > this.#renderTimeMs) this.#leap()
  }

  get renderTimeMs(): Ms {
    return this.#renderTimeMs
  }

  get delayMs(): Ms {
    return this.#delayMs
  }

  get rate(): number {
    return this.#rate
  }

  get jumps(): number {
    return this.#jumps
  }

  /** How often it stood still because the target lay far back and there was nothing newer to show. */
  get waits(): number {
    return this.#waits
  }

  /** Sets the target; NaN before data. */
  #aim(): void {
    const wantedMs = this.#nowMs - (this.#baselineMs + this.#delayMs)
    this.#limitMs = this.#newestStampMs + Math.max(LEAD_MS, 2 * this.#intervalMs)
    this.#targetMs = Math.min(wantedMs, this.#limitMs)
  }

  #run(): void {
    const fromMs = this.#renderTimeMs
    const frameMs = this.#nowMs - this.#lastMs
    if (frameMs < -JUMP_MS) this.#lastMs = this.#nowMs
    if (frameMs <= 0 || Number.isNaN(this.#nowMs)) return
    this.#lastMs = this.#nowMs
    if (Number.isNaN(fromMs)) {
      this.#renderTimeMs = this.#targetMs
      return
    }
    const errorMs = this.#targetMs - (fromMs + frameMs)
    this.#errorMs = errorMs
    if (errorMs > JUMP_MS) {
      this.#leap()
    } else if (this.#mustWait()) {
      this.#rate = 0
    } else {
      const mostMs = MAX_CORRECTION * frameMs
      const wantedMs = errorMs * (1 - Math.exp(-frameMs / SETTLE_MS))
      const runMs = frameMs + Math.min(Math.max(wantedMs, -mostMs), mostMs)
      const movedMs = Math.max(0, Math.min(runMs, this.#limitMs - fromMs))
      this.#renderTimeMs = fromMs + movedMs
      this.#rate = movedMs / frameMs
    }
  }

  #leap(): void {
    this.#jumps++
    this.#renderTimeMs = this.#targetMs
    this.#rate = 1
  }

  /** Waiting ends when the target has come up, or when there is data ahead to play slowly instead. */
  #mustWait(): boolean {
    if (this.#renderTimeMs <= this.#newestStampMs || this.#errorMs >= 0) {
      this.#waiting = false
    } else if (this.#errorMs < -JUMP_MS && !this.#waiting) {
      this.#waiting = true
      this.#waits++
    }
    return this.#waiting
  }

  /** Half an interval is a quarter of the default delay: less is left to the window of the baseline. */
  #noticeSlowerRoute(): void {
    const offsetMs = this.#offsetMs
    if (!(offsetMs > this.#baselineMs + this.#intervalMs / 2)) {
      this.#slowSinceMs = Number.NaN
      return
    }
    if (Number.isNaN(this.#slowSinceMs)) {
      this.#slowSinceMs = this.#nowMs
      this.#slowLeastMs = offsetMs
    }
    if (offsetMs < this.#slowLeastMs) this.#slowLeastMs = offsetMs
    if (this.#nowMs - this.#slowSinceMs < ROUTE_CHANGE_MS) return
    this.#slowSinceMs = Number.NaN
    this.#baseline.clear()
    this.#baseline.push(this.#nowMs, this.#slowLeastMs)
  }
}
