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
  readonly tables: null = null
  readonly #records: PackedWriter
  readonly #between = new Between()
  readonly #strings = new BitWriter(64)
  /** By slot, the string written last: tick, base, before, elapsed, span, first bit, count of bits. */
  #kept: Int32Array = new Int32Array(KEPT).fill(-1)
  #tick = -1

  constructor(plans: readonly RowPlan[]) {
    this.#records = new PackedWriter(plans)
  }

  get newsTick(): number {
    return this.#records.newsTick
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
  ): void {
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
    // Where all have the same body nothing is kept, and nothing need be looked for.
    const someKept = this.#strings.bitLength > 0
    for (let n = 0; n < list.count; n++) {
      const entity = entities[n]!
      const { slot } = entity
      writer.rice(slot - previous - 1, k, 16)
      previous = slot
      if (someOwn) {
        writer.flag(distances[n]! > 0)
        if (distances[n]! > 0) writer.write(distances[n]!, 7)
      }
      const at = slot * KEPT
      const isKept = someKept && this.#isKept(list, n, at)
      if (isKept || list.keeps) {
        if (!isKept) this.#keep(list, n, at)
        writer.copyBits(this.#strings, this.#kept[at + 5]!, this.#kept[at + 6]!)
      } else {
        list.fill(this.#between, n)
        this.#records.writeRecord(writer, entity, this.#between)
      }
    }
  }

  /** How many bits the `n`th entity's states take; they are kept for the bodies that follow. */
  bitsOf(list: ChangeList, n: number): number {
    const at = list.entities[n]!.slot * KEPT
    if (!this.#isKept(list, n, at)) this.#keep(list, n, at)
    return this.#kept[at + 6]!
  }

  /** Whether what is kept at a place was coded between the same as the `n`th entity. */
  #isKept({ spans }: ChangeList, n: number, at: number): boolean {
    const kept = this.#kept
    const from = n * 4
    return (
      kept[at] === this.#tick &&
      kept[at + 1] === spans[from] &&
      kept[at + 2] === spans[from + 1] &&
      kept[at + 3] === spans[from + 2] &&
      kept[at + 4] === spans[from + 3]
    )
  }

  /** Writes the `n`th entity's states for this body and those that follow. */
  #keep(list: ChangeList, n: number, at: number): void {
    if (at >= this.#kept.length) this.#grow(at)
    const kept = this.#kept
    const strings = this.#strings
    kept[at] = this.#tick
    for (let i = 0; i < 4; i++) kept[at + 1 + i] = list.spans[n * 4 + i]!
    kept[at + 5] = strings.bitLength
    list.fill(this.#between, n)
    this.#records.writeRecord(strings, list.entities[n]!, this.#between)
    kept[at + 6] = strings.bitLength - kept[at + 5]!
  }

  #grow(at: number): void {
    const kept = this.#kept
    this.#kept = new Int32Array(2 * at + KEPT).fill(-1)
    this.#kept.set(kept)
  }
}
