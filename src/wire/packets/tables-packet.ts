import { BitReader, type BitWriter } from '../bits.ts'
import * as PACKET from './packet.ts'

/** The most bytes of tables in one packet. With its head it is shorter than the longest snapshot on a datagram link. */
export const PART_BYTES = 1100
/** Most parts of one version. */
export const MOST_PARTS = 255
/** Versions start again after this many. */
const VERSIONS = 255

/** What a TABLES packet says before its bytes. */
interface TablesHead {
  readonly sequence: number
  /** 1 to 255. */
  readonly version: number
  /** Which part this is, from 0, and how many there are. */
  readonly part: number
  readonly parts: number
}

/** How many parts this many bytes take. */
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

/** Takes whole tables. */
export interface TablesSink {
  /** Takes those of `version`, 1 to 255, to the end of `reader`. False when they are malformed. */
  takeTables(reader: BitReader, version: number): boolean
}

/** Puts the tables that come in TABLES packets together, one version at a time. */
export class TablesIntake {
  readonly #sink: TablesSink
  #version = 0
  #parts: (Uint8Array | undefined)[] = []
  #missing = 0

  constructor(sink: TablesSink) {
    this.#sink = sink
  }

  /**
   * Takes a TABLES packet after its sequence, and the tables of which it is the last part to come. False when something is
   * malformed. A version older than the one that came last is ignored.
   */
  take(reader: BitReader): boolean {
    const version = reader.read(8)
    const part = reader.read(8)
    const parts = reader.read(8)
    if (reader.failed || version === 0 || part >= parts) return false
    if (reader.byteLength - reader.byte > PART_BYTES) return false
    const isOlder = (version - this.#version + VERSIONS) % VERSIONS > VERSIONS >> 1
    if (isOlder && this.#version > 0) return true
    if (this.#missing === 0 || version !== this.#version) {
      this.#version = version
      this.#parts = new Array<Uint8Array | undefined>(parts).fill(undefined)
      this.#missing = parts
    }
    if (parts !== this.#parts.length) return false
    if (!this.#parts[part]) this.#missing--
    this.#parts[part] = new Uint8Array(reader.words.buffer.slice(reader.byte, reader.byteLength))
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
