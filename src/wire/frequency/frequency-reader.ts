import { SUBTICKS_PER_STEP } from '../../base/units.ts'
import type { BitReader } from '../bits.ts'
import type { BodySink, ChangedTarget } from '../body.ts'
import { type ChangesReader, placeOf } from '../coding.ts'
import { HISTORY_TICKS } from '../packets.ts'
import type { RowPlan } from '../plan.ts'
import { TablesIntake, type TablesTaker } from '../tables-packet.ts'
import { Frequencies } from './frequencies.ts'
import { COUNT, Layout } from './layout.ts'
import { readEntries, thaw } from './learned.ts'
import { Rows } from './rows.ts'
import { Symbols } from './symbols.ts'

/** Reads what a `FrequencyWriter` wrote. One for a session. Free of allocation but for texts, and when tables come. */
export class FrequencyReader implements ChangesReader, TablesTaker {
  readonly tables: TablesIntake | null
  readonly #symbols = new Symbols()
  readonly #rows: Rows
  readonly #layout: Layout
  /** By place: the first ones, and the two that came last. */
  readonly #frequencies: (Frequencies | null)[] = [null, null, null, null]

  constructor(plans: readonly RowPlan[], frozen: BitReader | null) {
    this.#layout = new Layout(plans)
    this.#rows = new Rows(this.#layout, this.#symbols)
    this.#frequencies[0] = new Frequencies(this.#layout)
    if (frozen) thaw(frozen, this.#frequencies[0])
    this.tables = frozen ? null : new TablesIntake(this)
  }

  takeTables(reader: BitReader, version: number): boolean {
    const made = new Frequencies(this.#layout)
    if (!readEntries(reader, made)) return false
    this.#frequencies[placeOf(version)] = made
    // The place after it is that of the version two before.
    this.#frequencies[placeOf(version + 1)] = null
    return true
  }

  read(
    reader: BitReader,
    _tick: number,
    _baseline: number,
    _before: number,
    sink: BodySink,
    place: number,
  ): boolean {
    reader.align()
    const frequencies = this.#frequencies[place]
    if (reader.failed || !frequencies) return false
    const symbols = this.#symbols
    this.#rows.courses = frequencies.courses
    symbols.startReading(frequencies, reader.bytes, reader.byte, reader.byteLength)
    return (sink.isOwnView ? this.#readSome(sink) : this.#readAll(sink)) && symbols.isSpent
  }

  #readAll(sink: BodySink): boolean {
    const rows = this.#rows
    const { between } = sink
    let follows = 0
    for (let kind = sink.nextKnown(0); kind; kind = sink.nextKnown(sink.knownSlot + 1)) {
      follows = rows.presence(kind.index, between, follows, 0)
      if (follows === 0) continue
      const slot = sink.knownSlot
      const target = sink.changed(slot, 0)
      if (!target || !this.#readRecord(sink, slot, target)) return false
    }
    return true
  }

  #readSome(sink: BodySink): boolean {
    const rows = this.#rows
    let slot = -1
    for (let n = rows.count(COUNT.records, 0); n > 0; n--) {
      slot += rows.count(COUNT.gap, 0) + 1
      const distance = rows.count(COUNT.distance, 0)
      if (slot > 0xffff || distance >= HISTORY_TICKS) return false
      const target = sink.changed(slot, distance)
      if (!target || !this.#readRecord(sink, slot, target)) return false
    }
    return true
  }

  /** Reads the states of a record into `target`, which holds a copy of the base. */
  #readRecord(sink: BodySink, slot: number, target: ChangedTarget): boolean {
    const rows = this.#rows
    const { between } = sink
    const { index, schema } = target.kind
    const { row, offset } = target
    const was = between.base[between.baseAt + schema.width]!
    const movement = rows.movement(index, between, was, -1)
    let extras = movement < 0 ? 0 : movement & 3
    if (movement >= 0) row[offset + schema.width] = movement >> 2
    let left = between.elapsed
    for (let last = 64; extras > 0; extras--) {
      const back = rows.stepsBack(0)
      if (back < 1 || back >= last) return false
      last = back
      between.elapsed = left - back * SUBTICKS_PER_STEP
      rows.row(index, between, NO_TEXTS, target)
      sink.filled(slot, back)
      between.hold(row, offset, schema.width)
      left = back * SUBTICKS_PER_STEP
    }
    between.elapsed = left
    rows.row(index, between, NO_TEXTS, target)
    sink.filled(slot, 0)
    return true
  }
}

const NO_TEXTS: readonly string[] = []
