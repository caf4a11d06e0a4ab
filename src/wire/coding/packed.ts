import { EXTRAPOLATION_CODE_BITS } from '../../base/horizons.ts'
import { SUBTICKS_PER_STEP } from '../../base/units.ts'
import * as OP from '../../game/op.ts'
import { type BitWriter, zigzag } from '../bits.ts'
import type { RecordSource } from '../records/columns.ts'
import type { EntitySource } from '../records/entity-source.ts'
import { apart, type Between, expectedOf, hold } from '../records/expected-value.ts'
import type { PlannedColumn, RowPlan } from '../records/plan.ts'
import { writeRice } from '../records/room-bits.ts'
import { FoundChanges, type PackedColumn, TableMaker, writeTable } from './tables.ts'

/** Marks a state that is not the first of its record: only the first one has movement. */
const NOT_FIRST = -1
/** A bit above the extrapolation code and the count of extra states, set when both are written. */
const TELLS = 1 << (EXTRAPOLATION_CODE_BITS + 2)
/** The most ones of an unchanged number among the common columns, besides its `k` bits. */
const CHEAP_ONES = 1

/**
 * Writes changed entities bit by bit, as *Packed* in WIRE.md describes. Each number is written as its difference from its
 * expected value, in Rice's code (Rice and Plaunt 1971; adaptive variable-length coding). One for each room. Free of
 * allocation.
 */
export class PackedWriter {
  readonly #makers: readonly TableMaker[]
  /** The changes of the state being written. */
  readonly #found: FoundChanges

  constructor(plans: readonly RowPlan[]) {
    this.#makers = plans.map((plan) => new TableMaker(plan))
    this.#found = new FoundChanges(Math.max(0, ...plans.map(({ columns }) => columns.length)))
  }

  /** The network tick at which the newest table was made; -1: all tables are the default. */
  get newsTick(): number {
    let newest = -1
    for (let i = 0; i < this.#makers.length; i++) newest = Math.max(newest, this.#makers[i]!.tick)
    return newest
  }

  /** Checks whether better tables would pay. Call it at the beginning of each network tick. */
  look(tick: number): void {
    for (let i = 0; i < this.#makers.length; i++) this.#makers[i]!.look(tick)
  }

  /** Writes the tables made after network tick `baseline`; -1: all tables that are not the default. */
  writeTables(writer: BitWriter, baseline: number): void {
    const makers = this.#makers
    let some = false
    for (let i = 0; i < makers.length; i++) if (makers[i]!.tick > baseline) some = true
    writer.flag(some)
    if (!some) return
    for (let i = 0; i < makers.length; i++) {
      const isNew = makers[i]!.tick > baseline
      writer.flag(isNew)
      if (isNew) writeTable(writer, makers[i]!.table)
    }
  }

  /** Writes the states of a record. `entity` is the new state; `between` holds the states that it is coded between. */
  writeRecord(writer: BitWriter, entity: EntitySource, between: Between): void {
    const { extras } = entity
    const maker = this.#makers[entity.kind.index]!
    const { elapsed, base, baseAt } = between
    const codeAt = entity.kind.schema.width
    const code = entity.row[entity.offset + codeAt]!
    const count = extras ? extras.count : 0
    const tells = count > 0 || code !== base[baseAt + codeAt] ? (code << 2) | count | TELLS : 0
    for (let n = 0; n <= count; n++) {
      const state: RecordSource = n < count ? extras!.state(n) : entity
      const back = n < count ? extras!.stepsBack(n) : 0
      between.row = state.row
      between.at = state.offset
      between.texts = state.texts
      between.elapsed = elapsed - back * SUBTICKS_PER_STEP
      this.#writeState(writer, maker, between, n === 0 ? tells : NOT_FIRST, back)
      // Holds a copy, because the source of extra states has one place for all of them.
      if (n < count) hold(between, state.row, state.offset, codeAt)
    }
  }

  #writeState(
    writer: BitWriter,
    maker: TableMaker,
    between: Between,
    tells: number,
    back: number,
  ): void {
    const { columns } = maker.table
    const found = this.#found
    const start = writer.bitLength
    writer.flag(false)
    if (back > 0) writer.write(back, 6)
    if (!writeCommon(found, writer, columns, between, tells)) {
      writer.rewind(start)
      writer.flag(true)
      writeWhich(writer, found, columns.length, tells)
      if (back > 0) writer.write(back, 6)
      writeChanged(writer, columns, found, between)
    }
    if (tells !== NOT_FIRST) maker.count(found)
  }
}

/**
 * Writes the common columns, and sets `found`. Returns false when they cannot describe the record; the bits written are then
 * useless. Usually they do, and one pass is enough.
 */
function writeCommon(
  found: FoundChanges,
  writer: BitWriter,
  columns: readonly PackedColumn[],
  between: Between,
  tells: number,
): boolean {
  const { row, at, base, baseAt, texts } = between
  const { changed, differences } = found
  let fits = tells <= 0
  for (let i = 0; i < columns.length; i++) {
    const c = columns[i]!
    const { of } = c
    const now = row[at + of.at]!
    const was = base[baseAt + of.at]!
    changed[i] = now === was ? 0 : 1
    if (!c.isCommon) {
      if (now === was) continue
      fits = false
    }
    if (!of.isNumber) {
      if (fits) writeOther(writer, of, now, texts)
      continue
    }
    const expected = c.isExpectedToMove && tells !== NOT_FIRST ? expectedOf(of, between) : was
    const difference = zigzag(apart(of, now - expected))
    differences[i] = difference
    if (now === was && difference >>> c.k > CHEAP_ONES) fits = false
    if (fits) writeRice(writer, difference, c.k, of.bits + 1)
  }
  return fits
}

/** Writes which columns follow, and the movement. */
function writeWhich(
  writer: BitWriter,
  { changed }: FoundChanges,
  columns: number,
  tells: number,
): void {
  for (let i = 0; i < columns; i++) writer.write(changed[i]!, 1)
  if (tells === NOT_FIRST) return
  writer.flag(tells > 0)
  if (tells <= 0) return
  writer.write((tells ^ TELLS) >> 2, EXTRAPOLATION_CODE_BITS)
  writer.write(tells, 2)
}

/** Writes the columns that have changed. */
function writeChanged(
  writer: BitWriter,
  columns: readonly PackedColumn[],
  { changed, differences }: FoundChanges,
  { row, at, texts }: Between,
): void {
  for (let i = 0; i < columns.length; i++) {
    if (changed[i] === 0) continue
    const { of, k } = columns[i]!
    if (of.isNumber) writeRice(writer, differences[i]!, k, of.bits + 1)
    else if (of.op !== OP.flag) writeOther(writer, of, row[at + of.at]!, texts)
  }
}

/** Writes a column that is not a number. */
function writeOther(
  writer: BitWriter,
  { op, bits, text }: PlannedColumn,
  now: number,
  texts: readonly string[],
): void {
  if (op === OP.text) writer.text(texts[text] ?? '', 8)
  else writer.write(now, bits)
}
