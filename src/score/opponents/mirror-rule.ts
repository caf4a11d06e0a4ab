import type { Ms } from '../../base/units.ts'
import type { MotionScene } from '../measures/player.ts'
import type { RenderRule } from './rule-contender.ts'

/** The spans of the two moving means: of the time between deliveries, and of how far the timeline is behind. */
const DELIVERY_SECONDS = 2
const DRIFT_SECONDS = 1
/** How many intervals are added to the buffer for jitter, and how many intervals the buffer has at most. */
const TOLERANCE_INTERVALS = 1
const MOST_INTERVALS = 5
/** Within this many intervals of its aim the timeline runs as fast as the clock. */
const CALM_INTERVALS = 1
const CATCH_UP = 0.02
const SLOW_DOWN = 0.04

/**
 * The rule by which Mirror chooses its time (`SnapshotInterpolation.cs`, `NetworkClient_TimeInterpolation.cs`, with dynamic
 * adjustment), from its description. The buffer is `T x ((T + sd) / T + 1)`, at most 5 T, where sd is the standard deviation
 * of the time between deliveries (moving over 2 s). A timeline starts one buffer behind the first snapshot. With every newer
 * snapshot it is clamped to within one buffer of where it should be, and its distance to that stamp enters a moving mean of 1
 * s. The timeline runs 2 % fast while that mean is over one interval too far back, and 4 % slow while it is over one too far
 * ahead. The clamp may set it back. Mirror also lets late snapshots move the timeline, and holds at most 32. This rule does
 * neither, which favours Mirror.
 */
export class MirrorRule implements RenderRule {
  /** How far behind the newest stamp the timeline should be. */
  bufferMs: Ms
  readonly #delivery: MovingMean
  readonly #drift: MovingMean
  readonly #intervalMs: Ms
  #newestMs: Ms = Number.NaN
  #newestArrivedAtMs: Ms = Number.NaN
  #timelineMs: Ms = Number.NaN
  #timescale = 1
  #lastMs: Ms = Number.NaN

  constructor({ sendHz }: MotionScene) {
    this.#intervalMs = 1000 / sendHz
    this.#delivery = new MovingMean(sendHz * DELIVERY_SECONDS)
    this.#drift = new MovingMean(sendHz * DRIFT_SECONDS)
    this.bufferMs = this.#intervalMs * (1 + TOLERANCE_INTERVALS)
  }

  arrived(stampMs: Ms, arrivedAtMs: Ms): void {
    if (stampMs <= this.#newestMs) return
    const intervalMs = this.#intervalMs
    const jittered = (intervalMs + this.#delivery.deviation) / intervalMs + TOLERANCE_INTERVALS
    this.bufferMs = intervalMs * Math.min(jittered, MOST_INTERVALS)
    const { bufferMs } = this
    if (Number.isNaN(this.#newestMs)) this.#timelineMs = stampMs - bufferMs
    else this.#delivery.add(arrivedAtMs - this.#newestArrivedAtMs)
    this.#newestMs = stampMs
    this.#newestArrivedAtMs = arrivedAtMs
    this.#timelineMs = Math.min(Math.max(this.#timelineMs, stampMs - 2 * bufferMs), stampMs)
    this.#drift.add(stampMs - this.#timelineMs)
    const driftMs = this.#drift.mean - bufferMs
    this.#timescale = 1
    if (driftMs > CALM_INTERVALS * intervalMs) this.#timescale = 1 + CATCH_UP
    if (driftMs < -CALM_INTERVALS * intervalMs) this.#timescale = 1 - SLOW_DOWN
  }

  frame(nowMs: Ms): Ms {
    const frameMs = nowMs - this.#lastMs
    this.#lastMs = nowMs
    if (frameMs > 0) this.#timelineMs += frameMs * this.#timescale
    return this.#timelineMs
  }
}

/** An exponential moving mean and deviation that weigh the newest value with 2 / (n + 1). */
class MovingMean {
  mean = Number.NaN
  #variance = 0
  readonly #weight: number

  constructor(n: number) {
    this.#weight = 2 / (n + 1)
  }

  add(value: number): void {
    if (Number.isNaN(this.mean)) {
      this.mean = value
      return
    }
    const off = value - this.mean
    this.mean += this.#weight * off
    this.#variance = (1 - this.#weight) * (this.#variance + this.#weight * off * off)
  }

  get deviation(): number {
    return Math.sqrt(this.#variance)
  }
}
