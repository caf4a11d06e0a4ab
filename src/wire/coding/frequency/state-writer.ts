import * as OP from '../../../game/op.ts'
import type { RecordSource } from '../../records/columns.ts'
import { type Between, apart as importedApart } from '../../records/expected-value.ts'
import type { PlannedColumn } from '../../records/plan.ts'
import type { KindLayout, Told } from './layout.ts'
import { soFarWith as importedSoFar, Model } from './model.ts'
import { MOST_OF_NUMBER, type SymbolList } from './symbol-list.ts'

// A module's own constants are known when its code is compiled; imported ones are looked up at each use.
const apart = importedApart
const soFarWith = importedSoFar
const TEXT = OP.text
/** Symbols of a rotation: its flag, which part is the greatest, and three numbers. */
const MOST_SYMBOLS = 2 + 3 * MOST_OF_NUMBER

/** Writes states of entities as symbols. One for a room. */
export class StateWriter {
  readonly model: Model = new Model()
  /** The bits that numbers would have taken on each course: four sums for each number on a course; null: nobody asks. */
  tally: Int32Array | null = null
  /** The list to write to. */
  to: SymbolList

  constructor(to: SymbolList) {
    this.to = to
  }

  /** Writes the new state of `between`, whose texts are those of `source`. */
  write({ told }: KindLayout, between: Between, { texts }: RecordSource): void {
    const { model, to } = this
    const { row, at, base, baseAt } = between
    to.reserve(told.length * MOST_SYMBOLS)
    if (this.tally !== null) this.#count(told, between, this.tally)
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
      if (parts !== null) this.#rotation(one, parts, between)
      else if (one.isNumber === 1) {
        model.number(one, between)
        this.#number(apart(of, row[at + of.at]! - model.expected))
      } else if (of.op === TEXT) {
        this.#text(texts[of.text] ?? '')
        to.reserve(told.length * MOST_SYMBOLS)
      } else if (one.size >= 0) {
        const further = row[at + of.at]! - base[baseAt + of.at]!
        to.symbol(one.size, (further > 0 ? further : further + of.levels + 1) - 1)
      } else if (of.levels > 1) to.raw(row[at + of.at]!, of.bits)
    }
  }

  /** Counts what each number that is on a course would take on the others. */
  #count(told: readonly Told[], between: Between, tally: Int32Array): void {
    const { row, at, base, baseAt } = between
    for (let i = 0; i < told.length; i++) {
      const { of, course } = told[i]!
      if (course < 0) continue
      const way = apart(of, row[at + of.at]! - base[baseAt + of.at]!)
      if (way !== 0) this.model.tally(tally, told[i]!, between, way)
    }
  }

  #rotation(told: Told, parts: readonly PlannedColumn[], between: Between): void {
    const { model } = this
    const { row, at } = between
    const greatest = row[at + told.of.at]!
    const context = model.rotation(told, between)
    this.to.symbol(context, (greatest - model.expected) & 3)
    model.greatest(greatest)
    for (let k = 0; k < 3; k++) {
      model.part(told, k)
      this.#number(row[at + parts[k]!.at]! - model.expected)
    }
  }

  /** Writes how far the number that the model looked at is from its expected value. */
  #number(rest: number): void {
    const { model } = this
    model.sized(this.to.number(model.size, model.sign, rest))
  }

  #text(text: string): void {
    const { to } = this
    to.reserve(1 + 3 * text.length)
    to.raw(text.length, 8)
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      to.raw(unit < 128 ? 0 : 1, 1)
      to.raw(unit, unit < 128 ? 7 : 16)
    }
  }
}
