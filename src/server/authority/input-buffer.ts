import { unwrap16 } from '../../base/sequence.ts'
import type { Ms } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import { MOST_PRESSES, takenAfterStep } from '../../game/presses.ts'
import type { Holder, Schema } from '../../game/schema.ts'
import type { LinkKind } from '../../link/link.ts'
import type { BitReader } from '../../wire/bits.ts'
import { MAX_INPUTS } from '../../wire/limits.ts'
import { readFirstInput, readNextInput } from '../../wire/packets/input-packet.ts'
import type { RecordTarget } from '../../wire/records/columns.ts'
import { type Archive, archiveWhole, check, MOST_TICK } from '../save/archive.ts'
import { mostOf } from '../save/rows.ts'

/** How much time may wait in inputs: as much as a `Budget` saves up. `dropOld` drops the oldest beyond it. */
const MOST_WAITING_MS: Ms = 2000
/** Most that an input's id may be ahead. Honest ids stay below: at 128 Hz and 1.25x the clock, 10 s of silence bring 1600. */
const MOST_AHEAD = 2048
/** Most that the newest received input is ahead of those whose turn has come, with those of another packet. */
const MOST_RECEIVED = 2 * MOST_AHEAD
/** How many inputs there is room for at first on an ordered link. */
const LEAST_KEPT = 8

/**
 * Keeps a player's inputs from the wire to `move`. It reads each input once, however often and in whatever order inputs
 * came. `next` takes them in order, or `take` takes each in its tick, as the game's authority needs it. Each step takes one
 * of the presses that are counted and not taken yet, including those of inputs that were dropped or came too late.
 * Allocates nothing in steady state.
 */
export class InputBuffer implements RecordTarget {
  readonly schema: Schema
  /** The input being read, and after it a ring of inputs, each followed by its id. */
  row: Int32Array
  readonly offset = 0
  /** Where in `row` the input begins that was written last. */
  writtenAt = 0
  /** Newest input received; 0 before the first. Not wrapped. */
  received = 0
  /** Newest input applied, dropped or done without; 0 before the first. May be ahead of `received`. */
  applied = 0
  readonly #counts: InputCounts
  /** How many inputs are kept, a power of two that doubles up to `#mostKept`; and how many may wait. */
  #kept: number
  readonly #mostKept: number
  readonly #mostWaiting: number
  /** The newest received input whose turn has come; how many of each press it counts, and how many of them steps have taken. */
  #countedTo = 0
  readonly #counted: number[]
  readonly #taken: number[]
  /** The newest input taken since inputs were last skipped; 0: none. */
  #last = 0

