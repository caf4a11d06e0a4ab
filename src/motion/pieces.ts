import { blendRows } from './blend.ts'
import type { Bracket } from './bracket.ts'
import { type BracketSlopes, type Curve, isSmooth } from './curves.ts'
import { COLUMNS } from './samples.ts'

/**
 * A row begins with the time from which its piece is valid. Then follow the time until which it is valid, the moment shown
 * last, and the time from state to state (0: it stands still at the second state). Then follow the columns of both states, and
 * two slopes of each smooth column. All numbers are NaN until something is shown.
 */
export const UNTIL = 1
export const SHOWN = 2
const SPAN = 3
const STATES = 4

/** How far the moment is between the two states of the piece that is being written. */
const weight = /* @__PURE__ */ new Float64Array(1)

/**
 * The picture of each track with the same columns, one row each. A `row` is the index at which its numbers begin in `values`.
 * While an entity moves from one sample to the next, its row holds that piece of its way, and a frame only evaluates it.
 * Otherwise the row holds the picture shown last and is no longer valid. In both cases it says what was shown at its moment.
 * Nothing allocates after construction.
 */
export class Pieces {
  declare readonly values: Float64Array
  /** How many numbers a row has. */
  declare readonly width: number
  /** How many numbers a sample has: see `Samples`. */
  declare readonly sampleWidth: number
  /** Holds one picture, for the track that is being shown. */
  declare readonly picture: Float64Array
  /** The slopes of the smooth columns, if there are any. */
  declare readonly slopes: BracketSlopes | undefined
  readonly #curves: readonly Curve[]

  /** `curves` has one curve per column, checked by the caller. `count` is the number of rows. */
  constructor(curves: readonly Curve[], count = 1) {
    this.#curves = curves
    this.slopes = curves.find(isSmooth)?.slopes(curves)
    this.sampleWidth = COLUMNS + curves.length + 2 * curves.filter(isSmooth).length
    this.width = STATES - COLUMNS + curves.length + this.sampleWidth
    this.picture = new Float64Array(curves.length)
    this.values = new Float64Array(count * this.width).fill(Number.NaN)
  }

  /** Ends a piece. It still says what was shown, but not how the movement goes on. */
  stop(row: number): void {
    this.values[row + UNTIL] = Number.NEGATIVE_INFINITY
  }

  /** Stores the picture shown at the row's moment. */
  remember(row: number, picture: Float64Array): void {
    const { values } = this
    this.stop(row)
    values[row + SPAN] = 0
    let at = row + STATES + this.#curves.length
    for (let i = 0; i < this.#curves.length; i++) values[at++] = picture[i]!
  }

  /** Stores the piece between the samples of a bracket. The caller sets how long it is valid. */
  cut(row: number, bracket: Bracket): void {
    const { values } = this
    const { from, to, isBroken } = bracket
    const columns = bracket.samples.values
    const fromMs = columns[from - COLUMNS]!
    const spanMs = isBroken ? 0 : columns[to - COLUMNS]! - fromMs
    values[row] = fromMs
    values[row + SPAN] = spanMs
    const { length } = this.#curves
    let at = row + STATES
    for (let i = 0; i < length; i++, at++) {
      values[at] = columns[from + i]!
      values[at + length] = columns[to + i]!
    }
    at += length
    for (let i = to + length; at < row + this.width; i++) values[at++] = columns[i]! * spanMs
  }

  /** Writes the columns of the row at its moment, which may be past the piece's end, to `out` from `outAt` on. */
  write(row: number, out: Float64Array, outAt: number): void {
    const { values } = this
    const from = row + STATES
    const to = from + this.#curves.length
    const spanMs = values[row + SPAN]!
    weight[0] = spanMs > 0 ? (values[row + SHOWN]! - values[row]!) / spanMs : 1
    blendRows(this.#curves, values, from, values, to, weight, out, outAt)
    this.slopes?.write(values, from, to, weight, out, outAt)
  }
}
