import { horizonOf, WAY_BITS, wayOf } from '../../../base/horizons.ts'
import { SUBTICKS_PER_STEP } from '../../../base/units.ts'
import { type BitReader, BitWriter } from '../../bits.ts'
import type { ChangeList, KnownEntity } from '../../records/change-list.ts'
import { Between, hold } from '../../records/expected-value.ts'
import { KeptRecords } from '../../records/kept-records.ts'
import type { RowPlan } from '../../records/plan.ts'
import { copyBits } from '../../records/room-bits.ts'
import { type ChangesWriter, type LearnedTables, nextVersion } from '../coding.ts'
import { Frequencies } from './frequencies.ts'
import { COUNT, countOf, horizonContextOf, Layout, movementOf, presenceOf } from './layout.ts'
import { thaw } from './learned.ts'
import { Learning } from './learning.ts'
import { StateWriter } from './state-writer.ts'
import { MOST_OF_NUMBER, SymbolList } from './symbol-list.ts'

/** The most symbols of a record's movement. */
const MOST_OF_MOVEMENT = 4

/** Writes lists of changed entities with frequency tables. One for each room. Free of allocation except when it learns. */
export class FrequencyWriter implements ChangesWriter, LearnedTables {
  readonly tables: LearnedTables | null
  version = 0
  /** Bodies contain no news of the tables, which have packets of their own. */
  readonly newsTick = -1
  /** The symbols of the body written last. */
  readonly symbols: SymbolList = new SymbolList()
  readonly #states = new StateWriter()
  readonly #between = new Between()
  /** The records of clients' own views in this network tick, and their positions. */
  readonly #records = new SymbolList()
  readonly #kept = new KeptRecords()
  readonly #first: Frequencies
  /** The frequencies of the newest version, and of the version before it. */
  #newest: Frequencies
  #older: Frequencies
  readonly learning: Learning | null
  /** The entries of the newest version. */
  #entries = new BitWriter(256)
  /** Whether a body of this network tick was counted. The first body in the newest version counts, one per tick. */
  #isCounted = false

