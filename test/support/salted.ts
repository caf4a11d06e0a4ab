import type { BitReader, BitWriter } from '../../src/wire/bits.ts'
import {
  type ChangesReader,
  type ChangesWriter,
  type Coding,
  type LearnedTables,
  nextVersion,
  placeOf,
} from '../../src/wire/coding/coding.ts'
import { packed } from '../../src/wire/coding/packed-ends.ts'
import { TablesIntake, type TablesSink } from '../../src/wire/packets/tables-packet.ts'
import type { BodySink } from '../../src/wire/records/body.ts'
import type { ChangeList } from '../../src/wire/records/change-list.ts'

/** How the tables of a salted coding are. */
export interface SaltOptions {
  /** There are new ones once in so many network ticks. */
  readonly everyTicks: number
  /** How long they are. */
  readonly byteLength: number
}

/**
 * The packed coding behind one byte that only the right tables tell: what is read by any other ones, or by none, is
 * malformed. So a test sees whether tables travel as they have to, whatever they are.
 */
export function salted(options: SaltOptions): Coding {
  return {
    name: 'salted',
    asksOfAll: false,
    writer: (plans, sendHz) => new SaltedWriter(packed.writer(plans, sendHz), options),
    reader: (plans) => new SaltedReader(packed.reader(plans), options),
  }
}

class SaltedWriter implements ChangesWriter, LearnedTables {
  readonly tables = this
  version = 0
  readonly newsTick = -1
  #before = 0
  readonly #packed: ChangesWriter
  readonly #options: SaltOptions

  constructor(packed: ChangesWriter, options: SaltOptions) {
    this.#packed = packed
    this.#options = options
  }

  begin(tick: number): void {
    this.#packed.begin(tick)
    if (tick % this.#options.everyTicks !== 0) return
    this.#before = this.version
    this.version = nextVersion(this.version)
  }

  writeTables(writer: BitWriter): void {
    for (const byte of bytesOf(this.version, this.#options)) writer.write(byte, 8)
  }

  write(writer: BitWriter, baseline: number, list: ChangeList, version: number): void {
    if (version > 0) this.#need(version)
    writer.write(saltOf(version === 0 ? [] : bytesOf(version, this.#options)), 8)
    this.#packed.write(writer, baseline, list, 0)
  }

  bitsOf(list: ChangeList, n: number): number {
    return this.#packed.bitsOf!(list, n)
  }

  #need(version: number): void {
    if (version !== this.version && version !== this.#before)
      throw new Error(
        `version ${version} is in use no longer, version ${this.version} is the newest`,
      )
  }
}

class SaltedReader implements ChangesReader, TablesSink {
  readonly tables: TablesIntake = new TablesIntake(this)
  readonly #packed: ChangesReader
  readonly #options: SaltOptions
  /** By place. */
  readonly #salts = [saltOf([]), -1, -1, -1]

  constructor(packed: ChangesReader, options: SaltOptions) {
    this.#packed = packed
    this.#options = options
  }

  takeTables(reader: BitReader, version: number): boolean {
    const bytes = Array.from({ length: reader.byteLength }, () => reader.read(8))
    if (String(bytes) !== String(bytesOf(version, this.#options))) return false
    this.#salts[placeOf(version)] = saltOf(bytes)
    this.#salts[placeOf(nextVersion(version))] = -1
    return reader.finished()
  }

  read(reader: BitReader, baseline: number, sink: BodySink, place: number): boolean {
    if (reader.read(8) !== this.#salts[place]) return false
    return this.#packed.read(reader, baseline, sink, 0)
  }
}

function bytesOf(version: number, { byteLength }: SaltOptions): number[] {
  return Array.from({ length: byteLength }, (_, i) => (version * 31 + i * 7) & 0xff)
}

function saltOf(bytes: readonly number[]): number {
  return bytes.reduce((salt, byte) => (salt * 5 + byte + 1) & 0xff, 17)
}
