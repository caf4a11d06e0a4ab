import * as OP from '../../game/op.ts'
import { afterPress } from '../../game/presses.ts'
import type { Schema } from '../../game/schema.ts'
import type { BitReader, BitWriter } from '../bits.ts'
import { MAX_INPUTS } from '../limits.ts'
import { type RecordTarget, readChanged, readColumn } from '../records/columns.ts'
import * as PACKET from './packet.ts'

/** The head of an INPUT packet. A session keeps one object to write it from or read it into. */
export interface InputHead {
  sequence: number
  /** The newest sequence received from the other side; -1 before the first. */
  ack: number
  /** Bit i: `ack - 1 - i` was received too. On an ordered link, where all were received, it is 0 and not sent. */
  ackMask: number
  messageAck: number
  /** The moment on display in subticks (low 24 bits on the wire); -1 when nothing is shown yet. */
  viewSubTicks: number
  /** A player who is shown at another moment; 0: none in this packet. */
  viewPlayer: number
  /** How far ahead of `viewSubTicks` that player is shown, in subticks, -32768 to 32767. */
  viewLead: number
  /** The id of the newest input; meaningless when `count` is 0. */
  newest: number
  /** 0 to `MAX_INPUTS`. */
  count: number
  /** Whether the inputs after the newest are like it until a packet says otherwise. The client holds those inputs back. */
  isResting: boolean
  /** How many of the newest inputs are like the input before them. `writeInput` computes this itself. */
  repeats: number
}

export const emptyInputHead = (): InputHead => ({
  sequence: 0,
  ack: -1,
  ackMask: 0,
  messageAck: 0,
  viewSubTicks: -1,
  viewPlayer: 0,
  viewLead: 0,
  newest: 0,
  count: 0,
  isResting: false,
  repeats: 0,
})

/** Writes an INPUT packet: its head and the newest inputs in `inputs`, oldest first. Free of allocation in steady state. */
export function writeInput(
  writer: BitWriter,
  schema: Schema,
  head: InputHead,
  inputs: InputRows,
  isOrdered: boolean,
): void {
  writer.reset()
  writer.write(PACKET.input, 8)
  writer.write(head.sequence, 16)
  writer.flag(head.ack >= 0)
  if (head.ack >= 0) {
    writer.write(head.ack, 16)
    if (!isOrdered) writer.write(head.ackMask, 32)
  }
  writer.write(head.messageAck, 16)
  writer.flag(head.viewSubTicks >= 0)
  if (head.viewSubTicks >= 0) {
    writeMoment(writer, head.viewSubTicks)
    writer.flag(head.viewPlayer > 0)
    if (head.viewPlayer > 0) {
      writer.write(head.viewPlayer, 16)
      writer.write(head.viewLead & 0xffff, 16)
    }
  }
  writer.small(head.count)
  const repeats = head.count > 0 ? writeWhich(writer, head, inputs) : 0
  const first = head.newest - head.count + 1
  for (let id = first; id <= head.newest - repeats; id++)
    writeOne(writer, schema, inputs, id, id === first)
  writer.align()
}

/** Writes which inputs follow. Returns how many of the newest are left out. */
function writeWhich(writer: BitWriter, head: InputHead, inputs: InputRows): number {
  writer.write(head.newest, 16)
  writer.flag(head.isResting)
  if (head.count === 1) return 0
  let repeats = 0
  while (repeats < head.count - 1 && !inputs.isChanged(head.newest - repeats)) repeats++
  writer.small(repeats)
  return repeats
}

