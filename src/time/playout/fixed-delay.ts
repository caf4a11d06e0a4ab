import { SlidingMin } from '../../base/estimate.ts'
import { finiteFrom0 } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { ForwardClock } from './forward-clock.ts'
import { intervalsToDelayMs, type Playout } from './playout.ts'

/** How long a fast arrival counts as the baseline: long enough for jitter, short enough for 500 ppm of skew. */
const BASELINE_WINDOW_MS = 20_000
/** If nothing has come near the baseline for this long, the route itself has changed. */
const ROUTE_CHANGE_MS = 2_000
/** The same while snapshots arrive too old to be shown, as after a pause of the server: the picture stands still meanwhile. */
const DRY_ROUTE_CHANGE_MS = 500
/** If the target is further ahead, the clock jumps, as a `ForwardClock` does. If it is further behind, it may wait. */
const JUMP_MS = 250
/** An error is corrected with this time constant, at a rate of at most `MAX_CORRECTION`. */
const SETTLE_MS = 1_000
const MAX_CORRECTION = 0.1

/**
 * Shows the world a fixed delay behind its newest data: the simplest render clock, and the reference for others. The baseline
 * is the least arrival - stamp of the last 20 s. It follows a faster route at once, a slower one after 2 s (0.5 s if there is
 * nothing left to show), and the skew of the clocks within 10 ms at 500 ppm. Time runs at 0.9x to 1.1x towards its target. It
 * jumps if the target is over 250 ms ahead, and waits if the target is over 250 ms behind and there is nothing newer to show.
 */
export class FixedDelay implements Playout {
  readonly #fixedDelayMs: Ms | undefined
  readonly #clock = new ForwardClock()
  readonly #baseline = new SlidingMin(BASELINE_WINDOW_MS)
  #intervalMs: Ms = 50
  #delayMs: Ms = 100
  #slowSinceMs: Ms = Number.NaN
  #slowLeastMs: Ms = Number.NaN
  #waiting = false
  #waits = 0

  /**
   * `delayMs` counts from the fastest arrival; default: two send intervals. Throws `misuse` unless it is finite and at least 0.
   */
  constructor(delayMs?: Ms) {
    this.#fixedDelayMs = delayMs === undefined ? delayMs : finiteFrom0(delayMs, 'delayMs')
    this.begin(this.#intervalMs)
  }

  begin(intervalMs: Ms): void {
    this.#intervalMs = intervalMs
    this.#delayMs = this.#fixedDelayMs ?? intervalsToDelayMs(1000 / intervalMs)
    this.#clock.restart(intervalMs)
    this.#baseline.clear()
    this.#slowSinceMs = Number.NaN
    this.#waiting = false
  }

  arrived(stampMs: Ms, arrivedAtMs: Ms): void {
    this.#clock.note(stampMs)
    this.#noticeSlowerRoute(arrivedAtMs - stampMs, arrivedAtMs)
    this.#baseline.insert(arrivedAtMs - stampMs, arrivedAtMs)
  }

  advance(nowMs: Ms): Ms {
    const clock = this.#clock
    const frameMs = clock.beginFrame(nowMs)
    if (frameMs >= 0) clock.endFrame(this.#steer(this.#targetMs(nowMs), frameMs), frameMs)
    return clock.renderTimeMs
  }

  jump(nowMs: Ms): void {
    this.#clock.jump(nowMs, this.#targetMs(nowMs))
  }

  another(): FixedDelay {
    const made = new FixedDelay(this.#fixedDelayMs)
    made.begin(this.#intervalMs)
    return made
  }

  get renderTimeMs(): Ms {
    return this.#clock.renderTimeMs
  }

  get delayMs(): Ms {
    return this.#delayMs
  }

  get rate(): number {
    return this.#clock.rate
  }

  get jumps(): number {
    return this.#clock.jumps
  }

  /** How often the clock stood still because the target was far behind and there was nothing newer to show. */
  get waits(): number {
    return this.#waits
  }

  /** The target of the render time; NaN before data. */
  #targetMs(nowMs: Ms): Ms {
    return nowMs - (this.#baseline.least + this.#delayMs)
  }

  /** Returns the render time of this frame. It goes to `targetMs` at once only to jump, and in its first frame. */
  #steer(targetMs: Ms, frameMs: Ms): Ms {
    const { renderTimeMs: fromMs, limitMs } = this.#clock
    const errorMs = Math.min(targetMs, limitMs) - (fromMs + frameMs)
    if (Number.isNaN(fromMs) || errorMs > JUMP_MS) return targetMs
    if (this.#mustWait(errorMs)) return fromMs
    const mostMs = MAX_CORRECTION * frameMs
    const wantedMs = errorMs * (1 - Math.exp(-frameMs / SETTLE_MS))
    return fromMs + frameMs + Math.min(Math.max(wantedMs, -mostMs), mostMs)
  }

  /** Whether to wait: until the target has caught up, or there is data ahead to play slowly instead. */
  #mustWait(errorMs: Ms): boolean {
    if (this.#clock.renderTimeMs <= this.#clock.newestStampMs || errorMs >= 0) {
      this.#waiting = false
    } else if (errorMs < -JUMP_MS && !this.#waiting) {
      this.#waiting = true
      this.#waits++
    }
    return this.#waiting
  }

  /**
   * Restarts the baseline after the route has become slower by half an interval, a quarter of the default delay. Smaller
   * differences are left to the window of the baseline.
   */
  #noticeSlowerRoute(offsetMs: Ms, arrivedAtMs: Ms): void {
    if (!(offsetMs > this.#baseline.least + this.#intervalMs / 2)) {
      this.#slowSinceMs = Number.NaN
      return
    }
    if (Number.isNaN(this.#slowSinceMs)) {
      this.#slowSinceMs = arrivedAtMs
      this.#slowLeastMs = offsetMs
    }
    if (offsetMs < this.#slowLeastMs) this.#slowLeastMs = offsetMs
    const isDry = this.#clock.renderTimeMs > this.#clock.newestStampMs
    const enoughMs = isDry ? DRY_ROUTE_CHANGE_MS : ROUTE_CHANGE_MS
    if (arrivedAtMs - this.#slowSinceMs < enoughMs) return
    this.#slowSinceMs = Number.NaN
    this.#baseline.clear()
    this.#baseline.insert(this.#slowLeastMs, arrivedAtMs)
  }
}
