import type { Ms } from '../base/units.ts'
import { blendColumns } from './blend.ts'
import { type Curve, hermite, type SentVelocity } from './curves.ts'
import { BROKEN, type Samples } from './samples.ts'
import { freezeSlopes } from './slopes.ts'

/**
 * Two neighbouring samples of a ring, or one alone, and what their columns are between and beyond them. Its public
 * fields take the place of fractional arguments and results, which V8 boxes. Nothing allocates after construction.
 */
export class Bracket {
  /** Numbers that a row needs: the columns, and two slopes for each smooth one. */
  readonly rowWidth: number
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
  /** How long `carryOn` moves on at the last velocity. */
  reachMs: Ms = Number.NaN
  readonly #curves: readonly Curve[]
  /** The columns that move on a smooth curve, and where their velocities are; -1 for not sent. */
  readonly #smooth: Int32Array
  readonly #velocities: Int32Array
  #values: Float64Array
  #from = 0
  #to = 0

  /** One curve per column; checked by the caller. */
  constructor(curves: readonly Curve[]) {
    this.#curves = curves
    const velocity = (i: number): number => (curves[i] as SentVelocity).hermite ?? -1
    this.#smooth = Int32Array.from(curves.keys()).filter(
      (i) => curves[i] === 'hermite' || velocity(i) >= 0,
    )
    this.#velocities = this.#smooth.map(velocity)
    this.#values = new Float64Array(0)
    this.hasVelocities = this.#velocities.some((v) => v >= 0)
    this.rowWidth = curves.length + 2 * this.#smooth.length
  }

  /** Takes the samples at the places `a` and `b`, the same or the next. Freezes the slopes between them. */
  set(samples: Samples, a: number, b: number): void {
    const to = samples.slot(b)
    this.#values = samples.values
    this.#from = samples.slot(a) * samples.width
    this.#to = to * samples.width
    this.beforeMs = samples.stamps[samples.slot(a)]!
    this.afterMs = samples.stamps[to]!
    this.isBroken = a === b || (samples.flags[to]! & BROKEN) !== 0
    if (this.#smooth.length > 0)
      freezeSlopes(samples, b, this.isBroken, this.#smooth, this.#velocities)
  }

  /** Writes what lies at `alpha` between the two; the older sample when they are broken apart. */
  between(out: Float64Array): void {
    const values = this.#values
    const from = this.#from
    const to = this.#to
    const alpha = this.isBroken ? 0 : this.alpha
    blendColumns(this.#curves, values, from, to, alpha, out)
    if (this.isBroken) return
    const spanMs = this.afterMs - this.beforeMs
    const smooth = this.#smooth
    for (let k = 0; k < smooth.length; k++) {
      const i = smooth[k]!
      const slope = to + this.#curves.length + k
      const m0 = values[slope]! * spanMs
      const m1 = values[slope + smooth.length]! * spanMs
      out[i] = hermite(values[from + i]!, m0, values[to + i]!, m1, alpha)
    }
  }

  /**
   * Writes where the newer sample leads in `reachMs`: at its sent velocity, or else at the last one seen between the
   * two; what has neither stands still.
   */
  carryOn(out: Float64Array): void {
    const values = this.#values
    const to = this.#to
    const { reachMs, isBroken } = this
    const alpha = isBroken ? 1 : 1 + reachMs / (this.afterMs - this.beforeMs)
    blendColumns(this.#curves, values, isBroken ? to : this.#from, to, alpha, out)
    const ends = to + this.rowWidth - this.#smooth.length
    for (let k = 0; k < this.#smooth.length; k++) {
      const i = this.#smooth[k]!
      out[i] = values[to + i]! + values[ends + k]! * reachMs
    }
  }
}
