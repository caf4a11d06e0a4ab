import { from0, misuse } from '../base/settings.ts'
import type { Seconds } from '../base/units.ts'
import { blendColumns } from './blend.ts'
import { type Curve, checkCurves, isSmooth } from './curves.ts'

/** The frames per second that the factor refers to. */
const FACTOR_HZ = 60

/** Settings of a `SmoothingFactor`. */
export interface SmoothingFactorOptions {
  /** How each column moves towards its target. */
  readonly curves: readonly Curve[]
  /** The part of the way to the target per frame at 60 Hz: above 0, up to 1; 0.15 to 0.25 looks good. Default 0.2. */
  readonly factor?: number | undefined
  /** A target further away than this, in a `linear` or smooth column, is jumped to. At least 0. Default: never. */
  readonly snapUnits?: number | undefined
}

/**
 * Follows a target by a fixed part of the way in each frame. Alone, it is the simplest smoothing there is. On top of a `Track`,
 * it rounds off the remaining corners ("Smooth Multiplayer Game Rendering" with PixiJS). The part is 1 - (1 - factor)^(60 dt),
 * so that a still target is approached equally fast at any frame rate. A target that moves at an even velocity v is followed at
 * a distance of v dt k / (1 - k), with k = (1 - factor)^(60 dt): at 0.2 and 60 Hz, 67 ms behind. Angles go the short way,
 * quaternions along the shortest arc. `step` columns and functions take the target's value at once. Nothing allocates after
 * construction. All methods may be called in frames.
 */
export class SmoothingFactor {
  readonly #curves: readonly Curve[]
  #factor = 0.2
  readonly #snapUnits: number
  /** The current values, followed by the target's. */
  readonly #values: Float64Array
  readonly #next: Float64Array
  #isPlaced = false

  /** Throws `misuse` when `factor` or `snapUnits` is out of range, and when the curves make no record. */
  constructor({
    curves,
    factor = 0.2,
    snapUnits = Number.POSITIVE_INFINITY,
  }: SmoothingFactorOptions) {
    this.factor = factor
    this.#curves = checkCurves(curves)
    this.#snapUnits = from0(snapUnits, 'snapUnits')
    this.#values = new Float64Array(2 * curves.length)
    this.#next = new Float64Array(curves.length)
  }

  /**
   * Moves towards `target` for `dtSeconds` (0 and below: not at all) and writes the result to `out`, which may be `target`
   * itself. The first call goes to the target at once. Call once per frame.
   */
  follow(target: ArrayLike<number>, dtSeconds: Seconds, out: Float64Array): void {
    const alpha = 1 - (1 - this.#factor) ** (dtSeconds > 0 ? FACTOR_HZ * dtSeconds : 0)
    const values = this.#values
    const next = this.#next
    const columns = next.length
    let isFar = !this.#isPlaced
    for (let i = 0; i < columns; i++) {
      const curve = this.#curves[i]!
      const isPlace = curve === 'linear' || isSmooth(curve)
      const most = isPlace ? this.#snapUnits : Number.POSITIVE_INFINITY
      values[columns + i] = target[i]!
      // Also jumps if a value is NaN, which would otherwise stay NaN.
      if (!(Math.abs(target[i]! - values[i]!) <= most)) isFar = true
    }
    this.#isPlaced = true
    blendColumns(this.#curves, values, 0, values, columns, alpha, next)
    for (let i = 0; i < columns; i++) {
      const curve = this.#curves[i]
      if (isFar || curve === 'step' || typeof curve === 'function') next[i] = values[columns + i]!
      values[i] = next[i]!
      out[i] = next[i]!
    }
  }

  /** The part of the way to the target per frame at 60 Hz. May be changed at any time. Throws `misuse` when out of range. */
  get factor(): number {
    return this.#factor
  }

  set factor(factor: number) {
    if (!(factor > 0 && factor <= 1)) misuse('factor', factor, 'above 0 and up to 1')
    this.#factor = factor
  }

  /** Goes to the next target at once: for use after a teleport, or for another entity. */
  clear(): void {
    this.#isPlaced = false
  }
}
