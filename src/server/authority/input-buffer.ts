import { unwrap16 } from '../../base/sequence.ts'
import type { Ms } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import { takenAfterStep } from '../../game/presses.ts'
import type { Holder, Schema } from '../../game/schema.ts'
import type { LinkKind } from '../../link/link.ts'
import type { BitReader } from '../../wire/bits.ts'
import { MAX_INPUTS } from '../../wire/limits.ts'
import { readFirstInput, readNextInput } from '../../wire/packets/input-packet.ts'
import type { RecordTarget } from '../../wire/records/columns.ts'

/** How much time may wait in inputs: as much as a `Budget` saves up. The oldest beyond that are given up by `giveUpOld`. */
const MOST_WAITING_MS: Ms = 2000
/** An input further ahead than this is no honest one: at 128 Hz and 1.25 times the clock, 10 s of silence bring 1600. */
const MOST_AHEAD = 2048
/** The inputs that there is room for at first, if the room grows. */
const LEAST_KEPT = 8

/**
 * A player's inputs from the wire to `move`: read once, each once, however often and in whatever order they came. They are
 * taken in order by `next`, or each in its tick by `take`, as the game's authority is. Each step takes one of the presses
 * that are counted and not taken yet, including those of inputs that were given up or came too late. Free of allocation in steady
 * state.
 */
export class InputBuffer implements RecordTarget {
  readonly schema: Schema
  /** The input being read; after it a ring of inputs, each followed by its id. */
  row: Int32Array
  readonly offset = 0
  /** Where in `row` the input begins that was written last. */
  writtenAt = 0
  /** Newest input received; 0 before the first. Not wrapped. */
  received = 0
  /** Newest input applied, given up or done without; 0 before the first. May be ahead of `received`. */
  applied = 0
  readonly #counts: InputCounts
  /** Inputs kept by id, a power of two that doubles up to a window above any in use; and the most that wait. */
  #kept: number
  readonly #mostKept: number
  readonly #mostWaiting: number
  /** The newest input whose turn has come, of those that came; how many presses it counts, and how many steps have taken. */
  #countedTo = 0
  readonly #counted: number[]
  readonly #taken: number[]
  /** The newest input taken since the last that were given up in one go; 0: none. */
  #last = 0

  /** `kind`: of the link. On an ordered one no input comes twice, so only those that wait are kept. */
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

  putText(): number {
    return 0
  }

  /**
   * Reads the `count` inputs of a packet, the newest of which has the low 16 bits `newest16`; the newest `repeats` of them
   * are like the one before. False when they are malformed or impossibly far ahead.
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
        // Too old for the ring: what is newer than all that has come is new all the same.
        if (id > this.received) this.#counts.inputsDropped++
        continue
      }
      const at = this.#at(id)
      if (id < 1 || this.#has(id)) continue
      // Its time has passed. If it was given up for not coming, it is counted already.
      if (id <= this.applied && row[at + width] !== (~id | 0)) this.#counts.inputsDropped++
      for (let i = 0; i < width; i++) row[at + i] = row[offset + i]!
      row[at + width] = id
    }
    if (newest > this.received) this.received = newest
    return true
  }

  /** True when an input waits. */
  get isWaiting(): boolean {
    return this.applied < this.received
  }

  /** Gives up the oldest inputs that wait, beyond 2 s of them. */
  giveUpOld(): void {
    while (this.applied < this.received - this.#mostWaiting) this.giveUp()
  }

  /** Takes the next input onto `into`; returns its id, or 0 when that one never came and is given up. */
  next(into: Holder): number {
    const id = this.applied + 1
    if (!this.#has(id)) {
      this.giveUp()
      return 0
    }
    this.applied = id
    this.#last = id
    this.#write(id, into)
    return id
  }

  /** Gives up the next input, whether it has come or not; what was pressed in it counts with a later one. */
  giveUp(): void {
    const id = ++this.applied
    const at = this.#at(id)
    if (this.#has(id)) this.#count(id, at)
    else this.row[at + this.schema.width] = ~id
    this.#counts.inputsDropped++
  }

  /** Does without the next input: writes one at its defaults, and returns the id it would have had. */
  doWithout(into: Holder): number {
    this.idle(into)
    return ++this.applied
  }

  /** Takes input `id`, whose turn it is, onto `into`. False when it has not come: then `into` is as it was. */
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

  /** Goes past input `id`, which is known to do nothing; what was pressed before still counts. */
  pass(id: number): void {
    const at = this.#at(id)
    this.applied = id
    if (this.#has(id)) this.#count(id, at)
    else this.#doneWithout(id)
  }

  /** Takes input `id`, which is known to be like the newest one received, whether it has come or not. */
  assume(id: number, into: Holder): void {
    this.applied = id
    if (this.#has(id)) return this.#write(id, into)
    this.#doneWithout(id)
    if (this.#has(this.received)) this.#last = this.received
    this.#again(into)
  }

  /** Writes the input taken last once more, without its presses: in place of one that has not come. None: at defaults. */
  repeat(into: Holder): void {
    this.#again(into)
  }

  /** Writes an input at its defaults: in place of one that has not come. */
  idle(into: Holder): void {
    this.#reset()
    this.#scatter(this.offset, into)
    this.#press(into)
  }

  /** Gives up all inputs before `id`: their time has passed, only what was pressed still counts. */
  skipTo(id: number): void {
    for (let one = Math.max(this.applied + 1, id - this.#kept); one < id; one++)
      if (this.#has(one)) {
        this.#count(one, this.#at(one))
        this.#counts.inputsDropped++
      }
    this.applied = id - 1
    // Of before: it may be long ago, and its place taken by another.
    this.#last = 0
  }

  /**
   * Writes to `to` how many of each press steps have taken. True when a client cannot know that: they are not all that the
   * newest input applied counts, or that input has not come.
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

  /** Writes input `id`, whose turn it is, with one of each press that waits. */
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

  /** Counts the presses up to input `id`, which begins at `at`: its turn has come, or is over. */
  #count(id: number, at: number): void {
    const { presses } = this.schema
    this.#countedTo = id
    for (let k = 0; k < presses.length; k++) this.#counted[k] = this.row[at + presses[k]!]!
  }

  /** Adds one of each press that waits to what `into` holds of an input. */
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

  /** Notes that input `id` has missed its turn and may still come. Then it is neither new nor too late. */
  #doneWithout(id: number): void {
    this.#makeRoom(id)
    this.row[this.#at(id) + this.schema.width] = ~id
  }

  /** Makes room for inputs up to `newest` beside those that wait, and the one that may be repeated. */
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
      // A place that was never used is nobody's.
      if (id !== 0) this.row.set(row.subarray(at, at + width + 1), this.#at(id < 0 ? ~id : id))
    }
  }

  /** Where the row of an input begins. */
  #at(id: number): number {
    const { width } = this.schema
    return width + (id & (this.#kept - 1)) * (width + 1)
  }

  #has(id: number): boolean {
    // Cut as it was when it was kept: after years an id has more than 32 bits.
    return this.row[this.#at(id) + this.schema.width] === (id | 0)
  }
}

/** What an inputBuffer needs to know of its game. */
export type InputBufferGame = Pick<AnyGame, 'inputSchema' | 'stepMs'>

/** What an inputBuffer counts. */
export interface InputCounts {
  /** Inputs given up: too many waited, they never came, or their time had passed when they came. */
  inputsDropped: number
}
