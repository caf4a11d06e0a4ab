import { CARRY_BITS, MOST_CARRY } from '../../base/horizons.ts'
import { around } from '../../base/sequence.ts'
import { SUBTICKS_PER_STEP } from '../../base/units.ts'
import * as OP from '../../game/op.ts'
import { type BitReader, unzigzag } from '../bits.ts'
import type { BodySink } from '../records/body.ts'
import type { RecordTarget } from '../records/columns.ts'
import { type Between, expectedOf } from '../records/expected-value.ts'
import type { RowPlan } from '../records/plan.ts'
import type { ChangesReader } from './coding.ts'
import { MOST_K, PackedTable } from './tables.ts'

// A module's own constants are known when its code is compiled; imported ones are looked up at each use.
const FLAG = OP.flag
const ANGLE = OP.angle
const TEXT = OP.text
/** Reads what `PackedWriter` wrote. One for a session. Free of allocation but for texts. */
export class PackedReader implements ChangesReader {
  readonly tables: null = null
  readonly #tables: readonly PackedTable[]

  constructor(plans: readonly RowPlan[]) {
    this.#tables = plans.map((plan) => new PackedTable(plan))
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
        const target = sink.changed(slot, distance)
        if (!target) return false
        const { between } = sink
        if (!this.#readRecord(reader, slot, target.kind.index, target, between, sink)) return false
      }
    }
    return reader.finished()
  }

  /** Reads the tables; in a complete body those that are not named are the default again. */
  #readTables(reader: BitReader, isComplete: boolean): void {
    const some = reader.flag()
    for (let i = 0; i < this.#tables.length && (some || isComplete); i++) {
      const table = this.#tables[i]!
      if (isComplete) table.reset()
      if (some && reader.flag()) table.read(reader)
    }
  }

  /** Reads the states of a record into `target`, which holds a copy of the baseline. False when it is malformed. */
  #readRecord(
    reader: BitReader,
    slot: number,
    kindIndex: number,
    target: RecordTarget,
    between: Between,
    sink: Pick<BodySink, 'filled'>,
  ): boolean {
    const table = this.#tables[kindIndex]!
    const { plan, columns } = table
    const { row, offset } = target
    const { elapsed } = between
    let extras = 0
    let isFirst = true
    for (let back = 64; back > 0; isFirst = false) {
      const before = back
      const fits = !reader.flag()
      if (!fits) {
        for (let i = 0; i < columns.length; i++) columns[i]!.changed = reader.read(1)
        if (isFirst && reader.flag()) {
          row[offset + plan.schema.width] = reader.upTo(MOST_CARRY, CARRY_BITS)
          extras = reader.read(2)
        }
      }
      back = extras > 0 ? reader.read(6) | 0 : 0
      if (back >= before || (extras-- > 0 && back === 0)) return false
      between.elapsed = elapsed - back * SUBTICKS_PER_STEP
      for (let i = 0; i < columns.length; i++) {
        const column = columns[i]!
        if ((fits ? column.common : column.changed) === 0) continue
        const c = column.of
        const at = offset + c.at
        if (column.isNumber === 1) {
          // As small integers: V8 boxes what functions return, and both ways where only one of two is boxed.
          const was =
            isFirst && column.isExpectedToMove === 1 ? expectedOf(c, between) | 0 : row[at]!
          let value = was + unzigzag(reader.rice(column.k, column.bits + 1))
          if (value < 0 || value > c.levels) {
            if (c.op !== ANGLE) return false
            value = around(value, c.levels) | 0
          }
          row[at] = value
        } else if (c.op === TEXT) {
          row[at] = target.putText(c.text, reader.text(plan.schema.columns[c.at]!.levels, 8))
        } else if (c.op !== FLAG) row[at] = reader.upTo(c.levels, c.bits)
        else row[at] = fits ? reader.read(1) : 1 - row[at]!
      }
      if (reader.failed) return false
      sink.filled(slot, back)
    }
    return true
  }
}
