import type { RecordTarget } from '../columns.ts'
import { apart, type Between, foretell, within } from '../foretell.ts'
import { FORETOLD, TELL } from '../plan.ts'
import { classOf, codeChoice } from './lone-number.ts'
import { MixedNumber } from './mixed-number.ts'
import type { DenseColumn, DenseKind, DenseModels } from './models.ts'
import { codeOther } from './other-column.ts'
import type { RangeCoder } from './range-coder.ts'
import { Turn } from './turn.ts'

/** How much the columns that went as foretold are worth when a row begins. */
const FIRST_SHARE = 8
/** How fast a drift is learnt, and the most that one row may say of it. */
const DRIFT_RATE = 0.05
const MOST_DRIFT = 255

/** The columns of a row whose numbers are coded with mixtures. Kept and refilled. */
export class MixedRow {
  readonly #coder: RangeCoder
  readonly #number: MixedNumber
  readonly #turn = new Turn()
  #weights: Float32Array = NO_WEIGHTS
  /**
   * Which share of the way that was foretold the columns so far went: what was stopped has stopped in every column. The two
   * sums of a least squares fit.
   */
  readonly #shares = new Float64Array(2)

  constructor(coder: RangeCoder) {
    this.#coder = coder
    this.#number = new MixedNumber(coder)
  }

  /** Begins a body. */
  start({ weights }: DenseModels): void {
    this.#weights = weights
  }

  /**
   * Codes a row; reading fills it in. `context`: in its highest three of seven bits how active the row has been, in the next
   * three how near it is to what it depends on.
   */
  code(
    { columns }: DenseKind,
    between: Between,
    context: number,
    texts: readonly string[],
    target: RecordTarget | null,
  ): void {
    const coder = this.#coder
    const number = this.#number
    const { row, at, base, baseAt, beforeAt } = between
    const near = context & 14
    number.begin(context)
    this.#shares[0] = this.#shares[1] = FIRST_SHARE
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i]!
      const c = column.of
      const place = at + c.at
      if (column.isNumber && c.tell !== TELL.third) {
        row[place] = this.#numbered(column, between)
        continue
      }
      if (c.tell === TELL.raw && columns[i + 1]?.of.tell === TELL.third) {
        this.#rotation(columns, i, between)
        i += 3
        continue
      }
      const was = base[baseAt + c.at]!
      const old = was === 0 && c.text < 0 ? 0 : 16
      const last = beforeAt >= 0 && c.text < 0 && was !== base[beforeAt + c.at] ? 1 : 0
      const isOther = row[place] !== was ? 1 : 0
      if (coder.bit(column.flags + old + near + last, isOther) === 0) row[place] = was
      else row[place] = codeOther(coder, column, row[place]!, was, texts, target)
      // What a flag is now counts as activity.
      if (c.tell === TELL.flag) number.activity = (number.activity & ~1) | row[place]!
    }
  }

  /** Codes a number; what it is now. */
  #numbered(column: DenseColumn, between: Between): number {
    const c = column.of
    const { row, at, base, baseAt, beforeAt } = between
    const weights = this.#weights
    const was = base[baseAt + c.at]!
    const ahead = foretell(c, between)
    if (c.foretold !== FORETOLD.moved || beforeAt < 0)
      return this.#rest(column, row[at + c.at]!, ahead, was, ahead)
    // What moves like this is usually off its course by so much: falling, friction.
    const speed = apart(c, ahead - was)
    const size = Math.min(classOf(speed), 11)
    const drift = column.drifts + 12 + (speed < 0 ? -size : size)
    const expected = within(c, ahead + Math.round(weights[drift]!))
    const now = this.#rest(column, row[at + c.at]!, expected, was, ahead)
    const off = apart(c, now - ahead) - weights[drift]!
    weights[drift]! +=
      (off > MOST_DRIFT ? MOST_DRIFT : off < -MOST_DRIFT ? -MOST_DRIFT : off) * DRIFT_RATE
    return now
  }

  /** Codes the rotation whose four columns begin at the `i`th: which part is the greatest, and the other three. */
  #rotation(columns: readonly DenseColumn[], i: number, between: Between): void {
    const { row, at } = between
    const coder = this.#coder
    const turn = this.#turn
    const { of, numbers } = columns[i]!
    const { levels } = columns[i + 1]!.of
    turn.take(between, of.at, levels)
    let ahead = (row[at + of.at]! - turn.greatest) & 3
    const context = turn.lead * 4 + (this.#number.activity >> 5)
    if (coder.bit(numbers + context, ahead === 0 ? 1 : 0) === 1) ahead = 0
    else ahead = 1 + codeChoice(coder, numbers + 64, 3, ahead - 1)
    const greatest = (turn.greatest + ahead) & 3
    row[at + of.at] = greatest
    for (let k = 1, part = 0; k < 4; k++, part++) {
      if (part === greatest) part++
      const column = columns[i + k]!
      const to = at + column.of.at
      const was = turn.whole(turn.was, part, greatest, levels)
      const foretold = turn.whole(turn.foretold, part, greatest, levels)
      row[to] = this.#rest(column, row[to]!, foretold, was, foretold)
    }
  }

  /** Codes what is left of `now` beyond `expected`. `was`: if it had been held; `ahead`: if it had gone on as it did. */
  #rest(column: DenseColumn, now: number, expected: number, was: number, ahead: number): number {
    const c = column.of
    const shares = this.#shares
    const number = this.#number
    const way = apart(c, ahead - was)
    const share = shares[0]! / shares[1]!
    const kept = Math.round((share > 1.5 ? 1.5 : share < -0.5 ? -0.5 : share) * way)
    number.held = apart(c, was - expected)
    number.kept = apart(c, within(c, was + kept) - expected)
    const coded = within(c, expected + number.code(column, apart(c, now - expected)))
    shares[0]! += apart(c, coded - was) * way
    shares[1]! += way * way
    return coded
  }
}

const NO_WEIGHTS = /* @__PURE__ */ new Float32Array(0)
