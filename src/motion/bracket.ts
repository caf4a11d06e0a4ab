import type { Ms } from '../base/units.ts'
import { blendRows } from './blend.ts'
import type { BracketRows, BracketSlopes } from './curves.ts'
import { type Curve, isSmooth, weightHeld } from './curves.ts'
import { BROKEN, COLUMNS, FLAGS, type Samples } from './samples.ts'

/**
 * Two neighbouring samples of a ring, or one alone, and what their columns are between and beyond them. Its public
 * fields take the place of fractional arguments and results, which V8 boxes. Nothing allocates after construction.
 */
export class Bracket implements BracketRows {
  /** Time of the newer sample; NaN before `set`. */
  afterMs: Ms = Number.NaN
  /** True when nothing is blended: one sample alone, or a newer one that the entity did not travel to. */
  isBroken = true
  /** Argument of `write`: how long past the newer sample, below 0 between the two. */
  reachMs: Ms = Number.NaN
  declare readonly samples: Samples
  spanMs: Ms = Number.NaN
  /** Where the columns of the sample before the older one begin, or -1 when it is not of the same way. */
  before = -1
  /** Where the columns of the two begin. */
  from = 0
  to = 0
  readonly #curves: readonly Curve[]
  readonly #slopes: BracketSlopes | undefined

  /** One curve per column, checked by the caller; rows as `rowWidth` says. */
  constructor(curves: readonly Curve[], samples: Samples) {
    this.#curves = curves
    this.samples = samples
    this.#slopes = curves.find(isSmooth)?.slopes(curves)
  }

  /** Whether some column can be carried on past the newest sample. */
  get canMove(): boolean {
    return !this.isBroken || this.#slopes?.hasVelocities === true
  }

  /** Takes the samples before and after a moment; `at` is the place of the one before, -1 for none. Freezes their slopes. */
  set(at: number): void {
    const { samples } = this
    const { values } = samples
    const newest = samples.count - 1
    const a = Math.max(0, Math.min(at, newest - 1))
    const b = Math.min(at + 1, newest)
    const from = samples.row(a)
    const to = samples.row(b)
    this.from = from + COLUMNS
    this.to = to + COLUMNS
    this.afterMs = values[to]!
    this.spanMs = this.afterMs - values[from]!
    this.isBroken = a === b || (values[to + FLAGS]! & BROKEN) !== 0
    const isFirst = this.isBroken || a === 0 || (values[from + FLAGS]! & BROKEN) !== 0
    this.before = isFirst ? -1 : samples.row(a - 1) + COLUMNS
    this.#slopes?.freeze(this, b)
  }

  /**
   * Writes what lies `reachMs` from the newer of the two, the older when they are broken apart; or, when `isPast`, where
   * the newer one leads: at its sent velocity, or else at the last one seen between the two. What has neither stands
   * still.
   */
  write(out: Float64Array, isPast: boolean): void {
    const { values } = this.samples
    weightHeld[0] = this.isBroken ? +isPast : 1 + this.reachMs / this.spanMs
    blendRows(this.#curves, values, this.from, values, this.to, out)
    if (isPast) this.#slopes?.carryOn(this, out)
    else this.#slopes?.write(this, out)
  }
}

/** Numbers in a row of samples: the columns, and two slopes for each smooth one. */
export function rowWidth(curves: readonly Curve[]): number {
  return COLUMNS + curves.length + 2 * curves.filter(isSmooth).length
}
