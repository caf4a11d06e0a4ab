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
 * The circular buffer of positions of one remote entity, and where it was at any moment of them. Its size follows
 * from the delay and the time between two positions, the newest push the oldest out, and nothing allocates after
 * construction (Multiplayer Platformer Log #5). A plain face of `Track` for those who need no more; the positions
 * are joined by straight lines and never extrapolated; what one that comes late changes of the picture is eased. All
 * methods may be called in frames and steps.
 */
export class PositionBuffer {
  /** Most positions held: those of the delay and two more, up to the next power of two. */
  readonly capacity: number
  /** How far in the past positions are shown: what to subtract from a clock's time, as of `PhaseLockedLoop`. */
  readonly delayMs: Ms
  readonly #staleMs: Ms
  readonly #track: Track
  /** The position being pushed. */
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
   * Adds the position of `timeMs`, in any order. When nothing came for longer than the buffer lasts, what it holds
   * is from another life and is cleared: there is no glide from there to here.
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
   * Writes the position of `timeMs` into the first columns of `out`. Returns true when it lies between two positions
   * or on one. Returns false when there is too little data: then the nearest position is written, the oldest before
   * all of them, the newest past them, and nothing at all when the buffer is empty.
   */
  sample(timeMs: Ms, out: Float64Array): boolean {
    return this.#track.sample(timeMs, out) === TrackState.between
  }

  /** Forgets all positions: the buffer is for another entity now. */
  clear(): void {
    this.#track.clear()
  }
}
