import { unwrap16 } from '../base/sequence.ts'
import type { Holder, Schema } from '../game/schema.ts'
import type { BitReader } from '../wire/bits.ts'
import type { RecordTarget } from '../wire/columns.ts'
import { readInputRow } from '../wire/input-packet.ts'

/** Inputs kept by id; a power of two above any window in use. */
const KEPT = 256
/** Most inputs that wait for a token; beyond that the oldest are dropped. */
const MOST_WAITING = 64
/** An input further ahead than this is no honest one: 8 seconds at 128 Hz. */
const MOST_AHEAD = 1024

/**
 * A player's inputs from the wire to `move`: read once, in order, each once, however often and in whatever order
 * they came. Free of allocation.
 */
export class Inbox implements RecordTarget {
  readonly schema: Schema
  /** A ring of inputs, each with its id behind it; behind them the one that is read. */
  readonly row: Int32Array
  readonly offset: number
  /** Newest input received; 0 before the first. Not wrapped. */
  received = 0
  /** Newest input applied or given up; 0 before the first. */
  applied = 0
  /** Inputs given up because too many waited, or because they never came. */
  dropped = 0

  constructor(schema: Schema) {
    this.schema = schema
    this.offset = KEPT * (schema.width + 1)
    this.row = new Int32Array(this.offset + schema.width)
  }

  putText(): number {
    return 0
  }

  /**
   * Reads the `count` inputs of a packet, the newest of which has the low 16 bits `newest16`. False when they
   * are malformed or impossibly far ahead.
   */
  read(reader: BitReader, newest16: number, count: number): boolean {
    const newest = unwrap16(newest16, this.received)
    if (newest > this.received + MOST_AHEAD || newest < 0) return false
    const { row, offset, schema } = this
    const { columns, width } = schema
    for (let i = 0; i < width; i++) row[offset + i] = columns[i]!.initial
    for (let id = newest - count + 1; id <= newest; id++) {
      readInputRow(reader, this)
      if (reader.failed) return false
      if (id <= this.applied || id <= this.received - KEPT || this.#has(id)) continue
      const at = this.#at(id)
      for (let i = 0; i < width; i++) row[at + i] = row[offset + i]!
      row[at + width] = id
    }
    if (newest > this.received) this.received = newest
    const floor = this.received - MOST_WAITING
    if (this.applied < floor) {
      this.dropped += floor - this.applied
      this.applied = floor
    }
    return true
  }

  /** True when an input waits. */
  get isWaiting(): boolean {
    return this.applied < this.received
  }

  /** Takes the next input onto `into`; returns its id, or 0 when that one never came and is given up. */
  next(into: Holder): number {
    const id = ++this.applied
    if (this.#has(id)) {
      this.schema.scatter(this.row, this.#at(id), into)
      return id
    }
    this.dropped++
    return 0
  }

  /** Where the row of an input begins. */
  #at(id: number): number {
    return (id % KEPT) * (this.schema.width + 1)
  }

  #has(id: number): boolean {
    // Cut as it was when it was kept: after years an id has more than 32 bits.
    return this.row[this.#at(id) + this.schema.width] === (id | 0)
  }
}
