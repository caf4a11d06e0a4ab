import { BitWriter } from '../../wire/bits.ts'
import { writeWholeRecord } from '../../wire/records/body.ts'
import { copyBits } from '../../wire/records/room-bits.ts'
import type { Entity } from '../world/entity.ts'

/** Bits of the distance of slots as it is written for 0. */
const NO_GAP_BITS = 5

/** Whole records of a network tick, each coded once and copied to every client whose view the entity enters. */
export class WholeRecords {
  readonly #strings = new BitWriter(256)
  /** By slot: network tick, first bit, count of bits. */
  readonly #kept: number[] = []
  #tick = -1

  /** A network tick begins. */
  begin(tick: number): void {
    this.#tick = tick
    this.#strings.reset()
  }

  /** How many bits an entity's record takes beside its slot. */
  bitsOf(entity: Entity): number {
    return this.#kept[this.#keep(entity) + 2]!
  }

  /** Writes the record of an entity whose slot is `gap` beyond the one after the slot before. */
  write(writer: BitWriter, entity: Entity, gap: number): void {
    const at = this.#keep(entity)
    writer.small(gap)
    copyBits(writer, this.#strings, this.#kept[at + 1]!, this.#kept[at + 2]!)
  }

  #keep(entity: Entity): number {
    const kept = this.#kept
    const at = entity.slot * 3
    while (kept.length < at + 3) kept.push(-1)
    if (kept[at] === this.#tick) return at
    const strings = this.#strings
    const start = strings.bitLength
    writeWholeRecord(strings, entity, 0)
    kept[at] = this.#tick
    kept[at + 1] = start + NO_GAP_BITS
    kept[at + 2] = strings.bitLength - start - NO_GAP_BITS
    return at
  }
}
