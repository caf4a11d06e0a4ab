import {
  HORIZON_BITS,
  horizonOf,
  MOST_EXTRAPOLATION_CODE,
  WAY_BITS,
} from '../../../base/horizons.ts'
import { SUBTICKS_PER_STEP } from '../../../base/units.ts'
import * as OP from '../../../game/op.ts'
import type { BitReader } from '../../bits.ts'
import { HISTORY_TICKS } from '../../limits.ts'
import { TablesIntake, type TablesSink } from '../../packets/tables-packet.ts'
import type { BodySink, ChangedTarget } from '../../records/body.ts'
import { Between, hold, within } from '../../records/expected-value.ts'
import type { PlannedColumn, RowPlan } from '../../records/plan.ts'
import { type ChangesReader, placeOf } from '../coding.ts'
import { Frequencies } from './frequencies.ts'
import {
  COUNT,
  countOf,
  horizonContextOf,
  type KindLayout,
  Layout,
  movementOf,
  presenceOf,
  type Told,
} from './layout.ts'
import { readEntries, thaw } from './learned.ts'
import { type Expected, Model, soFarWith } from './model.ts'
import { SymbolReader } from './symbol-reader.ts'

/** Reads what a `FrequencyWriter` wrote. One for each session. Free of allocation except for texts and new tables. */
export class FrequencyReader implements ChangesReader, TablesSink {
  readonly tables: TablesIntake | null
  readonly #symbols = new SymbolReader()
  readonly #model = new Model()
  readonly #between = new Between()
  readonly #expected: Expected = { value: 0, size: 0, sign: 0 }
  readonly #layout: Layout
  /** By place: the first tables, and the two newest. */
  readonly #frequencies: (Frequencies | null)[] = [null, null, null, null]

