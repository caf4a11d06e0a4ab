import * as OP from '../../../game/op.ts'
import { apart, type Between } from '../../records/expected-value.ts'
import type { PlannedColumn } from '../../records/plan.ts'
import type { KindLayout, Told } from './layout.ts'
import { type Expected, Model, soFarWith } from './model.ts'
import { MOST_OF_NUMBER, type SymbolList } from './symbol-list.ts'

/** The most symbols of a rotation: its flag, its greatest part, and three numbers. */
const MOST_SYMBOLS = 2 + 3 * MOST_OF_NUMBER

/** Writes states of entities as symbols. One for each room. */
export class StateWriter {
  readonly model: Model = new Model()
  readonly #expected: Expected = { value: 0, size: 0, sign: 0 }

  /**
   * Writes the new state in `between`, for which `Model.look` must have been called. Adds to `tally` the bits that numbers
   * would have taken on each course, four sums for each number on a course; null: adds nothing.
   */
  write(to: SymbolList, { told }: KindLayout, between: Between, tally: Int32Array | null): void {
    const { model } = this
    const expected = this.#expected
    const { row, at, base, baseAt, texts } = between
    to.reserve(told.length * MOST_SYMBOLS)
    if (tally !== null) this.#count(tally, told, between)
    let soFar = 4
    for (let i = 0; i < told.length; i++) {
      const one = told[i]!
      const { of, parts } = one
      let differs = row[at + of.at] === base[baseAt + of.at] ? 0 : 1
      if (parts !== null)
        for (let k = of.at + 1; k < of.at + 4; k++)
          if (row[at + k] !== base[baseAt + k]) differs = 1
      to.symbol(model.flag(one, soFar), differs)
      soFar = soFarWith(soFar, differs)
      if (differs === 0) continue
      if (parts !== null) this.#rotation(to, one, parts, between)
      else if (one.isNumber === 1) {
        model.number(expected, one, between)
        this.#number(to, apart(of, row[at + of.at]! - expected.value))
      } else if (of.op === OP.text) {
        writeText(to, texts[of.text] ?? '')
        to.reserve(told.length * MOST_SYMBOLS)
      } else if (one.size >= 0) {
        const further = row[at + of.at]! - base[baseAt + of.at]!
        to.symbol(one.size, (further > 0 ? further : further + of.levels + 1) - 1)
      } else if (of.levels > 1) to.raw(row[at + of.at]!, of.bits)
    }
  }

  /** Counts what each number on a course would have taken on each course. */
  #count(tally: Int32Array, told: readonly Told[], between: Between): void {
    const { row, at, base, baseAt } = between
    for (let i = 0; i < told.length; i++) {
      const { of, course } = told[i]!
      if (course < 0) continue
      const way = apart(of, row[at + of.at]! - base[baseAt + of.at]!)
      if (way !== 0) this.model.tally(tally, told[i]!, between, way)
    }
  }

  #rotation(to: SymbolList, told: Told, parts: readonly PlannedColumn[], between: Between): void {
    const { model } = this
    const expected = this.#expected
    const { row, at } = between
    const greatest = row[at + told.of.at]!
    const context = model.rotation(expected, told, between)
    to.symbol(context, (greatest - expected.value) & 3)
    model.greatest(greatest)
    for (let k = 0; k < 3; k++) {
      model.part(expected, told, k)
      this.#number(to, row[at + parts[k]!.at]! - expected.value)
    }
  }

  /** Writes the difference of a number from its expected value. */
  #number(to: SymbolList, rest: number): void {
    const { size, sign } = this.#expected
    this.model.sized(to.number(size, sign, rest))
  }
}

function writeText(to: SymbolList, text: string): void {
  to.reserve(1 + 3 * text.length)
  to.raw(text.length, 8)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    to.raw(unit < 128 ? 0 : 1, 1)
    to.raw(unit, unit < 128 ? 7 : 16)
  }
}
