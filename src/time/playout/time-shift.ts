import { inRange } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { FollowedOffset } from './followed-offset.ts'
import { ForwardClock } from './forward-clock.ts'
import type { Playout } from './playout.ts'

/** Settings of a `TimeShift`. */
export interface TimeShiftOptions {
  /** How far behind the fastest arrival others are shown, 50 to 100 ms. A `FixedDelay` takes any delay. Default 75. */
  readonly shiftMs?: Ms | undefined
}

/**
 * A small, constant shift into the past. The history of a `Track` holds the states to show ("Smooth Multiplayer Game Rendering"
 * with PixiJS, Shepherd's World). Render time = (now - offset) - shift, where the offset is the least arrival - stamp of the
 * last 3 s, smoothed. It suits 20 Hz and more. A shift below the send interval runs dry at the end of each interval, and then
 * the track has to extrapolate.
 */
export class TimeShift implements Playout {
  /** The constant shift. */
  readonly delayMs: Ms
  readonly #clock = new ForwardClock()
  readonly #offset = new FollowedOffset()

  /** Throws `misuse` when `shiftMs` is not from 50 to 100. */
  constructor(options: TimeShiftOptions = {}) {
    this.delayMs = inRange(options.shiftMs ?? 75, 'shiftMs', 50, 100)
  }

  begin(intervalMs: Ms): void {
    this.#clock.restart(intervalMs)
    this.#offset.restart()
  }

  arrived(stampMs: Ms, arrivedAtMs: Ms): void {
    this.#clock.note(stampMs)
    this.#offset.insert(stampMs, arrivedAtMs)
  }

  advance(nowMs: Ms): Ms {
    const clock = this.#clock
    const frameMs = clock.beginFrame(nowMs)
    if (frameMs >= 0) clock.endFrame(this.#targetMs(nowMs, frameMs), frameMs)
    return clock.renderTimeMs
  }

  jump(nowMs: Ms): void {
    this.#clock.jump(nowMs, this.#targetMs(nowMs, Infinity))
  }

  get renderTimeMs(): Ms {
    return this.#clock.renderTimeMs
  }

  get rate(): number {
    return this.#clock.rate
  }

  get jumps(): number {
    return this.#clock.jumps
  }

  #targetMs(nowMs: Ms, frameMs: Ms): Ms {
    return nowMs - this.#offset.follow(frameMs) - this.delayMs
  }
}
