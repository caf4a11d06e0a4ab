import type { Ms } from '../base/units.ts'
import { ACCELERATION_MS, steadyAcceleration } from './acceleration.ts'
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
  /** Time of the newer sample; NaN before `set`. */
  afterMs: Ms = Number.NaN
  /** True when nothing is blended: one sample alone, or a newer one that the entity did not travel to. */
  isBroken = true
  /** Argument of `write`: how long past the newer sample, below 0 between the two. */
  reachMs: Ms = Number.NaN
  readonly #curves: readonly Curve[]
  readonly #samples: Samples
  readonly #hasSlopes: boolean
  #spanMs: Ms = Number.NaN
  /** Where the columns of the sample before the older one begin, or -1 when it is not of the same way. */
  #before = -1
  /** Where the columns of the two begin. */
  #from = 0
  #to = 0

  /** One curve per column, checked by the caller; rows as `rowWidth` says. */
  constructor(curves: readonly Curve[], samples: Samples) {
    this.#curves = curves
    this.#samples = samples
    this.#hasSlopes = curves.some(isSmooth)
    this.hasVelocities = curves.some((curve) => typeof curve === 'object')
  }

  /** Takes the samples before and after a moment; `at` is the place of the one before, -1 for none. Freezes their slopes. */
  set(at: number): void {
    const samples = this.#samples
    const { values } = samples
    const newest = samples.count - 1
    const a = Math.max(0, Math.min(at, newest - 1))
    const b = Math.min(at + 1, newest)
    const from = samples.row(a)
    const to = samples.row(b)
    this.#from = from + COLUMNS
    this.#to = to + COLUMNS
    this.afterMs = values[to]!
    this.#spanMs = this.afterMs - values[from]!
    this.isBroken = a === b || (values[to + FLAGS]! & BROKEN) !== 0
    const isFirst = this.isBroken || a === 0 || (values[from + FLAGS]! & BROKEN) !== 0
    this.#before = isFirst ? -1 : samples.row(a - 1) + COLUMNS
    if (this.#hasSlopes) freezeSlopes(samples, b, this.isBroken, this.#curves)
  }

  /**
   * Writes what lies `reachMs` from the newer of the two, the older when they are broken apart; or, when `isPast`, where
   * the newer one leads: at its sent velocity, or else at the last one seen between the two. What has neither stands
   * still.
   */
  write(out: Float64Array, isPast: boolean): void {
    const curves = this.#curves
    const { values } = this.#samples
    const from = this.#from
    const to = this.#to
    const spanMs = this.#spanMs
    const alpha = this.isBroken ? +isPast : 1 + this.reachMs / spanMs
    weightHeld[0] = alpha
    blendRows(curves, values, from, to, weightHeld, out)
    if (!this.#hasSlopes) return
    if (isPast) return this.#carryOn(out)
    let slope = to + curves.length
    for (let i = 0; i < curves.length; i++) {
      if (!isSmooth(curves[i])) continue
      const start = values[slope++]! * spanMs
      const end = values[slope++]! * spanMs
      out[i] = hermite(values[from + i]!, start, values[to + i]!, end, alpha)
    }
  }

  /** The smooth columns, `reachMs` past the newer sample. On its own so that V8 inlines what it calls. */
  #carryOn(out: Float64Array): void {
    const { values } = this.#samples
    const { reachMs } = this
    const before = this.#before
    const from = this.#from
    const to = this.#to
    const fastMs = Math.min(reachMs, ACCELERATION_MS)
    let slope = to + this.#curves.length
    for (let i = 0; i < this.#curves.length; i++) {
      const curve = this.#curves[i]
      if (!isSmooth(curve)) continue
      out[i] = values[to + i]! + values[slope + 1]! * reachMs
      slope += 2
      if (before < 0 || typeof curve !== 'object') continue
      const acceleration = steadyAcceleration(
        values[before + curve.hermite]!,
        values[from + curve.hermite]!,
        values[to + curve.hermite]!,
        (values[from - COLUMNS]! - values[before - COLUMNS]!) / 1000,
        this.#spanMs / 1000,
      )
      out[i]! += (acceleration / 1e6) * fastMs * (reachMs - fastMs / 2)
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
