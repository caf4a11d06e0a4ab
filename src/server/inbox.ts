import { unwrap16 } from '../base/sequence.ts'
import type { Ms } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Holder, Schema } from '../game/schema.ts'
import type { BitReader } from '../wire/bits.ts'
import type { RecordTarget } from '../wire/columns.ts'
import { readInputRow } from '../wire/input-packet.ts'
import { MAX_INPUTS } from '../wire/packets.ts'

/** How much time may wait in inputs: as much as a `Budget` saves up. Beyond that the oldest are given up. */
const MOST_WAITING_MS: Ms = 2000
/** An input further ahead than this is no honest one: at 128 Hz and 1.25 times the clock, 10 s of silence bring 1600. */
const MOST_AHEAD = 2048

/**
 * A player's inputs from the wire to `move`: read once, each once, however often and in whatever order they came. They are
 * taken in order by `next`, or each in its tick by `take`, as the game's authority is. Free of allocation.
 */
export class Inbox implements RecordTarget {
  readonly schema: Schema
  /** A ring of inputs, each with its id behind it; behind them the one that is read. */
  readonly row: Int32Array
  readonly offset: number
  /** Newest input received; 0 before the first. Not wrapped. */
  received = 0
  /** Newest input applied, given up or done without; 0 before the first. May be ahead of `received`. */
  applied = 0
  /** Inputs given up: too many waited, they never came, or their time had passed when they came. */
  dropped = 0
  /** Whether each input has a tick of its own: then it is no matter how many wait. */
  readonly #hasTicks: boolean
  /** Inputs kept by id, a power of two above any window in use, and most that wait. */
  readonly #kept: number
  readonly #mostWaiting: number
  /** Columns of presses, and for each whether one was given up that no later input has taken over yet. */
  readonly #presses: Int32Array
  readonly #late: Uint8Array
  /** The newest input taken since the last that were given up in one go; 0: none. */
  #last = 0

  constructor({ inputSchema, authority, definition, stepMs }: InboxGame) {
    this.schema = inputSchema
    this.#mostWaiting = Math.ceil(MOST_WAITING_MS / stepMs)
    this.#kept = Math.max(256, 2 ** Math.ceil(Math.log2(this.#mostWaiting + MAX_INPUTS)))
    this.offset = this.#kept * (inputSchema.width + 1)
    this.row = new Int32Array(this.offset + inputSchema.width)
    this.#hasTicks = authority === 'tick'
    const { columns } = inputSchema
    const isPress = (i: number) => definition.input[columns[i]!.name].type === 'press'
    this.#presses = Int32Array.from(columns.keys()).filter(isPress)
    this.#late = new Uint8Array(this.#presses.length)
  }

  putText(): number {
    return 0
  }

