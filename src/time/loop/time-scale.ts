import { positive } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'

/**
 * Simulated time per frame time, and its ramps. A ramp is linear in frame time and integrated exactly, so the amount of
 * simulated time does not depend on the frame rate. Allocates nothing.
 */
export class TimeScale {
  #scale = 1
  #target = 1
  #leftMs: Ms = 0

  /** The current scale. Setting it ends a ramp. Throws `misuse` if it is not a finite number above 0. */
  get scale(): number {
    return this.#scale
  }

  set scale(value: number) {
    this.#scale = positive(value, 'scale')
    this.#leftMs = 0
  }

  /**
   * Changes the scale linearly to `scale` within `overMs` of frame time. Throws `misuse` if either is not a finite number above
   * 0.
   */
  rampTo(scale: number, overMs: Ms): void {
    const target = positive(scale, 'scale')
    this.#leftMs = positive(overMs, 'overMs')
    this.#target = target
  }

  /** Returns how much simulated time `frameMs` of frame time (above 0) yields, and advances the ramp by `frameMs`. */
  simulatedMs(frameMs: Ms): Ms {
    if (this.#leftMs === 0) return frameMs * this.#scale
    const rampMs = Math.min(frameMs, this.#leftMs)
    const before = this.#scale
    if (rampMs === this.#leftMs) this.#scale = this.#target
    else this.#scale += ((this.#target - before) * rampMs) / this.#leftMs
    this.#leftMs -= rampMs
    return ((before + this.#scale) / 2) * rampMs + (frameMs - rampMs) * this.#scale
  }
}