  /** `kind`: the kind of the link. On an ordered one no input comes twice, so only those that wait are kept. */
  constructor({ inputSchema, stepMs }: InputBufferGame, kind: LinkKind, counts: InputCounts) {
    this.#counts = counts
    this.schema = inputSchema
    this.#mostWaiting = Math.ceil(MOST_WAITING_MS / stepMs)
    this.#mostKept = Math.max(256, 2 ** Math.ceil(Math.log2(this.#mostWaiting + MAX_INPUTS)))
    this.#kept = kind === 'ordered' ? LEAST_KEPT : this.#mostKept
    this.row = new Int32Array(inputSchema.width + this.#kept * (inputSchema.width + 1))
    this.#counted = Array.from(inputSchema.presses, () => 0)
    this.#taken = Array.from(inputSchema.presses, () => 0)
  }

  /** Goes on over another link. On a datagram link inputs may come twice, so more of them are kept. */
  goOn(kind: LinkKind): void {
    while (kind === 'datagram' && this.#kept < this.#mostKept) this.#grow()
  }

  archive(archive: Archive): void {
    this.received = archiveWhole(archive, this.received, 0, MOST_TICK)
    this.applied = archiveWhole(archive, this.applied, 0, MOST_TICK)
    check(archive, this.received - this.applied <= MOST_RECEIVED)
    this.#countedTo = archiveWhole(archive, this.#countedTo, 0, MOST_TICK)
    this.#last = archiveWhole(archive, this.#last, 0, MOST_TICK)
    for (const counts of [this.#counted, this.#taken])
      for (let k = 0; k < counts.length; k++)
        counts[k] = archiveWhole(archive, counts[k]!, 0, MOST_PRESSES)
    const kept = archiveWhole(archive, this.#kept, LEAST_KEPT, this.#mostKept)
    while (this.#kept < kept) this.#grow()
    check(archive, this.#kept === kept)
    archiveInputs(archive, this.row, this.schema)
  }

  putText(): number {
    return 0
  }

  /**
   * Reads the `count` inputs of a packet. `newest16`: the low 16 bits of the newest one's id. The newest `repeats` of them are
   * like the one before. Returns false when they are malformed or impossibly far ahead.
   */
  read(reader: BitReader, newest16: number, count: number, repeats = 0): boolean {
    const reference = Math.max(this.received, this.applied)
    const newest = unwrap16(newest16, reference)
    if (newest > reference + MOST_AHEAD || newest < 0) return false
    this.#makeRoom(newest)
    const { row, offset, schema } = this
    const { width } = schema
    const first = newest - count + 1
    this.#reset()
    for (let id = first; id <= newest; id++) {
      if (id === first) readFirstInput(reader, this)
      else if (id <= newest - repeats) readNextInput(reader, this)
      if (reader.failed) return false
      if (id <= this.applied && id > this.#countedTo) this.#count(id, offset)
      if (id <= reference - this.#kept) {
        // Too old for the ring. An input newer than all that were received is new all the same.
        if (id > this.received) this.#counts.inputsDropped++
        continue
      }
      const at = this.#at(id)
      if (id < 1 || this.#has(id)) continue
      // Its time has passed. An input that was dropped before it came is counted already.
      if (id <= this.applied && row[at + width] !== (~id | 0)) this.#counts.inputsDropped++
      for (let i = 0; i < width; i++) row[at + i] = row[offset + i]!
      row[at + width] = id
    }
    if (newest > this.received) this.received = newest
    return true
  }

  /** Whether an input waits. */
  get isWaiting(): boolean {
    return this.applied < this.received
  }

  /** Drops the oldest waiting inputs beyond 2 s of them. */
  dropOld(): void {
    while (this.applied < this.received - this.#mostWaiting) this.drop()
  }

  /** Writes the next input to `into`. Returns its id, or 0 when that input never came and is dropped. */
  next(into: Holder): number {
    const id = this.applied + 1
    if (!this.#has(id)) {
      this.drop()
      return 0
    }
    this.applied = id
    this.#last = id
    this.#write(id, into)
    return id
  }

  /** Drops the next input, whether it has come or not. Its presses count with a later input. */
  drop(): void {
    const id = ++this.applied
    const at = this.#at(id)
    if (this.#has(id)) this.#count(id, at)
    else this.row[at + this.schema.width] = ~id
    this.#counts.inputsDropped++
  }

  /** Goes on without the next input: writes an input at its defaults, and returns the id that the next one would have had. */
  doWithout(into: Holder): number {
    this.idle(into)
    return ++this.applied
  }

  /** Writes input `id`, whose turn it is, to `into`. Returns false and leaves `into` as it was when it has not come. */
  take(id: number, into: Holder): boolean {
    this.applied = id
    if (!this.#has(id)) return false
    this.#last = id
    this.#write(id, into)
    return true
  }

  /** Whether the next input has come, and is like the one before it. */
  get isRepeat(): boolean {
    const id = this.applied + 1
    if (!this.#has(id) || !this.#has(id - 1)) return false
    const at = this.#at(id)
    const before = this.#at(id - 1)
    for (let i = 0; i < this.schema.width; i++)
      if (this.row[at + i] !== this.row[before + i]) return false
    return true
  }

  /** Goes past input `id`, which is known to do nothing. Earlier presses still count. */
  pass(id: number): void {
    const at = this.#at(id)
    this.applied = id
    if (this.#has(id)) this.#count(id, at)
    else this.#doneWithout(id)
  }

  /** Writes input `id`, which is known to be like the newest one received, whether it has come or not. */
  assume(id: number, into: Holder): void {
    this.applied = id
    if (this.#has(id)) return this.#write(id, into)
    this.#doneWithout(id)
    if (this.#has(this.received)) this.#last = this.received
    this.#again(into)
  }

  /** Writes the last input again without its presses, or defaults if there is none, in place of one that has not come. */
  repeat(into: Holder): void {
    this.#again(into)
  }

  /** Writes an input at its defaults, in place of one that has not come. */
  idle(into: Holder): void {
    this.#reset()
    this.#scatter(this.offset, into)
    this.#press(into)
  }

  /** Drops all inputs before `id`, because their time has passed. Their presses still count. */
  skipTo(id: number): void {
    for (let one = Math.max(this.applied + 1, id - this.#kept); one < id; one++)
      if (this.#has(one)) {
        this.#count(one, this.#at(one))
        this.#counts.inputsDropped++
      }
    this.applied = id - 1
    // The last input may be long ago, and another one in its place.
    this.#last = 0
  }

  /**
   * Writes to `to` how many of each press steps have taken. Returns true when the client cannot know these numbers: steps have
   * not taken all that the newest applied input counts, or that input has not come.
   */
  tellTaken(to: Int32Array): boolean {
    let isUnknown = this.#countedTo !== this.applied
    for (let k = 0; k < to.length; k++) {
      to[k] = this.#taken[k]!
      if (to[k] !== this.#counted[k]) isUnknown = true
    }
    return isUnknown
  }

  #again(into: Holder): void {
    if (this.#last === 0) this.#reset()
    this.#scatter(this.#last === 0 ? this.offset : this.#at(this.#last), into)
    this.#press(into)
  }

  /** Writes input `id`, whose turn it is, with one of each waiting press. */
  #write(id: number, into: Holder): void {
    const at = this.#at(id)
    this.#scatter(at, into)
    this.#count(id, at)
    this.#press(into)
  }

  #scatter(at: number, into: Holder): void {
    this.schema.scatter(this.row, at, into)
    this.writtenAt = at
  }

  /** Counts the presses up to input `id`, whose row begins at `at`. Its turn has come, or is over. */
  #count(id: number, at: number): void {
    const { presses } = this.schema
    this.#countedTo = id
    for (let k = 0; k < presses.length; k++) this.#counted[k] = this.row[at + presses[k]!]!
  }

  /** Adds one of each waiting press to the input in `into`. */
  #press(into: Holder): void {
    const { presses, columns } = this.schema
    for (let k = 0; k < presses.length; k++) {
      const taken = takenAfterStep(this.#taken[k]!, this.#counted[k]!)
      if (taken === this.#taken[k]) continue
      this.#taken[k] = taken
      into[columns[presses[k]!]!.name] = true
    }
  }

  #reset(): void {
    const { row, offset, schema } = this
    for (let i = 0; i < schema.width; i++) row[offset + i] = schema.columns[i]!.initial
  }

  /** Notes that input `id` has missed its turn and may still come. It is then neither new nor too late. */
  #doneWithout(id: number): void {
    this.#makeRoom(id)
    this.row[this.#at(id) + this.schema.width] = ~id
  }

  /** Makes room for inputs up to `newest`, besides those that wait and the one that may be repeated. */
  #makeRoom(newest: number): void {
    const oldest = this.#last > 0 ? this.#last : this.applied
    while (newest - oldest >= this.#kept && this.#kept < this.#mostKept) this.#grow()
  }

  #grow(): void {
    const { row } = this
    const { width } = this.schema
    const kept = this.#kept
    this.#kept = 2 * kept
    this.row = new Int32Array(width + this.#kept * (width + 1))
    for (let at = width; at < row.length; at += width + 1) {
      const id = row[at + width]!
      // Id 0 marks a place that was never used.
      if (id !== 0) this.row.set(row.subarray(at, at + width + 1), this.#at(id < 0 ? ~id : id))
    }
  }

  /** Returns where the row of an input begins. */
  #at(id: number): number {
    const { width } = this.schema
    return width + (id & (this.#kept - 1)) * (width + 1)
  }

  #has(id: number): boolean {
    // Cut to 32 bits, as ids are kept: after years an id has more.
    return this.row[this.#at(id) + this.schema.width] === (id | 0)
  }
}

/** What an `InputBuffer` needs of its game. */
export type InputBufferGame = Pick<AnyGame, 'inputSchema' | 'stepMs'>

/** What an `InputBuffer` counts. */
export interface InputCounts {
  /**
   * Inputs dropped because too many waited, they never came, they came after their time, or their stamps were out of bounds
   * (more than 2 s behind the room or 1.5 s ahead of it).
   */
  inputsDropped: number
}

/** The ring of inputs: where each is, and what it holds. Most places are empty once a player is at rest. */
function archiveInputs(archive: Archive, row: Int32Array, { columns, width }: Schema): void {
  for (let at = width; at < row.length; at += width + 1) {
    if (!archive.flag(row[at + width] !== 0)) row[at + width] = 0
    else {
      for (let i = 0; i < width; i++)
        row[at + i] = archiveWhole(archive, row[at + i]!, 0, mostOf(columns[i]!))
      row[at + width] = archiveWhole(archive, row[at + width]!, -(2 ** 31), 2 ** 31 - 1)
    }
  }
}