  /**
   * Reads the `count` inputs of a packet, the newest of which has the low 16 bits `newest16`. False when they
   * are malformed or impossibly far ahead.
   */
  read(reader: BitReader, newest16: number, count: number): boolean {
    const reference = Math.max(this.received, this.applied)
    const newest = unwrap16(newest16, reference)
    if (newest > reference + MOST_AHEAD || newest < 0) return false
    const { row, offset, schema } = this
    const { width } = schema
    this.#reset()
    for (let id = newest - count + 1; id <= newest; id++) {
      readInputRow(reader, this)
      if (reader.failed) return false
      if (id <= reference - this.#kept) {
        // Too old for the ring: what is newer than all that has come is new all the same.
        if (id > this.received) this.#giveUpRead()
        continue
      }
      if (this.#has(id) || (id <= this.applied && !this.#isLate(id))) continue
      const at = this.#at(id)
      for (let i = 0; i < width; i++) row[at + i] = row[offset + i]!
      row[at + width] = id
    }
    if (newest > this.received) this.received = newest
    if (!this.#hasTicks) while (this.applied < this.received - this.#mostWaiting) this.giveUp()
    return true
  }

  /** True when an input waits. */
  get isWaiting(): boolean {
    return this.applied < this.received
  }

  /** Takes the next input onto `into`; returns its id, or 0 when that one never came and is given up. */
  next(into: Holder): number {
    const id = this.applied + 1
    if (!this.#has(id)) {
      this.giveUp()
      return 0
    }
    this.applied = id
    this.schema.scatter(this.row, this.#at(id), into)
    this.#pressLate(into)
    return id
  }

  /** Gives up the next input, whether it has come or not; what was pressed in it counts with a later one. */
  giveUp(): void {
    const id = ++this.applied
    const at = this.#at(id)
    if (this.#has(id)) this.#notePresses(at)
    else this.row[at + this.schema.width] = ~id
    this.dropped++
  }

  /** Does without the next input: writes one at its defaults, and returns the id it would have had. */
  doWithout(into: Holder): number {
    this.#reset()
    this.schema.scatter(this.row, this.offset, into)
    return ++this.applied
  }

  /** Takes input `id`, whose turn it is, onto `into`. False when it has not come: then `into` is as it was. */
  take(id: number, into: Holder): boolean {
    this.applied = id
    if (!this.#has(id)) return false
    this.#last = id
    this.schema.scatter(this.row, this.#at(id), into)
    this.#pressLate(into)
    return true
  }

  /** Writes the input taken last once more, without its presses: in place of one that has not come. None: at defaults. */
  repeat(into: Holder): void {
    if (this.#last === 0) return this.idle(into)
    const { schema } = this
    schema.scatter(this.row, this.#at(this.#last), into)
    for (let k = 0; k < this.#presses.length; k++)
      into[schema.columns[this.#presses[k]!]!.name] = false
    this.#pressLate(into)
  }

  /** Writes an input at its defaults: in place of one that has not come. */
  idle(into: Holder): void {
    this.#reset()
    this.schema.scatter(this.row, this.offset, into)
    this.#pressLate(into)
  }

  /** Gives up all inputs before `id`: their time has passed, only what was pressed still counts. */
  skipTo(id: number): void {
    for (let one = Math.max(this.applied + 1, id - this.#kept); one < id; one++)
      if (this.#has(one)) {
        this.#notePresses(this.#at(one))
        this.dropped++
      }
    this.applied = id - 1
    // Of before: it may be long ago, and its place taken by another.
    this.#last = 0
  }

  /** Notes the presses of the input just read, whose time has passed. False for what is none. */
  #isLate(id: number): boolean {
    if (id < 1) return false
    this.#giveUpRead()
    // What was given up because it had not come is counted already.
    if (this.row[this.#at(id) + this.schema.width] === (~id | 0)) this.dropped--
    return true
  }

  /** Gives up the input just read. */
  #giveUpRead(): void {
    this.#notePresses(this.offset)
    this.dropped++
  }

  /** Notes what is pressed in the input that begins at `at`. */
  #notePresses(at: number): void {
    for (let k = 0; k < this.#presses.length; k++)
      this.#late[k]! |= this.row[at + this.#presses[k]!]!
  }

  #pressLate(into: Holder): void {
    for (let k = 0; k < this.#late.length; k++) {
      if (this.#late[k] === 0) continue
      this.#late[k] = 0
      into[this.schema.columns[this.#presses[k]!]!.name] = true
    }
  }

  #reset(): void {
    const { row, offset, schema } = this
    for (let i = 0; i < schema.width; i++) row[offset + i] = schema.columns[i]!.initial
  }

  /** Where the row of an input begins. */
  #at(id: number): number {
    return (id & (this.#kept - 1)) * (this.schema.width + 1)
  }

  #has(id: number): boolean {
    // Cut as it was when it was kept: after years an id has more than 32 bits.
    return this.row[this.#at(id) + this.schema.width] === (id | 0)
  }
}

/** What an inbox needs to know of its game. */
export type InboxGame = Pick<AnyGame, 'inputSchema' | 'authority' | 'definition' | 'stepMs'>
