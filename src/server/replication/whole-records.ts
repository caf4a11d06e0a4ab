import { BitWriter } from '../../wire/bits.ts'
import { writeWholeRecord } from '../../wire/records/body.ts'
import { copyBits } from '../../wire/records/room-bits.ts'
import type { Entity } from '../world/entity.ts'

/** How many bits a distance of 0 between slots takes. */
const NO_GAP_BITS = 5

/** The whole records of a network tick. Each is coded once, and copied to every client whose view the entity enters. */
export class WholeRecords {
  readonly #strings = new BitWriter(256)
  /** By slot: network tick, first bit, count of bits. */
  readonly #kept: number[] = []
  #tick = -1

  /** Called when a network tick begins. */
  begin(tick: number): void {
    this.#tick = tick
    this.#strings.reset()
  }

  /** Returns how many bits an entity's record takes besides its slot. */
  bitsOf(entity: Entity): number {
    return this.#kept[this.#keep(entity) + 2]!
  }

  /** Writes the record of an entity. `gap`: how many slots lie between its slot and the one before. */
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
