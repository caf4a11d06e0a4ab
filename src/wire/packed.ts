import { SUBTICKS_PER_STEP } from '../base/units.ts'
import { type BitWriter, zigzag } from './bits.ts'
import type { RecordSource } from './columns.ts'
import type { EntitySource } from './entity-source.ts'
import { apart, type Between, foretell } from './foretell.ts'
import { type RowPlan, TELL } from './plan.ts'
import { TableMaker } from './tables.ts'

/** A state that is not the first of its record says nothing of movement. */
const NOT_FIRST = -1
/** A number that is not told costs this much at most where it is told all the same, beside its `k` bits. */
const CHEAP_ONES = 1

/**
 * Writes changed entities bit by bit, as WIRE.md says under *Packed*. Foretells each number, and writes the differences in
 * Rice's code (Rice and Plaunt 1971; adaptive variable-length coding). One for a room. Free of allocation.
 */
export class PackedWriter {
  readonly #makers: readonly TableMaker[]
  // Of the state that is being written, by place in its plan.
  readonly #changed = new Uint8Array(256)
  readonly #differences = new Int32Array(256)

  constructor(plans: readonly RowPlan[]) {
    this.#makers = plans.map((plan) => new TableMaker(plan))
  }

  /** Looks whether better tables would pay. At the beginning of each network tick. */
  look(tick: number): void {
    for (let i = 0; i < this.#makers.length; i++) this.#makers[i]!.look(tick)
  }

  /** Writes the tables made after network tick `baseline`; -1: all that are not the default. */
  writeTables(writer: BitWriter, baseline: number): void {
    const makers = this.#makers
    let some = false
    for (let i = 0; i < makers.length; i++) if (makers[i]!.tick > baseline) some = true
    writer.flag(some)
    if (!some) return
    for (let i = 0; i < makers.length; i++) {
      const isNew = makers[i]!.tick > baseline
      writer.flag(isNew)
      if (isNew) makers[i]!.table.write(writer)
    }
  }

  /** Writes the states of a record; `between` says between which of them, `entity` is the new one. */
  writeRecord(writer: BitWriter, entity: EntitySource, between: Between): void {
    const { extras } = entity
    const maker = this.#makers[entity.kind.index]!
    const { elapsed, base, baseAt } = between
    const carryAt = entity.kind.schema.width
    const carry = entity.row[entity.offset + carryAt]!
    const count = extras ? extras.count : 0
    const tells = count > 0 || carry !== base[baseAt + carryAt] ? (carry << 2) | count | 32 : 0
    for (let n = 0; n <= count; n++) {
      const state: RecordSource = n < count ? extras!.state(n) : entity
      const back = n < count ? extras!.stepsBack(n) : 0
      between.row = state.row
      between.at = state.offset
      between.elapsed = elapsed - back * SUBTICKS_PER_STEP
      this.#writeState(writer, maker, between, state.texts, n === 0 ? tells : NOT_FIRST, back)
      // The next one is against a copy: the source of extra states has one place for all of them.
      if (n < count) between.hold(state.row, state.offset)
    }
  }

  #writeState(
    writer: BitWriter,
    maker: TableMaker,
    between: Between,
    texts: readonly string[],
    tells: number,
    back: number,
  ): void {
    const { table } = maker
    const { plan, common, k } = table
    const { columns } = plan
    const { row, at, base, baseAt } = between
    const changed = this.#changed
    const differences = this.#differences
    let fits = tells <= 0
    for (let i = 0; i < columns.length; i++) {
      const c = columns[i]!
      const now = row[at + c.at]!
      const was = base[baseAt + c.at]!
      const isCommon = common[i] === 1
      changed[i] = now === was ? 0 : 1
      if (now !== was && !isCommon) fits = false
      if (!c.isNumber || (now === was && !isCommon)) continue
      const foretold = tells === NOT_FIRST ? was : foretell(c, between)
      const difference = zigzag(apart(c, now - foretold))
      differences[i] = difference
      if (now === was && difference >>> k[i]! > CHEAP_ONES) fits = false
    }
    writer.flag(!fits)
    if (!fits) {
      for (let i = 0; i < columns.length; i++) writer.write(changed[i]!, 1)
      if (tells !== NOT_FIRST) {
        writer.flag(tells > 0)
        if (tells > 0) {
          writer.write(tells >> 2, 3)
          writer.write(tells, 2)
        }
      }
    }
    if (back > 0) writer.write(back, 6)
    const told = fits ? common : changed
    for (let i = 0; i < columns.length; i++) {
      if (told[i] === 0) continue
      const c = columns[i]!
      if (c.isNumber) writer.rice(differences[i]! >>> 0, k[i]!, c.bits + 1)
      else if (c.tell === TELL.text) writer.text(texts[c.text] ?? '', 8)
      else if (c.tell !== TELL.flag) writer.write(row[at + c.at]!, c.bits)
      else if (fits) writer.write(row[at + c.at]!, 1)
    }
    if (tells !== NOT_FIRST) maker.count(changed, differences)
  }
}
