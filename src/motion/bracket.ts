import type { BracketRows, BracketSlopes } from './curves.ts'
import { BROKEN, COLUMNS, FLAGS, type Samples } from './samples.ts'

/** Where two neighbouring samples of a ring stand, or one alone. Nothing allocates after construction. */
export class Bracket implements BracketRows {
  /** True when nothing is blended: one sample alone, or a newer one that the entity did not travel to. */
  isBroken = true
  declare readonly samples: Samples
  /** The row of the newer one. */
  newer = 0
  /** Where the columns of the sample before the older one begin, or -1 when it is not of the same way. */
  before = -1
  /** Where the columns of the two begin; where they are broken apart, both that of the one shown. */
  from = 0
  to = 0
  readonly #slopes: BracketSlopes | undefined

  /** `slopes`: of the smooth columns, if there are any. */
  constructor(samples: Samples, slopes: BracketSlopes | undefined) {
    this.samples = samples
    this.#slopes = slopes
  }

  /** Whether some column can be extrapolated past the newest sample. */
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
    this.newer = to
    this.from = from + COLUMNS
    this.to = to + COLUMNS
    this.isBroken = a === b || (values[to + FLAGS]! & BROKEN) !== 0
    const isFirst = this.isBroken || a === 0 || (values[from + FLAGS]! & BROKEN) !== 0
    this.before = isFirst ? -1 : samples.row(a - 1) + COLUMNS
    if (this.isBroken) this.from = this.to = (at < newest ? from : to) + COLUMNS
    this.#slopes?.freeze(this, b)
  }

  /**
   * Writes where the smooth columns lead in `reach[0]` ms past the newer sample: at their sent velocity, or else at the last
   * one seen between the two.
   */
  extrapolate(reach: Float64Array, out: Float64Array): void {
    this.#slopes?.extrapolate(this, reach, out)
  }
}
