import type { Ms } from '../../base/units.ts'

/** Frame times this close to a multiple of the step count as that multiple. The difference is carried over. */
export const SNAP_MS: Ms = 0.2

/**
 * Converts the time of frames to whole steps of one length and keeps the remainder: the accumulator of Glenn Fiedler's "Fix
 * Your Timestep!". Allocates nothing.
 */
export class WholeSteps {
  /** How far into the next step the present is, 0 to 1 (1 excluded). */
  alpha = 0
  readonly #stepMs: Ms
  #remainderMs: Ms = 0
  /** Time that waits for the next step. Below 0 after time was removed that later steps have to wait for. */
  #pendingMs: Ms = 0

  /** `stepMs`: the length of a step, above 0. */
  constructor(stepMs: Ms) {
    this.#stepMs = stepMs
  }

  /** Adds the simulated time of a frame and returns how many steps are due. A `frameMs` that is not above 0 adds nothing. */
  cut(frameMs: Ms): number {
    const whole = frameMs > 0 ? this.#whole(frameMs) : 0
    const more = Math.floor(this.#pendingMs / this.#stepMs)
    const steps = Math.max(0, whole + more)
    this.#pendingMs -= (steps - whole) * this.#stepMs
    if (more >= 0 && this.#pendingMs < 0) this.#pendingMs = 0
    this.#setAlpha()
    return steps
  }

  /** Adds time that no frame produced. Removes time if `ms` is below 0. */
  shift(ms: Ms): void {
    this.#pendingMs += ms
    this.#setAlpha()
  }

  /** Returns the steps of a frame that is a multiple of the step. Otherwise returns 0 and adds its time to the pending time. */
  #whole(frameMs: Ms): number {
    const totalMs = frameMs + this.#remainderMs
    const whole = Math.round(totalMs / this.#stepMs)
    const offMs = totalMs - whole * this.#stepMs
    if (whole >= 1 && Math.abs(offMs) <= SNAP_MS) {
      this.#remainderMs = offMs
      return whole
    }
    this.#remainderMs = 0
    this.#pendingMs += totalMs
    return 0
  }

  #setAlpha(): void {
    this.alpha = Math.min(Math.max(this.#pendingMs / this.#stepMs, 0), 1 - Number.EPSILON)
  }
}
