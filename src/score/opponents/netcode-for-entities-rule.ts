import type { Ms } from '../../base/units.ts'
import type { MotionScene } from '../measures/player.ts'
import type { RenderRule } from './rule-contender.ts'

/** The length of a tick of the simulation, which has 60 a second. */
const TICK_MS = 1000 / 60
/** Weight of a new snapshot in the estimate of the newest tick, and in the means of the spacing. */
const ESTIMATE_GAIN = 1 / 8
const SPACING_GAIN = 1 / 4
const DEVIATIONS = 1.25
const LEAST_INTERVALS = 2
const MOST_INTERVALS = 6
/** The delay moves by at most this share of the time that passes, and is set if it is over 10 ticks off. */
const DELAY_SLEW = 0.1
const SNAP_MS = 10 * TICK_MS
/** Rate per tick of error, and its bounds. */
const RATE_PER_TICK = 0.1
const LEAST_RATE = 0.85
const MOST_RATE = 1.1

/**
 * The rule by which Unity's Netcode for Entities chooses its interpolation time (`NetworkTimeSystem.cs`), from its description.
 * An estimate of the newest stamp runs on, and goes an eighth of the way to each newer snapshot. The delay behind it aims at
 * `max(2 T, min(6 T, max(time between arrivals, time between stamps + 1.25 deviations)))`, all moving means with weight 1/4. It
 * follows its aim with a time constant of 1 s, by at most a tenth of the time. The time shown runs at 1 + 0.1 per tick (1/60 s)
 * of error, 0.85x to 1.1x, and is set forward when it is 10 ticks behind. It never runs backwards. The engine counts in whole
 * ticks at frames, and this rule in ms at arrivals, which is finer.
 */
export class NetcodeForEntitiesRule implements RenderRule {
  /** How far behind the estimated newest stamp it aims. */
  delayMs: Ms
  readonly #intervalMs: Ms
  #newestMs: Ms = Number.NaN
  #newestArrivedAtMs: Ms = Number.NaN
  /** Estimate of the newest stamp less the client's clock. */
  #offsetMs: Ms = Number.NaN
  #arrivalMs: Ms
  #stampMs: Ms
  #deviationMs: Ms = 0
  #shownMs: Ms = Number.NaN
  #lastMs: Ms = Number.NaN

  constructor(scene: MotionScene) {
    this.#intervalMs = 1000 / scene.sendHz
    this.#arrivalMs = this.#intervalMs
    this.#stampMs = this.#intervalMs
    this.delayMs = LEAST_INTERVALS * this.#intervalMs
  }

  arrived(stampMs: Ms, arrivedAtMs: Ms): void {
    if (stampMs <= this.#newestMs) return
    const offsetMs = stampMs - arrivedAtMs
    if (Number.isNaN(this.#newestMs)) this.#offsetMs = offsetMs
    else {
      this.#offsetMs += ESTIMATE_GAIN * (offsetMs - this.#offsetMs)
      const spanMs = stampMs - this.#newestMs
      const deviationMs = Math.abs(spanMs - this.#stampMs)
      const waitMs = arrivedAtMs - this.#newestArrivedAtMs
      this.#arrivalMs += SPACING_GAIN * (waitMs - this.#arrivalMs)
      this.#stampMs += SPACING_GAIN * (spanMs - this.#stampMs)
      this.#deviationMs += SPACING_GAIN * (deviationMs - this.#deviationMs)
    }
    this.#newestMs = stampMs
    this.#newestArrivedAtMs = arrivedAtMs
  }

  frame(nowMs: Ms): Ms {
    const frameMs = nowMs - this.#lastMs
    this.#lastMs = nowMs
    if (Number.isNaN(this.#shownMs)) {
      this.#shownMs = nowMs + this.#offsetMs - this.delayMs
      return this.#shownMs
    }
    if (!(frameMs > 0)) return this.#shownMs
    this.#followDelay(frameMs)
    const targetMs = nowMs + this.#offsetMs - this.delayMs
    const errorMs = targetMs - (this.#shownMs + frameMs)
    if (errorMs >= SNAP_MS) this.#shownMs = targetMs
    else {
      const rate = 1 + (RATE_PER_TICK * errorMs) / TICK_MS
      this.#shownMs += frameMs * Math.min(Math.max(rate, LEAST_RATE), MOST_RATE)
    }
    return this.#shownMs
  }

  #followDelay(frameMs: Ms): void {
    const spacingMs = Math.max(this.#arrivalMs, this.#stampMs + DEVIATIONS * this.#deviationMs)
    const boundedMs = Math.min(spacingMs, MOST_INTERVALS * this.#intervalMs)
    const aimMs = Math.max(LEAST_INTERVALS * this.#intervalMs, boundedMs)
    const offMs = aimMs - this.delayMs
    const mostMs = DELAY_SLEW * frameMs
    if (Math.abs(offMs) > SNAP_MS) this.delayMs = aimMs
    else this.delayMs += Math.min(Math.max((offMs * frameMs) / 1000, -mostMs), mostMs)
  }
}
