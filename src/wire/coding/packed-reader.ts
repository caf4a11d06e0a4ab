import { EXTRAPOLATION_CODE_BITS, MOST_EXTRAPOLATION_CODE } from '../../base/horizons.ts'
import { around } from '../../base/sequence.ts'
import { SUBTICKS_PER_STEP } from '../../base/units.ts'
import * as OP from '../../game/op.ts'
import { type BitReader, unzigzag } from '../bits.ts'
import type { BodySink, ChangedTarget } from '../records/body.ts'
import { Between, expectedOf } from '../records/expected-value.ts'
import type { RowPlan } from '../records/plan.ts'
import type { ChangesReader } from './coding.ts'
import { MOST_K, type PackedColumn, PackedTable } from './tables.ts'

/** Reads what `PackedWriter` wrote. One for each session. Free of allocation except for texts. */
export class PackedReader implements ChangesReader {
  readonly tables: null = null
  readonly #tables: readonly PackedTable[]
  readonly #between = new Between()
  /** For each column of the state being read: 1 if the packet has a value for it. */
  readonly #changed: Uint8Array

  constructor(plans: readonly RowPlan[]) {
    this.#tables = plans.map((plan) => new PackedTable(plan))
    this.#changed = new Uint8Array(Math.max(0, ...plans.map(({ columns }) => columns.length)))
  }

  read(reader: BitReader, baseline: number, sink: BodySink): boolean {
    this.#readTables(reader, baseline < 0)
    let slot = -1
    let n = reader.small(0x10000)
    if (n > 0) {
      const k = reader.upTo(MOST_K, 4)
      const someOwn = reader.flag()
      for (; n > 0 && !reader.failed; n--) {
        slot += reader.rice(k, 16) + 1
        const distance = someOwn && reader.flag() ? reader.read(7) : 0
        if (reader.failed || slot > 0xffff) return false
        const target = sink.changed(this.#between, slot, distance)
        if (!target || !this.#readRecord(reader, slot, target, sink)) return false
      }
    }
    return reader.finished()
  }

  /** Reads the tables. In a complete body every table that is not sent returns to the default. */
  #readTables(reader: BitReader, isComplete: boolean): void {
    const some = reader.flag()
    for (let i = 0; i < this.#tables.length && (some || isComplete); i++) {
      const table = this.#tables[i]!
      if (isComplete) table.reset()
      if (some && reader.flag()) table.read(reader)
    }
  }

  /** Reads the states of a record into `target`, which holds a copy of the baseline. Returns false when they are malformed. */
  #readRecord(
    reader: BitReader,
    slot: number,
    target: ChangedTarget,
    sink: Pick<BodySink, 'filled'>,
  ): boolean {
    const { kind, schema, row, offset } = target
    const { columns } = this.#tables[kind.index]!
    const { elapsed } = this.#between
    let extras = 0
    let isFirst = true
    for (let back = 64; back > 0; isFirst = false) {
      const before = back
      const isListed = reader.flag()
      if (isListed) {
        for (let i = 0; i < columns.length; i++) this.#changed[i] = reader.read(1)
        if (isFirst && reader.flag()) {
          row[offset + schema.width] = reader.upTo(MOST_EXTRAPOLATION_CODE, EXTRAPOLATION_CODE_BITS)
          extras = reader.read(2)
        }
      }
      back = extras > 0 ? reader.read(6) : 0
      if (back >= before || (extras-- > 0 && back === 0)) return false
      this.#between.elapsed = elapsed - back * SUBTICKS_PER_STEP
      if (!this.#readState(reader, columns, target, isListed, isFirst)) return false
      sink.filled(slot, back)
    }
    return true
  }

  /**
   * Reads the changed columns of one state: those in `#changed` if they were listed, otherwise the common ones. Returns false
   * when they are malformed.
   */
  #readState(
    reader: BitReader,
    columns: readonly PackedColumn[],
    target: ChangedTarget,
    isListed: boolean,
    isFirst: boolean,
  ): boolean {
    const { row, offset } = target
    for (let i = 0; i < columns.length; i++) {
      const c = columns[i]!
      if (isListed ? this.#changed[i] === 0 : !c.isCommon) continue
      const { of } = c
      const at = offset + of.at
      if (of.isNumber) {
        const was = isFirst && c.isExpectedToMove ? expectedOf(of, this.#between) : row[at]!
        const value = was + unzigzag(reader.rice(c.k, of.bits + 1))
        if (value >= 0 && value <= of.levels) row[at] = value
        else if (of.op === OP.angle) row[at] = around(value, of.levels)
        else return false
      } else if (of.op === OP.text) {
        row[at] = target.putText(of.text, reader.text(target.schema.columns[of.at]!.levels, 8))
      } else if (of.op !== OP.flag) row[at] = reader.upTo(of.levels, of.bits)
      else row[at] = isListed ? 1 - row[at]! : reader.read(1)
    }
    return !reader.failed
  }
}
