import { SUBTICKS_PER_STEP } from '../../base/units.ts'
import { type BitReader, BitWriter } from '../bits.ts'
import type { ChangeList } from '../change-list.ts'
import { type ChangesWriter, type LearnedTables, nextVersion } from '../coding.ts'
import { Between } from '../foretell.ts'
import type { RowPlan } from '../plan.ts'
import { Frequencies } from './frequencies.ts'
import { COUNT, Layout } from './layout.ts'
import { thaw } from './learned.ts'
import { Learning } from './learning.ts'
import { Rows } from './rows.ts'
import { Symbols } from './symbols.ts'

/** Writes lists of changed entities with frequency tables. One for a room. Free of allocation but when it learns. */
export class FrequencyWriter implements ChangesWriter, LearnedTables {
  readonly tables: LearnedTables | null
  version = 0
  /** Bodies tell nothing of the tables: those travel by themselves. */
  readonly newsTick = -1
  /** Those of the body written last. */
  readonly symbols: Symbols = new Symbols()
  readonly #rows: Rows
  readonly #between = new Between()
  readonly #first: Frequencies
  /** Of the newest version, and of the one before it. */
  #newest: Frequencies
  #older: Frequencies
  readonly #learning: Learning | null
  /** The entries of the newest version. */
  #entries = new BitWriter(256)
  /** Whether a body of this network tick was counted: of each tick one is, the first in the newest version. */
  #isCounted = false

  /** `frozen`: the tables that both ends have from the start; without them the room learns some. */
  constructor(plans: readonly RowPlan[], sendHz: number, frozen: BitReader | null) {
    const layout = new Layout(plans)
    this.#rows = new Rows(layout, this.symbols)
    this.#first = new Frequencies(layout)
    if (frozen) thaw(frozen, this.#first)
    this.#newest = this.#older = this.#first
    this.#learning = frozen ? null : new Learning(this.#first, sendHz)
    this.tables = frozen ? null : this
  }

  begin(): void {
    this.#isCounted = false
    if (!this.#learning?.isDue) return
    const next = new Frequencies(this.#first.layout)
    const entries = new BitWriter(256)
    if (!this.#learning.look(this.#newest, next, entries)) return
    this.#entries = entries
    this.#older = this.#newest
    this.#newest = next
    this.version = nextVersion(this.version)
  }

  writeTables(writer: BitWriter): void {
    writer.copyBits(this.#entries, 0, this.#entries.bitLength)
  }

  write(
    writer: BitWriter,
    _tick: number,
    _baseline: number,
    _before: number,
    list: ChangeList,
    version: number,
  ): void {
    const { symbols } = this
    const frequencies = this.#of(version)
    const learning = this.#learningFrom(list, version)
    this.#rows.courses = frequencies.courses
    this.#rows.tally = learning ? learning.tally : null
    symbols.startWriting()
    if (list.isOwnView) this.#writeSome(list)
    else this.#writeAll(list)
    learning?.count(symbols)
    writer.align()
    // First: writing may replace the bytes by longer ones.
    const length = symbols.write(frequencies)
    writer.copy(symbols.bytes, length)
  }

  /** What counts this body; null: nothing does. */
  #learningFrom(list: ChangeList, version: number): Learning | null {
    const learning = this.#learning
    if (!learning || this.#isCounted || version !== this.version || list.count === 0) return null
    this.#isCounted = true
    return learning.passTick() ? learning : null
  }

  #of(version: number): Frequencies {
    if (version === 0) return this.#first
    return version === this.version ? this.#newest : this.#older
  }

  /** Every entity that both ends know is asked for. */
  #writeAll(list: ChangeList): void {
    const rows = this.#rows
    const between = this.#between
    let follows = 0
    for (let n = 0; n < list.count; n++) {
      const { index } = list.entities[n]!.kind
      const changed = list.isChanged[n]! ? 1 : 0
      if (changed === 0 && list.rested(n)) {
        follows = rows.stillness(index, follows)
        continue
      }
      list.fill(between, n)
      follows = rows.presence(index, between, follows, changed)
      if (changed === 1) this.#writeRecord(list, n)
    }
  }

  /** Those that have changed are named. */
  #writeSome(list: ChangeList): void {
    const rows = this.#rows
    rows.count(COUNT.records, list.count)
    let previous = -1
    for (let n = 0; n < list.count; n++) {
      const { slot } = list.entities[n]!
      rows.count(COUNT.gap, slot - previous - 1)
      rows.count(COUNT.distance, list.distances[n]!)
      previous = slot
      list.fill(this.#between, n)
      this.#writeRecord(list, n)
    }
  }

  #writeRecord(list: ChangeList, n: number): void {
    const rows = this.#rows
    const between = this.#between
    const { extras, kind, row, offset, texts } = list.entities[n]!
    const { index, schema } = kind
    const { base, baseAt } = between
    const count = extras ? extras.count : 0
    const carry = row[offset + schema.width]!
    const was = base[baseAt + schema.width]!
    rows.movement(index, between, was, count > 0 || carry !== was ? (carry << 2) | count : -1)
    let left = between.elapsed
    for (let k = 0; k < count; k++) {
      const back = rows.stepsBack(extras!.stepsBack(k))
      const state = extras!.state(k)
      between.row = state.row
      between.at = state.offset
      between.elapsed = left - back * SUBTICKS_PER_STEP
      rows.row(index, between, state.texts, null)
      between.hold(state.row, state.offset, schema.width)
      left = back * SUBTICKS_PER_STEP
    }
    between.row = row
    between.at = offset
    between.elapsed = left
    rows.row(index, between, texts, null)
  }
}
