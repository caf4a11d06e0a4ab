import { above0, from0, misuse } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import type { Curve } from './curves.ts'
import { Track, TrackState } from './track.ts'

/** Settings of a `PositionBuffer`. */
export interface PositionBufferOptions {
  /** How far in the past positions are shown; at least 0. */
  readonly delayMs: Ms
  /** Time between two positions; above 0. */
  readonly stepMs: Ms
  /** 1, 2 or 3 coordinates. Default 2. */
  readonly columns?: number | undefined
}

/**
 * The circular buffer of positions of one remote entity, which returns its position at any moment. The size follows from the
 * delay and the time between two positions. The newest position pushes the oldest out, and nothing allocates after construction
 * (Multiplayer Platformer Log #5). It is a simple form of `Track`: positions are joined by straight lines and never
 * extrapolated. If a late position changes the picture, the change is eased. All methods may be called in frames and steps.
 */
export class PositionBuffer {
  /** The most positions held: those of the delay and two more, rounded up to a power of two. */
  readonly capacity: number
  /** How far in the past positions are shown: subtract it from the time of a clock such as `PhaseLockedLoop`. */
  readonly delayMs: Ms
  readonly #staleMs: Ms
  readonly #track: Track
  readonly #pushed = new Float64Array(3)
  #newestMs: Ms = Number.NaN

  /** Throws `misuse` for numbers out of range, and for a size above 2^20. */
  constructor({ delayMs, stepMs, columns = 2 }: PositionBufferOptions) {
    if (columns !== 1 && columns !== 2 && columns !== 3) misuse('columns', columns, '1, 2 or 3')
    this.delayMs = from0(delayMs, 'delayMs')
    const needed = Math.ceil(delayMs / above0(stepMs, 'stepMs')) + 2
    if (!(needed <= 2 ** 20)) misuse('delayMs / stepMs', delayMs / stepMs, 'below 2^20')
    this.capacity = 2 ** Math.ceil(Math.log2(needed))
    this.#staleMs = this.capacity * stepMs
    const curves = new Array<Curve>(columns).fill('linear')
    this.#track = new Track({ curves, capacity: this.capacity, extrapolateMs: 0 })
  }

  /** How many positions are held. */
  get count(): number {
    return this.#track.count
  }

  /**
   * Adds the position of `timeMs`, in any order. If nothing came for longer than the buffer lasts, its contents are obsolete
   * and are cleared, so that the entity does not glide from there.
   */
  push(timeMs: Ms, x: number, y = 0, z = 0): void {
    const track = this.#track
    const pushed = this.#pushed
    pushed[0] = x
    pushed[1] = y
    pushed[2] = z
    if (timeMs - this.#newestMs > this.#staleMs) track.clear()
    if (timeMs > this.#newestMs || track.count === 0) this.#newestMs = timeMs
    track.push(timeMs, pushed)
  }

  /**
   * Writes the position at `timeMs` to the first columns of `out`. Returns true when `timeMs` is between two positions or on
   * one. Returns false when there is too little data. Then it writes the oldest position before all of them, the newest past
   * them, and nothing when the buffer is empty.
   */
  sample(timeMs: Ms, out: Float64Array): boolean {
    return this.#track.sample(timeMs, out) === TrackState.between
  }

  /** Forgets all positions, to reuse the buffer for another entity. */
  clear(): void {
    this.#track.clear()
  }
}