  constructor(plans: readonly RowPlan[], frozen: BitReader | null) {
    this.#layout = new Layout(plans)
    this.#frequencies[0] = new Frequencies(this.#layout)
    if (frozen) thaw(frozen, this.#frequencies[0])
    this.tables = frozen ? null : new TablesIntake(this)
  }

  takeTables(reader: BitReader, version: number): boolean {
    const made = new Frequencies(this.#layout)
    if (!readEntries(reader, made)) return false
    this.#frequencies[placeOf(version)] = made
    // The next place holds the version two before, which is no longer in use.
    this.#frequencies[placeOf(version + 1)] = null
    return true
  }

  read(reader: BitReader, _baseline: number, sink: BodySink, place: number): boolean {
    const frequencies = this.#frequencies[place]
    if (reader.failed || !frequencies) return false
    const symbols = this.#symbols
    const { courses } = frequencies
    symbols.start(frequencies, reader)
    const isRead = sink.isOwnView ? this.#readSome(sink, courses) : this.#readAll(sink, courses)
    return isRead && symbols.isSpent
  }

  #readAll(sink: BodySink, courses: Uint8Array): boolean {
    const symbols = this.#symbols
    const { kinds } = this.#layout
    const between = this.#between
    let follows = 0
    const { slots } = sink
    for (let slot = 0; slot < slots; slot++) {
      const kind = sink.known(between, slot)
      if (!kind) continue
      const of = kinds[kind.index]!
      follows = symbols.bit(presenceOf(of, this.#model.look(of, between, courses), follows))
      if (follows === 0) continue
      const target = sink.changed(between, slot, 0)
      if (!target || !this.#readRecord(sink, slot, target, courses)) return false
    }
    return true
  }

  #readSome(sink: BodySink, courses: Uint8Array): boolean {
    const symbols = this.#symbols
    const layout = this.#layout
    const between = this.#between
    let slot = -1
    for (let n = symbols.count(countOf(layout, COUNT.records)); n > 0; n--) {
      slot += symbols.count(countOf(layout, COUNT.gap)) + 1
      const distance = symbols.count(countOf(layout, COUNT.distance))
      if (slot > 0xffff || distance >= HISTORY_TICKS) return false
      const target = sink.changed(between, slot, distance)
      if (!target) return false
      this.#model.look(layout.kinds[target.kind.index]!, between, courses)
      if (!this.#readRecord(sink, slot, target, courses)) return false
    }
    return true
  }

  /** Reads the states of a record into `target`, which holds a copy of the base. `Model.look` must have been called for it. */
  #readRecord(sink: BodySink, slot: number, target: ChangedTarget, courses: Uint8Array): boolean {
    const symbols = this.#symbols
    const between = this.#between
    const { index, schema } = target.kind
    const { row, offset } = target
    const of = this.#layout.kinds[index]!
    const was = horizonOf(between.base[between.baseAt + schema.width]!)
    let extras = 0
    if (symbols.bit(movementOf(of, between.beforeAt, was)) !== 0) {
      const horizon = symbols.symbol(horizonContextOf(of, was))
      const code = horizon | (symbols.raw(WAY_BITS) << HORIZON_BITS)
      if (code > MOST_EXTRAPOLATION_CODE) return false
      row[offset + schema.width] = code
      extras = symbols.symbol(of.extras)
    }
    let left = between.elapsed
    for (let last = 64; extras > 0; extras--) {
      const back = symbols.raw(6)
      if (back < 1 || back >= last) return false
      last = back
      between.elapsed = left - back * SUBTICKS_PER_STEP
      this.#readState(of, target)
      sink.filled(slot, back)
      hold(between, row, offset, schema.width)
      this.#model.look(of, between, courses)
      left = back * SUBTICKS_PER_STEP
    }
    between.elapsed = left
    this.#readState(of, target)
    sink.filled(slot, 0)
    return true
  }

  #readState({ told }: KindLayout, target: ChangedTarget): void {
    const symbols = this.#symbols
    const model = this.#model
    const between = this.#between
    const expected = this.#expected
    const { row, at } = between
    let soFar = 4
    for (let i = 0; i < told.length; i++) {
      const one = told[i]!
      const { of, parts } = one
      const differs = symbols.bit(model.flag(one, soFar))
      soFar = soFarWith(soFar, differs)
      if (differs === 0) continue
      if (parts !== null) this.#readRotation(one, parts)
      else if (one.isNumber === 1) {
        model.number(expected, one, between)
        row[at + of.at] = within(of, this.#readNumber())
      } else if (of.op === OP.text) {
        row[at + of.at] = target.putText(of.text, this.#readText(of.levels))
      } else row[at + of.at] = this.#readOther(one)
    }
  }

  #readRotation(told: Told, parts: readonly PlannedColumn[]): void {
    const model = this.#model
    const expected = this.#expected
    const { row, at } = this.#between
    const context = model.rotation(expected, told, this.#between)
    const greatest = (expected.value + this.#symbols.symbol(context)) & 3
    row[at + told.of.at] = greatest
    model.greatest(greatest)
    for (let k = 0; k < 3; k++) {
      model.part(expected, told, k)
      row[at + parts[k]!.at] = within(parts[k]!, this.#readNumber())
    }
  }

  /** Reads a number as its difference from the expected value. */
  #readNumber(): number {
    const symbols = this.#symbols
    const { value, size, sign } = this.#expected
    const sizeClass = symbols.symbol(size)
    this.#model.sized(sizeClass)
    return value + symbols.number(sizeClass, sign)
  }

  /** Reads a column that is neither a number nor a text, and differs from the base. */
  #readOther({ of, size }: Told): number {
    const { base, baseAt } = this.#between
    const was = base[baseAt + of.at]!
    const { levels } = of
    if (levels === 1) return 1 - was
    if (size >= 0) {
      const next = was + 1 + this.#symbols.symbol(size)
      return next > levels ? next - levels - 1 : next
    }
    return Math.min(this.#symbols.raw(of.bits) >>> 0, levels)
  }

  /** Reads a text of at most `longest` UTF-16 units. */
  #readText(longest: number): string {
    const symbols = this.#symbols
    let text = ''
    for (let left = Math.min(symbols.raw(8), longest); left > 0; left--)
      text += String.fromCharCode(symbols.raw(symbols.raw(1) === 0 ? 7 : 16))
    return text
  }
}