/** Writes input `id` against the input before it, or against the defaults if it `isFirst`. */
function writeOne(
  writer: BitWriter,
  { fine, columns }: Schema,
  inputs: InputRows,
  id: number,
  isFirst: boolean,
): void {
  const { row } = inputs
  const base = isFirst ? inputs.defaults : row
  const at = inputs.offsetOf(id)
  const baseAt = isFirst ? 0 : inputs.offsetOf(id - 1)
  for (let k = 0; k < fine.length; k++) {
    const i = fine[k]!
    const changed = row[at + i] !== base[baseAt + i]
    writer.flag(changed)
    // An input counts at most one press, so a change alone means one more than in the input before.
    if (changed && (isFirst || columns[i]!.op !== OP.press))
      writer.write(row[at + i]!, columns[i]!.bits)
  }
}

/** Reads the head of an INPUT packet after its type. Returns false when it is malformed. */
export function readInputHead(reader: BitReader, head: InputHead, isOrdered: boolean): boolean {
  head.sequence = reader.read(16)
  head.ack = -1
  head.ackMask = 0
  if (reader.flag()) {
    head.ack = reader.read(16)
    if (!isOrdered) head.ackMask = reader.read(32)
  }
  head.messageAck = reader.read(16)
  head.viewSubTicks = -1
  head.viewPlayer = 0
  head.viewLead = 0
  if (reader.flag()) {
    head.viewSubTicks = readMoment(reader)
    if (reader.flag()) {
      head.viewPlayer = reader.read(16)
      head.viewLead = (reader.read(16) << 16) >> 16
      if (head.viewPlayer === 0) return false
    }
  }
  head.count = reader.small(MAX_INPUTS)
  head.newest = head.count > 0 ? reader.read(16) : 0
  head.isResting = head.count > 0 && reader.flag()
  head.repeats = head.count > 1 ? reader.small(head.count - 1) : 0
  return !reader.failed
}

/** Reads the first input of a packet into `to`, which must hold the defaults. */
export function readFirstInput(reader: BitReader, to: RecordTarget): void {
  readChanged(reader, to.schema.fine, 'fine', to)
}

/** Reads the next input into `to`, which must hold the input before it. */
export function readNextInput(reader: BitReader, to: RecordTarget): void {
  const { fine, columns } = to.schema
  for (let k = 0; k < fine.length; k++) {
    const i = fine[k]!
    if (!reader.flag()) continue
    if (columns[i]!.op === OP.press) to.row[to.offset + i] = afterPress(to.row[to.offset + i]!)
    else readColumn(reader, i, 'fine', to)
  }
}

/** A ring of input rows, addressed by input id. */
export class InputRows {
  declare readonly row: Int32Array
  /** The row of the defaults. */
  declare readonly defaults: Int32Array
  readonly #width: number
  readonly #mask: number

  /** `capacity`: a power of two. */
  constructor(schema: Schema, capacity: number) {
    this.#width = schema.width
    this.#mask = capacity - 1
    this.row = new Int32Array(schema.width * capacity)
    this.defaults = Int32Array.from(schema.columns, (c) => c.initial)
  }

  /** Returns where the row of input `id` (unwrapped) begins. */
  offsetOf(id: number): number {
    return (id & this.#mask) * this.#width
  }

  /** Whether input `id` differs from the input before it. */
  isChanged(id: number): boolean {
    const { row } = this
    const at = this.offsetOf(id)
    const before = this.offsetOf(id - 1)
    for (let i = 0; i < this.#width; i++) if (row[at + i] !== row[before + i]) return true
    return false
  }
}

/** Writes a moment: 16 bits of steps, 8 of subticks. */
function writeMoment(writer: BitWriter, subTicks: number): void {
  writer.write(Math.floor(subTicks / 256) & 0xffff, 16)
  writer.write(subTicks & 0xff, 8)
}

/** Reads the low 24 bits of a moment in subticks. `unwrapMoment` completes them. */
function readMoment(reader: BitReader): number {
  const steps = reader.read(16)
  return steps * 256 + reader.read(8)
}

/** Returns the moment nearest to `reference` whose low 24 bits are `low`. */
export function unwrapMoment(low: number, reference: number): number {
  const span = 0x1000000
  return low + span * Math.round((reference - low) / span)
}
