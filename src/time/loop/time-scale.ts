import { positive } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'

/**
 * Simulated time per frame time, and how it changes over a while. A ramp is linear in frame time and integrated
 * exactly, so how much is simulated during it does not depend on the frame rate. Allocates nothing.
 */
export class TimeScale {
  #scale = 1
  #target = 1
  #leftMs: Ms = 0

  /** The scale now. Setting it ends a ramp; what is not a finite number above 0 throws `misuse`. */
  get scale(): number {
    return this.#scale
  }

  set scale(value: number) {
    this.#scale = positive(value, 'scale')
    this.#leftMs = 0
  }

  /** Goes to `scale` evenly within `overMs` of frame time. Throws `misuse` when either is not above 0. */
  rampTo(scale: number, overMs: Ms): void {
    const target = positive(scale, 'scale')
    this.#leftMs = positive(overMs, 'overMs')
    this.#target = target
  }

  /** How much simulated time `frameMs` of frame time (above 0) makes. Moves the ramp on by as much. */
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
