import type { BracketRows, BracketSlopes } from './curves.ts'
import { BROKEN, COLUMNS, FLAGS, type Samples } from './samples.ts'

/** The rows of two neighbouring samples of a ring, or of one sample alone. Nothing allocates after construction. */
export class Bracket implements BracketRows {
  /** Whether nothing is blended: there is one sample alone, or the entity did not travel to the newer one. */
  isBroken = true
  declare readonly samples: Samples
  newer = 0
  /** Where the columns of the sample before the older one begin, or -1 if there is none without a break. */
  before = -1
  /** Where the columns of the two samples begin. If nothing is blended, both are those of the sample shown. */
  from = 0
  to = 0
  readonly #slopes: BracketSlopes | undefined

  /** `slopes` are those of the smooth columns, if there are any. */
  constructor(samples: Samples, slopes: BracketSlopes | undefined) {
    this.samples = samples
    this.#slopes = slopes
  }

  /** Whether some column can be extrapolated past the newest sample. */
  get canMove(): boolean {
    return !this.isBroken || this.#slopes?.hasVelocities === true
  }

  /** Sets the samples before and after a moment, and freezes their slopes. `at` is the place of the one before, -1 for none. */
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
   * Writes the smooth columns `reach[0]` ms past the newer sample. It uses the sent velocity, or else the last velocity between
   * the two samples.
   */
  extrapolate(reach: Float64Array, out: Float64Array): void {
    this.#slopes?.extrapolate(this, reach, out)
  }
}
