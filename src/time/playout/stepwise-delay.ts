import { finiteFrom0, inRange, positiveInteger } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { FollowedOffset } from './followed-offset.ts'
import { ForwardClock } from './forward-clock.ts'
import type { Playout } from './playout.ts'

/** Settings of a `StepwiseDelay`; the defaults are the technique's own numbers. */
export interface StepwiseDelayOptions {
  /** The delay to begin with, between the two bounds. Default 100, or the nearer bound. */
  readonly startMs?: Ms | undefined
  /** The smallest delay, from 0. Default 50. */
  readonly leastMs?: Ms | undefined
  /** The largest delay, from `leastMs`. Default 200. */
  readonly mostMs?: Ms | undefined
  /** How much the delay grows in a frame of 1/60 s that is dry; 0.1 to 16. Default 5. */
  readonly growMs?: Ms | undefined
  /** How much it shrinks in a frame of 1/60 s that has plenty; 0.1 to 16. Default 1. */
  readonly shrinkMs?: Ms | undefined
  /** Plenty: more snapshots than this lie ahead of the render time; an integer from 1. Default 2. */
  readonly plentyAhead?: number | undefined
}

const FRAME_MS = 1000 / 60
/** A longer frame (a hidden tab) says no more about the network than this one. */
const MAX_FRAME_MS = 250
/** Stamps remembered, a power of two: at 128 Hz more than the largest default delay and a burst. */
const STAMPS = 64

/**
 * An adaptive delay in small steps ("Entity Interpolation", technique sheet). In each frame it counts the
 * snapshots ahead of the render time: none is *dry*, and the delay grows by 5 ms; more than `plentyAhead` is
 * *plenty*, and it shrinks by 1 ms; always between 50 and 200 ms. The steps are for frames of 1/60 s and scaled
 * by the length of the frame, so that the display does not matter. When all is well the delay rests anywhere from
 * one send interval to `plentyAhead` of them.
 *
 * Delays count from the least arrival - stamp of the last 3 s. The steps are the rate: 0.7x while it grows, 1.06x
 * while it shrinks.
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

  /** Throws `misuse` when a setting is outside its range. */
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

  /** How many snapshots lie ahead of the render time: 0 is dry. */
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

  /** From what this frame shows, for the next one. */
  #adapt(frameMs: Ms): void {
    if (Number.isNaN(this.#clock.renderTimeMs) || this.#isQuiet) return
    const frames = Math.min(frameMs, MAX_FRAME_MS) / FRAME_MS
    const ahead = this.snapshotsAhead
    if (ahead === 0) this.#delayMs = Math.min(this.#delayMs + this.#growMs * frames, this.#mostMs)
    else if (ahead > this.#plentyAhead)
      this.#delayMs = Math.max(this.#delayMs - this.#shrinkMs * frames, this.#leastMs)
  }
}
