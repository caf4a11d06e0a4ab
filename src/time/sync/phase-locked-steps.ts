import type { Ms } from '../../base/units.ts'
import { ClockRate } from '../loop/clock-rate.ts'
import type { StepDriver } from '../loop/step-driver.ts'
import { PhaseLockedLoop, type PhaseLockedLoopOptions } from './phase-locked-loop.ts'

/**
 * Makes a client's steps follow the clock of a `PhaseLockedLoop`, as "Multiplayer Platformer Log #5" (antriel.com) does: the
 * client runs as many steps as the server, whatever the display's rate and the error of the local clock. It keeps the rate, not
 * a distance: it does not control when inputs arrive at the server, as `Pace` does. The rate is between 0.5 and 2. Everything
 * may be called inside a frame and creates no objects.
 */
export class PhaseLockedSteps implements StepDriver {
  /** The clock that the steps follow. */
  readonly loop: PhaseLockedLoop
  readonly #rate = new ClockRate()
  #intervalMs: Ms = Number.NaN

  /** `options` are those of the loop. Throws `misuse` for settings out of their ranges. */
  constructor(options: PhaseLockedLoopOptions = {}) {
    this.loop = new PhaseLockedLoop(options)
  }

  begin(_stepMs: Ms, intervalMs: Ms): void {
    this.loop.begin(intervalMs)
    this.#intervalMs = intervalMs
    this.#rate.clear()
  }

  generated(_inputId: number, _nowMs: Ms): void {}

  snapshot(
    stampMs: Ms,
    arrivedAtMs: Ms,
    _inputId: number,
    _arrivalSteps: number,
    leftOut = 0,
  ): void {
    this.loop.updated(stampMs / this.#intervalMs, arrivedAtMs, leftOut)
  }

  rate(nowMs: Ms, _stampSteps: number): number {
    return this.#rate.ofFrame(nowMs, this.loop.timeMs(nowMs))
  }
}
