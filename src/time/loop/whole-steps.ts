import type { Ms } from '../../base/units.ts'

/** Frame times this close to a multiple of the step count as that multiple; the difference is carried over. */
export const SNAP_MS: Ms = 0.2

/**
 * Turns the time of frames into whole steps of one length and keeps the rest for later: the accumulator of Glenn
 * Fiedler's "Fix Your Timestep!". Allocates nothing.
 */
export class WholeSteps {
  /** How far into the next step the present is, 0 to 1 (1 excluded). */
  alpha = 0
  readonly #stepMs: Ms
  #remainderMs: Ms = 0
  /** Time that waits for the next step; below 0 when later steps wait for time that was taken away. */
  #pendingMs: Ms = 0

  /** `stepMs`: the length of a step, above 0. */
  constructor(stepMs: Ms) {
    this.#stepMs = stepMs
  }

  /** Takes the simulated time of a frame and returns how many steps are due. What is not above 0 brings nothing. */
  cut(frameMs: Ms): number {
    const whole = frameMs > 0 ? this.#whole(frameMs) : 0
    const more = Math.floor(this.#pendingMs / this.#stepMs)
    const steps = Math.max(0, whole + more)
    this.#pendingMs -= (steps - whole) * this.#stepMs
    if (more >= 0 && this.#pendingMs < 0) this.#pendingMs = 0
    this.#setAlpha()
    return steps
  }

  /** Adds time that no frame produced; below 0, takes it away. */
  shift(ms: Ms): void {
    this.#pendingMs += ms
    this.#setAlpha()
  }

  /** Steps that come whole with the frame because it was a multiple of the step; else its time is pending. */
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
