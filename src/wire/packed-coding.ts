import { BitWriter } from './bits.ts'
import type { ChangeList } from './change-list.ts'
import type { ChangesWriter } from './coding.ts'
import { Between } from './foretell.ts'
import { PackedWriter } from './packed.ts'
import type { RowPlan } from './plan.ts'
import { bestK } from './tables.ts'

/** Numbers kept of each slot: see `#string`. */
const KEPT = 7

/**
 * Writes lists of changed entities in the packed coding. What is written of an entity depends on nothing but the network
 * tick and what it is coded between, so it is kept for the other bodies of the tick, as bits that are copied. Free of
 * allocation in steady state.
 */
export class PackedChanges implements ChangesWriter {
  readonly #records: PackedWriter
  readonly #between = new Between()
  readonly #strings = new BitWriter(4096)
  /** By slot, the string written last: tick, base, before, elapsed, span, first bit, count of bits. */
  readonly #kept: number[] = []
  #tick = -1

  constructor(plans: readonly RowPlan[]) {
    this.#records = new PackedWriter(plans)
  }

  begin(tick: number): void {
    this.#tick = tick
    this.#strings.reset()
    this.#records.look(tick)
  }

  write(
    writer: BitWriter,
    _tick: number,
    baseline: number,
    _before: number,
    list: ChangeList,
  ): number {
    this.#records.writeTables(writer, baseline)
    writer.small(list.count)
    if (list.count === 0) return 0
    const { entities, distances } = list
    const last = entities[list.count - 1]!.slot
    const k = bestK(last + 1 - list.count, list.count)
    let someOwn = false
    for (let n = 0; n < list.count; n++) if (distances[n]! > 0) someOwn = true
    writer.write(k, 4)
    writer.flag(someOwn)
    let previous = -1
    for (let n = 0; n < list.count; n++) {
      const { slot } = entities[n]!
      writer.rice(slot - previous - 1, k, 16)
      previous = slot
      if (someOwn) {
        writer.flag(distances[n]! > 0)
        if (distances[n]! > 0) writer.write(distances[n]!, 7)
      }
      list.fill(this.#between, n)
      const at = slot * KEPT
      if (list.keeps || this.#isKept(at)) {
        this.#keep(list, n)
        writer.copyBits(this.#strings, this.#kept[at + 5]!, this.#kept[at + 6]!)
      } else this.#records.writeRecord(writer, entities[n]!, this.#between)
    }
    return 0
  }

  /** How many bits the `n`th entity's states take; they are kept for the bodies that follow. */
  bitsOf(list: ChangeList, n: number): number {
    list.fill(this.#between, n)
    this.#keep(list, n)
    return this.#kept[list.entities[n]!.slot * KEPT + 6]!
  }

  /** Whether what is kept at a place was coded between the same. */
  #isKept(at: number): boolean {
    const kept = this.#kept
    const { baseAt, beforeAt, elapsed, span } = this.#between
    return (
      kept[at] === this.#tick &&
      kept[at + 1] === baseAt &&
      kept[at + 2] === beforeAt &&
      kept[at + 3] === elapsed &&
      kept[at + 4] === span
    )
  }

  /** Writes the `n`th entity's states, if they are not kept from another body. */
  #keep({ entities }: ChangeList, n: number): void {
    const kept = this.#kept
    const between = this.#between
    const at = entities[n]!.slot * KEPT
    while (kept.length < at + KEPT) kept.push(-1)
    if (this.#isKept(at)) return
    const strings = this.#strings
    kept[at] = this.#tick
    kept[at + 1] = between.baseAt
    kept[at + 2] = between.beforeAt
    kept[at + 3] = between.elapsed
    kept[at + 4] = between.span
    kept[at + 5] = strings.bitLength
    this.#records.writeRecord(strings, entities[n]!, between)
    kept[at + 6] = strings.bitLength - kept[at + 5]!
    // So that what stands in the last byte can be copied.
    strings.settle()
  }
}
