import { finiteFrom0, inRange, positiveInteger } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { FollowedOffset } from './followed-offset.ts'
import { ForwardClock } from './forward-clock.ts'
import type { Playout } from './playout.ts'

/** Settings of a `StepwiseDelay`. The defaults are those of the technique. */
export interface StepwiseDelayOptions {
  /** The initial delay, from `leastMs` to `mostMs`. Default 100, or the nearer bound. */
  readonly startMs?: Ms | undefined
  /** The smallest delay, at least 0. Default 50. */
  readonly leastMs?: Ms | undefined
  /** The largest delay, at least `leastMs`. Default 200. */
  readonly mostMs?: Ms | undefined
  /** How much the delay grows in a dry frame of 1/60 s; 0.1 to 16. Default 5. */
  readonly growMs?: Ms | undefined
  /** How much the delay shrinks in a frame of 1/60 s with plenty ahead; 0.1 to 16. Default 1. */
  readonly shrinkMs?: Ms | undefined
  /** More snapshots than this ahead of the render time are plenty. An integer from 1. Default 2. */
  readonly plentyAhead?: number | undefined
}

const FRAME_MS = 1000 / 60
/** A longer frame (a hidden tab) says no more about the network than one of this length. */
const MAX_FRAME_MS = 250
/** How many stamps are remembered, a power of two. At 128 Hz they cover more than the largest default delay and a burst. */
const STAMPS = 64

/**
 * An adaptive delay in small steps ("Entity Interpolation", technique sheet). Each frame counts the snapshots ahead of the
 * render time. Without any, the frame is *dry* and the delay grows by 5 ms. More than `plentyAhead` are *plenty*, and the delay
 * shrinks by 1 ms. It stays between 50 and 200 ms. The steps are for frames of 1/60 s and scaled by the frame's length, so that
 * the display does not matter. On a good network the delay settles anywhere from one send interval to `plentyAhead` of them.
 *
 * Delays count from the least arrival - stamp of the last 3 s. The steps set the rate: 0.7x while the delay grows, 1.06x while
 * it shrinks.
 */
export class StepwiseDelay implements Playout {
  readonly #startMs: Ms
  readonly #leastMs: Ms
  readonly #mostMs: Ms
  readonly #growMs: Ms
  readonly #shrinkMs: Ms
  readonly #plentyAhead: number
  readonly #clock = new ForwardClock()
  readonly #offset = new FollowedOffset()
  readonly #stamps = new Float64Array(STAMPS)
  #next = 0
  #delayMs: Ms = Number.NaN
  #isQuiet = false

  /** Throws `misuse` when a setting is out of its range. */
  constructor(options: StepwiseDelayOptions = {}) {
    this.#leastMs = finiteFrom0(options.leastMs ?? 50, 'leastMs')
    this.#mostMs = inRange(options.mostMs ?? 200, 'mostMs', this.#leastMs, Infinity)
    const startMs = Math.min(Math.max(100, this.#leastMs), this.#mostMs)
    this.#startMs = inRange(options.startMs ?? startMs, 'startMs', this.#leastMs, this.#mostMs)
    this.#growMs = inRange(options.growMs ?? 5, 'growMs', 0.1, 16)
    this.#shrinkMs = inRange(options.shrinkMs ?? 1, 'shrinkMs', 0.1, 16)
    this.#plentyAhead = positiveInteger(options.plentyAhead ?? 2, 'plentyAhead')
    this.begin(50)
  }

  begin(intervalMs: Ms): void {
    this.#clock.restart(intervalMs)
    this.#offset.restart()
    this.#stamps.fill(Number.NaN)
    this.#delayMs = this.#startMs
  }

  arrived(stampMs: Ms, arrivedAtMs: Ms, _leftOut = 0, isQuiet = false): void {
    if (this.#clock.note(stampMs)) this.#isQuiet = isQuiet
    this.#offset.insert(stampMs, arrivedAtMs)
    if (this.#stamps.includes(stampMs)) return
    this.#stamps[this.#next] = stampMs
    this.#next = (this.#next + 1) & (STAMPS - 1)
  }

  advance(nowMs: Ms): Ms {
    const clock = this.#clock
    const frameMs = clock.beginFrame(nowMs)
    if (frameMs >= 0) {
      clock.endFrame(this.#targetMs(nowMs, frameMs), frameMs)
      this.#adapt(frameMs)
    }
    return clock.renderTimeMs
  }

  jump(nowMs: Ms): void {
    this.#clock.jump(nowMs, this.#targetMs(nowMs, Infinity))
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

  /** How many snapshots are ahead of the render time. 0 is dry. */
  get snapshotsAhead(): number {
    const stamps = this.#stamps
    const renderTimeMs = this.#clock.renderTimeMs
    let ahead = 0
    for (let i = 0; i < STAMPS; i++) if (stamps[i]! > renderTimeMs) ahead++
    return ahead
  }

  #targetMs(nowMs: Ms, frameMs: Ms): Ms {
    return nowMs - this.#offset.follow(frameMs) - this.#delayMs
  }

  /** Adapts the delay for the next frame by what is ahead in this one. */
  #adapt(frameMs: Ms): void {
    if (Number.isNaN(this.#clock.renderTimeMs) || this.#isQuiet) return
    const frames = Math.min(frameMs, MAX_FRAME_MS) / FRAME_MS
    const ahead = this.snapshotsAhead
    if (ahead === 0) this.#delayMs = Math.min(this.#delayMs + this.#growMs * frames, this.#mostMs)
    else if (ahead > this.#plentyAhead)
      this.#delayMs = Math.max(this.#delayMs - this.#shrinkMs * frames, this.#leastMs)
  }
}
