import { BitWriter } from '../../wire/bits.ts'
import { goesOn, writeName, writeWholeRecord } from '../../wire/body.ts'
import { copyBits } from '../../wire/room-bits.ts'
import type { Entity } from '../entities.ts'

/** How many numbers are kept of an entity. */
const KEPT = 4

/** Whole records of a network tick, each coded once and copied to every client whose view the entity enters. */
export class WholeRecords {
  readonly #strings = new BitWriter(256)
  /** By slot: network tick, first bit, count of bits, and how many of them are the name. */
  readonly #kept: number[] = []
  #tick = -1

  /** A network tick begins. */
  begin(tick: number): void {
    this.#tick = tick
    this.#strings.reset()
  }

  /** How many bits an entity's record takes at most beside its slot. */
  bitsOf(entity: Entity): number {
    return this.#kept[this.#keep(entity) + 2]! + 1
  }

  /** Does what `writeEntering` does. */
  write(writer: BitWriter, entity: Entity, before: Entity | null): void {
    const at = this.#keep(entity)
    const kept = this.#kept
    const isNext = goesOn(entity, before)
    writer.flag(isNext)
    if (!isNext) writer.small(entity.slot - (before ? before.slot + 1 : 0))
    const left = isNext ? kept[at + 3]! : 0
    copyBits(writer, this.#strings, kept[at + 1]! + left, kept[at + 2]! - left)
  }

  #keep(entity: Entity): number {
    const kept = this.#kept
    const at = entity.slot * KEPT
    while (kept.length < at + KEPT) kept.push(-1)
    if (kept[at] === this.#tick) return at
    const strings = this.#strings
    const start = strings.bitLength
    writeName(strings, entity)
    kept[at + 3] = strings.bitLength - start
    writeWholeRecord(strings, entity)
    kept[at] = this.#tick
    kept[at + 1] = start
    kept[at + 2] = strings.bitLength - start
    return at
  }
}
