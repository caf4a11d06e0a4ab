import type { Ms } from '../base/units.ts'
import { blendRows } from './blend.ts'
import { type Curve, hermite, weightHeld } from './curves.ts'
import { BROKEN, COLUMNS, FLAGS, type Samples } from './samples.ts'
import { freezeSlopes } from './slopes.ts'

/**
 * Two neighbouring samples of a ring, or one alone, and what their columns are between and beyond them. Its public
 * fields take the place of fractional arguments and results, which V8 boxes. Nothing allocates after construction.
 */
export class Bracket {
  /** Whether some column can be carried on from one sample alone. */
  readonly hasVelocities: boolean
  /** Time of the older sample; NaN before `set`. */
  beforeMs: Ms = Number.NaN
  /** Time of the newer sample; the same when there is one alone. */
  afterMs: Ms = Number.NaN
  /** Where the moment lies: 0 at the older, 1 at the newer, above 1 past it. */
  alpha: number = Number.NaN
  /** True when nothing is blended: one sample alone, or a newer one that the entity did not travel to. */
  isBroken = true
  /** How long `write` moves on at the last velocity. */
  reachMs: Ms = Number.NaN
  readonly #curves: readonly Curve[]
  readonly #values: Float64Array
  readonly #samples: Samples
  readonly #hasSlopes: boolean
  /** Where the columns of the two begin. */
  #from = 0
  #to = 0

  /** One curve per column, checked by the caller; rows as `rowWidth` says. */
  constructor(curves: readonly Curve[], samples: Samples) {
    this.#curves = curves
    this.#samples = samples
    this.#values = samples.values
    this.#hasSlopes = curves.some(isSmooth)
    this.hasVelocities = curves.some((curve) => typeof curve === 'object')
  }

  /** Takes the samples at the places `a` and `b`, the same or the next. Freezes the slopes between them. */
  set(a: number, b: number): void {
    const values = this.#values
    const from = this.#samples.row(a)
    const to = this.#samples.row(b)
    this.#from = from + COLUMNS
    this.#to = to + COLUMNS
    this.beforeMs = values[from]!
    this.afterMs = values[to]!
    this.isBroken = a === b || (values[to + FLAGS]! & BROKEN) !== 0
    if (this.#hasSlopes) freezeSlopes(this.#samples, b, this.isBroken, this.#curves)
  }

  /**
   * Writes what lies at `alpha` between the two, the older sample when they are broken apart; or, when `isPast`, where
   * the newer one leads in `reachMs`: at its sent velocity, or else at the last one seen between the two. What has
   * neither stands still.
   */
  write(out: Float64Array, isPast: boolean): void {
    const curves = this.#curves
    const values = this.#values
    const from = this.#from
    const to = this.#to
    const { reachMs, isBroken } = this
    const spanMs = this.afterMs - this.beforeMs
    let alpha = isBroken ? 0 : this.alpha
    if (isPast) alpha = isBroken ? 1 : 1 + reachMs / spanMs
    weightHeld[0] = alpha
    blendRows(curves, values, from, to, weightHeld, out)
    if (!this.#hasSlopes) return
    let slope = to + curves.length
    for (let i = 0; i < curves.length; i++) {
      if (!isSmooth(curves[i])) continue
      const start = values[slope++]!
      const end = values[slope++]!
      const last = values[to + i]!
      if (isPast) out[i] = last + end * reachMs
      else out[i] = hermite(values[from + i]!, start * spanMs, last, end * spanMs, alpha)
    }
  }
}

/** Numbers in a row of samples: the columns, and two slopes for each smooth one. */
export function rowWidth(curves: readonly Curve[]): number {
  return COLUMNS + curves.length + 2 * curves.filter(isSmooth).length
}

function isSmooth(curve: Curve | undefined): boolean {
  return curve === 'hermite' || typeof curve === 'object'
}