  /** `frozen`: the tables that both ends have from the start. Without it the room learns tables. */
  constructor(plans: readonly RowPlan[], sendHz: number, frozen: BitReader | null) {
    const layout = new Layout(plans)
    this.#first = new Frequencies(layout)
    if (frozen) thaw(frozen, this.#first)
    this.#newest = this.#older = this.#first
    this.learning = frozen ? null : new Learning(this.#first, sendHz)
    this.tables = frozen ? null : this
  }

  begin(tick: number): void {
    this.#isCounted = false
    this.#records.clear()
    this.#kept.begin(tick)
    if (!this.learning?.isDue) return
    const next = new Frequencies(this.#first.layout)
    const entries = new BitWriter(256)
    if (!this.learning.look(this.#newest, next, entries)) return
    this.#entries = entries
    this.#older = this.#newest
    this.#newest = next
    this.version = nextVersion(this.version)
  }

  writeTables(writer: BitWriter): void {
    copyBits(writer, this.#entries, 0, this.#entries.bitLength)
  }

  write(writer: BitWriter, _baseline: number, list: ChangeList, version: number): void {
    const { symbols } = this
    const frequencies = this.#of(version)
    const learning = this.#learningFrom(list, version)
    symbols.clear()
    symbols.begin(frequencies, learning?.counts, list.count)
    if (list.isOwnView) this.#writeSome(list, version, learning)
    else this.#writeAll(list, frequencies.courses, learning)
    symbols.write(writer)
  }

  bitsOf(list: ChangeList, n: number): number {
    const { slot } = list.entities[n]!
    this.#keep(list, n, this.version)
    return this.#records.bitsOf(this.#kept.startOf(slot), this.#kept.lengthOf(slot))
  }

  /** Returns the `Learning` that counts this body, or null when it is not counted. */
  #learningFrom(list: ChangeList, version: number): Learning | null {
    const learning = this.learning
    if (!learning || this.#isCounted || version !== this.version || list.count === 0) return null
    this.#isCounted = true
    return learning.passTick() ? learning : null
  }

  #of(version: number): Frequencies {
    if (version === 0) return this.#first
    return version === this.version ? this.#newest : this.#older
  }

  /** Writes for every entity that both ends know whether it has changed, and the records of those that have. */
  #writeAll(list: ChangeList, courses: Uint8Array, learning: Learning | null): void {
    const { symbols } = this
    const between = this.#between
    const { model } = this.#states
    const { kinds } = this.#first.layout
    let follows = 0
    for (let n = 0; n < list.count; n++) {
      const kind = kinds[list.entities[n]!.kind.index]!
      const changed = list.isChanged[n]!
      if (changed === 0 && list.rested(n)) symbols.symbol(presenceOf(kind, 0, follows), 0)
      else {
        list.fill(between, n)
        symbols.symbol(presenceOf(kind, model.look(kind, between, courses), follows), changed)
        if (changed === 1) this.#writeRecord(symbols, list.entities[n]!, courses, learning)
      }
      follows = changed
    }
  }

  /** Writes the slots and records of the entities that have changed. */
  #writeSome(list: ChangeList, version: number, learning: Learning | null): void {
    const { symbols } = this
    const { layout } = this.#first
    const { courses } = this.#of(version)
    // A body that is counted has to be coded anew.
    const isKept = list.keeps && !learning
    symbols.reserve(MOST_OF_NUMBER)
    symbols.count(countOf(layout, COUNT.records), list.count)
    let previous = -1
    for (let n = 0; n < list.count; n++) {
      const { slot } = list.entities[n]!
      symbols.reserve(2 * MOST_OF_NUMBER)
      symbols.count(countOf(layout, COUNT.gap), slot - previous - 1)
      symbols.count(countOf(layout, COUNT.distance), list.distances[n]!)
      previous = slot
      if (isKept) {
        this.#keep(list, n, version)
        symbols.copy(this.#records, this.#kept.startOf(slot), this.#kept.lengthOf(slot))
      } else this.#writeNamed(symbols, list, n, courses, learning)
    }
  }

  /** Keeps the record of the `n`th entity among those of this network tick, unless it is kept already. */
  #keep(list: ChangeList, n: number, version: number): void {
    if (this.#kept.has(list, n, version)) return
    const records = this.#records
    const frequencies = this.#of(version)
    const start = records.length
    records.begin(frequencies)
    this.#writeNamed(records, list, n, frequencies.courses, null)
    this.#kept.keep(list, n, version, start, records.length - start)
  }

  /** Writes the record of the `n`th entity. */
  #writeNamed(
    to: SymbolList,
    list: ChangeList,
    n: number,
    courses: Uint8Array,
    learning: Learning | null,
  ): void {
    const entity = list.entities[n]!
    list.fill(this.#between, n)
    this.#states.model.look(this.#first.layout.kinds[entity.kind.index]!, this.#between, courses)
    this.#writeRecord(to, entity, courses, learning)
  }

  /** Writes the record of an entity. `#between` must be filled for it, and `Model.look` called. */
  #writeRecord(
    to: SymbolList,
    entity: KnownEntity,
    courses: Uint8Array,
    learning: Learning | null,
  ): void {
    const { extras, kind, row, offset } = entity
    const { index, schema } = kind
    const between = this.#between
    const { base, baseAt } = between
    const states = this.#states
    const tally = learning?.tally ?? null
    const of = this.#first.layout.kinds[index]!
    const count = extras ? extras.count : 0
    const code = row[offset + schema.width]!
    const before = base[baseAt + schema.width]!
    const tells = count > 0 || code !== before ? 1 : 0
    const was = horizonOf(before)
    to.reserve(MOST_OF_MOVEMENT)
    to.symbol(movementOf(of, between.beforeAt, was), tells)
    if (tells === 1) {
      to.symbol(horizonContextOf(of, was), horizonOf(code))
      to.raw(wayOf(code), WAY_BITS)
      to.symbol(of.extras, count)
    }
    let left = between.elapsed
    for (let k = 0; k < count; k++) {
      const back = extras!.stepsBack(k)
      const state = extras!.state(k)
      to.reserve(1)
      to.raw(back, 6)
      between.row = state.row
      between.at = state.offset
      between.texts = state.texts
      between.elapsed = left - back * SUBTICKS_PER_STEP
      states.write(to, of, between, tally)
      hold(between, state.row, state.offset, schema.width)
      states.model.look(of, between, courses)
      left = back * SUBTICKS_PER_STEP
    }
    between.row = row
    between.at = offset
    between.texts = entity.texts
    between.elapsed = left
    states.write(to, of, between, tally)
  }
}
