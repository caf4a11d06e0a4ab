import { BitReader, type BitWriter } from '../bits.ts'
import * as PACKET from './packet.ts'

/** The most bytes of tables in a packet. Such a packet is shorter than the longest snapshot on a datagram link. */
export const PART_BYTES = 1100
/** The most parts of one version. */
export const MOST_PARTS = 255
/** After this version comes 1 again. */
const VERSIONS = 255

/** The content of a TABLES packet before its bytes. */
interface TablesHead {
  readonly sequence: number
  /** From 1 to 255. */
  readonly version: number
  /** The index of this part, from 0, and the number of parts. */
  readonly part: number
  readonly parts: number
}

/** Returns the number of parts for `byteLength` bytes. */
export function partsOf(byteLength: number): number {
  return Math.max(1, Math.ceil(byteLength / PART_BYTES))
}

/** Writes a TABLES packet with its part of `tables`. */
export function writeTablesPart(
  writer: BitWriter,
  { sequence, version, part, parts }: TablesHead,
  tables: Uint8Array,
): void {
  writer.reset()
  writer.write(PACKET.tables, 8)
  writer.write(sequence, 16)
  writer.write(version, 8)
  writer.write(part, 8)
  writer.write(parts, 8)
  const end = Math.min(tables.length, (part + 1) * PART_BYTES)
  for (let at = part * PART_BYTES; at < end; at++) writer.write(tables[at]!, 8)
}

/** Receives complete tables. */
export interface TablesSink {
  /** Reads the tables of `version`, 1 to 255, to the end of `reader`. Returns false when they are malformed. */
  takeTables(reader: BitReader, version: number): boolean
}

/** Joins the parts of tables in TABLES packets, one version at a time. */
export class TablesIntake {
  readonly #sink: TablesSink
  #version = 0
  #parts: (Uint8Array | undefined)[] = []
  #missing = 0

  constructor(sink: TablesSink) {
    this.#sink = sink
  }

  /**
   * Reads a TABLES packet after its sequence, and its tables if it completes them. Returns false when something is malformed.
   * Ignores a version older than the newest received.
   */
  take(reader: BitReader): boolean {
    const version = reader.read(8)
    const part = reader.read(8)
    const parts = reader.read(8)
    if (reader.failed || version === 0 || part >= parts) return false
    if (reader.byteLength - (reader.bit >>> 3) > PART_BYTES) return false
    const isOlder = (version - this.#version + VERSIONS) % VERSIONS > VERSIONS >> 1
    if (isOlder && this.#version > 0) return true
    if (this.#missing === 0 || version !== this.#version) {
      this.#version = version
      this.#parts = new Array<Uint8Array | undefined>(parts).fill(undefined)
      this.#missing = parts
    }
    if (parts !== this.#parts.length) return false
    if (!this.#parts[part]) this.#missing--
    this.#parts[part] = new Uint8Array(
      reader.words.buffer.slice(reader.bit >>> 3, reader.byteLength),
    )
    return this.#missing > 0 || this.#sink.takeTables(this.#whole(), version)
  }

  #whole(): BitReader {
    const all = this.#parts as Uint8Array[]
    const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0))
    for (let n = 0, at = 0; n < all.length; at += all[n++]!.length) whole.set(all[n]!, at)
    this.#parts = []
    return new BitReader().start(whole)
  }
}
