import { HORIZON_BITS } from '../../base/horizons.ts'
import * as OP from '../../game/op.ts'
import { afterPress } from '../../game/presses.ts'
import type { Schema } from '../../game/schema.ts'
import type { BitReader, BitWriter } from '../bits.ts'
import { HISTORY_TICKS, MAX_INPUTS, MOST_MOMENTS } from '../limits.ts'
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
  /** The id of the newest input; meaningless when `count` is 0. */
  newest: number
  /** 0 to `MAX_INPUTS`. */
  count: number
  /**
   * How many network ticks before the newest snapshot received the newest one is that was on display with this input; -1:
   * none.
   */
  viewAge: number
  /** Whether the inputs that are new since the last packet were all made in one frame. */
  isOneFrame: boolean
  /** How many steps before the newest input the player's own time on display was, in 32nds of a step, 0 to 255. */
  ownAge: number
  /** How many of `moments` the packet tells. */
  momentCount: number
  readonly moments: readonly MomentOnDisplay[]
  /** Whether the inputs after the newest are like it until a packet says otherwise. The client holds those inputs back. */
  isResting: boolean
  /** How many of the newest inputs are like the input before them. `writeInput` computes this itself. */
  repeats: number
}

/** The moment of some entities that was on display when the newest input was made. */
export interface MomentOnDisplay {
  /** The player who owns them; 0: the room does. */
  player: number
  /** The horizon of entities of the room, an index into `HORIZONS_MS`; 0 for a player. */
  horizon: number
  /** How far it is after the newest snapshot on display, in half milliseconds, -2048 to 2047. */
  halfMs: number
}

export const emptyInputHead = (): InputHead => ({
  sequence: 0,
  ack: -1,
  ackMask: 0,
  messageAck: 0,
  newest: 0,
  count: 0,
  viewAge: -1,
  isOneFrame: false,
  ownAge: 0,
  momentCount: 0,
  moments: Array.from({ length: MOST_MOMENTS }, () => ({ player: 0, horizon: 0, halfMs: 0 })),
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
  writeView(writer, head)
  writer.flag(head.isResting)
  if (head.count === 1) return 0
  let repeats = 0
  while (repeats < head.count - 1 && !inputs.isChanged(head.newest - repeats)) repeats++
  writer.small(repeats)
  return repeats
}

function writeView(writer: BitWriter, head: InputHead): void {
  const { viewAge, isOneFrame, ownAge, momentCount, moments } = head
  writer.flag(viewAge === 0)
  if (viewAge !== 0) writer.small(Math.max(0, viewAge))
  if (viewAge < 0) return
  writer.flag(isOneFrame)
  writer.write(ownAge, 8)
  for (let n = 0; n < momentCount; n++) {
    const { player, horizon, halfMs } = moments[n]!
    writer.flag(true)
    writer.small(player)
    if (player === 0) writer.write(horizon, HORIZON_BITS)
    writer.write(halfMs & 0xfff, 12)
  }
  if (momentCount < MOST_MOMENTS) writer.flag(false)
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
  head.count = reader.small(MAX_INPUTS)
  head.newest = 0
  head.viewAge = -1
  head.isOneFrame = false
  head.ownAge = 0
  head.momentCount = 0
  head.isResting = false
  if (head.count > 0) {
    head.newest = reader.read(16)
    readView(reader, head)
    head.isResting = reader.flag()
  }
  head.repeats = head.count > 1 ? reader.small(head.count - 1) : 0
  return !reader.failed
}

function readView(reader: BitReader, head: InputHead): void {
  head.viewAge = reader.flag() ? 0 : reader.small(HISTORY_TICKS - 1) || -1
  if (head.viewAge < 0) return
  head.isOneFrame = reader.flag()
  head.ownAge = reader.read(8)
  while (head.momentCount < MOST_MOMENTS && reader.flag()) {
    const told = head.moments[head.momentCount++]!
    told.player = reader.small(0xffff)
    told.horizon = told.player === 0 ? reader.read(HORIZON_BITS) : 0
    told.halfMs = (reader.read(12) << 20) >> 20
  }
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
