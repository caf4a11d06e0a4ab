import { BitReader, BitWriter } from '../../src/wire/bits.ts'
import { type ChangesReader, type ChangesWriter, placeOf } from '../../src/wire/coding/coding.ts'
import { partsOf, writeTablesPart } from '../../src/wire/packets/tables-packet.ts'

/** Brings what a writing end learns to reading ends at once, as an ordered link does. */
export class ToldTables {
  /** The version that all have; and how a snapshot's head names it. */
  version = 0
  readonly #writer: ChangesWriter
  readonly #readers: readonly ChangesReader[]
  readonly #packet = new BitWriter(2048)

  constructor(writer: ChangesWriter, readers: readonly ChangesReader[]) {
    this.#writer = writer
    this.#readers = readers
  }

  get place(): number {
    return placeOf(this.version)
  }

  /** After the writing end has begun a tick: sends what is new. Gives the bytes of its packets, for each client. */
  send(): number {
    const { tables } = this.#writer
    if (!tables || tables.version === this.version) return 0
    const version = tables.version
    const payload = new BitWriter(1024)
    tables.writeTables(payload)
    payload.align()
    const parts = partsOf(payload.byteLength)
    let bytes = 0
    for (let part = 0; part < parts; part++) {
      writeTablesPart(this.#packet, { sequence: 0, version, part, parts }, payload.toBytes())
      bytes += this.#packet.byteLength
      for (const { tables } of this.#readers) {
        const reader = new BitReader().start(this.#packet.view())
        reader.read(24)
        if (!tables?.take(reader)) throw new Error('tables cannot be read')
      }
    }
    this.version = version
    return bytes
  }
}
