import { BitWriter } from '../bits.ts'
import type { ChangeList } from '../records/change-list.ts'
import { Between } from '../records/expected-value.ts'
import { KeptRecords } from '../records/kept-records.ts'
import type { RowPlan } from '../records/plan.ts'
import { copyBits, writeRice } from '../records/room-bits.ts'
import type { ChangesWriter } from './coding.ts'
import { PackedWriter } from './packed.ts'
import { bestK } from './tables.ts'

/**
 * Writes lists of changed entities in the packed coding. The bits of an entity depend only on the network tick and on the
 * states that it is coded between. They are therefore kept, and copied into other bodies of the tick. Free of allocation in
 * steady state.
 */
export class PackedChanges implements ChangesWriter {
  readonly tables: null = null
  readonly #records: PackedWriter
  readonly #between = new Between()
  readonly #strings = new BitWriter(64)
  /** The positions of the records in `#strings`, in bits. */
  readonly #kept = new KeptRecords()

  constructor(plans: readonly RowPlan[]) {
    this.#records = new PackedWriter(plans)
  }

  get newsTick(): number {
    return this.#records.newsTick
  }

  begin(tick: number): void {
    this.#kept.begin(tick)
    this.#strings.reset()
    this.#records.look(tick)
  }

  write(writer: BitWriter, baseline: number, list: ChangeList): void {
    this.#records.writeTables(writer, baseline)
    writer.small(list.count)
    if (list.count === 0) return
    const { entities, distances } = list
    const last = entities[list.count - 1]!.slot
    const k = bestK(last + 1 - list.count, list.count)
    let someOwn = false
    for (let n = 0; n < list.count; n++) if (distances[n]! > 0) someOwn = true
    writer.write(k, 4)
    writer.flag(someOwn)
    let previous = -1
    // When all clients have the same body, nothing is kept, and nothing has to be looked up.
    const someKept = this.#strings.bitLength > 0
    for (let n = 0; n < list.count; n++) {
      const entity = entities[n]!
      const { slot } = entity
      writeRice(writer, slot - previous - 1, k, 16)
      previous = slot
      if (someOwn) {
        writer.flag(distances[n]! > 0)
        if (distances[n]! > 0) writer.write(distances[n]!, 7)
      }
      if (list.keeps || (someKept && this.#kept.has(list, n, 0))) {
        this.#keep(list, n)
        copyBits(writer, this.#strings, this.#kept.startOf(slot), this.#kept.lengthOf(slot))
      } else {
        list.fill(this.#between, n)
        this.#records.writeRecord(writer, entity, this.#between)
      }
    }
  }

  /** Returns how many bits the `n`th entity's states take, and keeps those bits for the bodies that follow. */
  bitsOf(list: ChangeList, n: number): number {
    this.#keep(list, n)
    return this.#kept.lengthOf(list.entities[n]!.slot)
  }

  /** Keeps the `n`th entity's states in `#strings`, unless they are kept already. */
  #keep(list: ChangeList, n: number): void {
    if (this.#kept.has(list, n, 0)) return
    const strings = this.#strings
    const start = strings.bitLength
    list.fill(this.#between, n)
    this.#records.writeRecord(strings, list.entities[n]!, this.#between)
    this.#kept.keep(list, n, 0, start, strings.bitLength - start)
  }
}
