import { finiteFrom0 } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { PhaseLockedLoop, type PhaseLockedLoopOptions } from '../sync/phase-locked-loop.ts'
import { ForwardClock } from './forward-clock.ts'
import type { Playout } from './playout.ts'

/** Settings of a `PhaseLockedDelay`: the delay, and those of its loop. */
export interface PhaseLockedDelayOptions extends PhaseLockedLoopOptions {
  /** How far behind the synchronised time others are shown. A finite number, at least 0. Default 200. */
  readonly delayMs?: Ms | undefined
}

/**
 * The render clock of "Multiplayer Platformer Log #5": 200 ms behind the synchronised time of a `PhaseLockedLoop`. That time is
 * at the mean arrival and not at the fastest one, so the delay includes jitter. It is followed by 2 ms per second at 20 Hz. A
 * route that becomes 80 ms slower uses up 80 of the 200 ms at once and gives them back within a minute.
 */
export class PhaseLockedDelay implements Playout {
  /** The constant delay. */
  readonly delayMs: Ms
  /** The loop that the clock follows. See its `errorMs` and `locked`. */
  readonly loop: PhaseLockedLoop
  readonly #clock = new ForwardClock()
  #intervalMs: Ms = 50

  /** Throws `misuse` when `delayMs` is not a finite number or is below 0, or a setting of the loop is out of its range. */
  constructor(options: PhaseLockedDelayOptions = {}) {
    this.delayMs = finiteFrom0(options.delayMs ?? 200, 'delayMs')
    this.loop = new PhaseLockedLoop(options)
    this.begin(this.#intervalMs)
  }

  begin(intervalMs: Ms): void {
    this.#intervalMs = intervalMs
    this.#clock.restart(intervalMs)
    this.loop.begin(intervalMs)
  }

  arrived(stampMs: Ms, arrivedAtMs: Ms, leftOut = 0): void {
    this.#clock.note(stampMs)
    this.loop.updated(stampMs / this.#intervalMs, arrivedAtMs, leftOut)
  }

  advance(nowMs: Ms): Ms {
    const clock = this.#clock
    const frameMs = clock.beginFrame(nowMs)
    if (frameMs >= 0) clock.endFrame(this.loop.timeMs(nowMs) - this.delayMs, frameMs)
    return clock.renderTimeMs
  }

  jump(nowMs: Ms): void {
    this.#clock.jump(nowMs, this.loop.timeMs(nowMs) - this.delayMs)
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
}
