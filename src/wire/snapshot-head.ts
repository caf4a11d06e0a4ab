import type { BitReader, BitWriter } from './bits.ts'
import { readMoment, writeMoment } from './input-packet.ts'
import { PACKET } from './packets.ts'

/** The head of a SNAPSHOT packet, before its owner block: one object that a session keeps. */
export interface SnapshotHead {
  sequence: number
  /** This network tick in subticks; its low 24 bits after reading. */
  tickSubTicks: number
  messageAck: number
  /** Newest input applied: its low 16 bits. */
  inputAck: number
  /** Newest input received: its low 16 bits, or -1 before the first. */
  timedInput: number
  /** How long before this network tick that input arrived, in subticks; negative when after it. */
  timedAge: number
  /** First input of a new epoch: its low 16 bits, or -1. */
  epochFrom: number
  /** Where that input stands, in subticks from this network tick. */
  epochStamp: number
  /** The baseline of the owned entities, as a distance in network ticks; 0: none. */
  distance: number
  /** How many owned entities follow. */
  owned: number
}

/** A head with nothing in it. */
export const emptySnapshotHead = (): SnapshotHead => ({
  sequence: 0,
  tickSubTicks: 0,
  messageAck: 0,
  inputAck: 0,
  timedInput: -1,
  timedAge: 0,
  epochFrom: -1,
  epochStamp: 0,
  distance: 0,
  owned: 0,
})

const S20 = 0x7ffff

/** Keeps a number within what `s20` can say. */
export function clampS20(value: number): number {
  return value > S20 ? S20 : value < -S20 ? -S20 : value
}

/** Keeps a number within what `s16` can say. */
export function clampS16(value: number): number {
  return value > 0x7fff ? 0x7fff : value < -0x7fff ? -0x7fff : value
}

/** Begins a SNAPSHOT packet. */
export function writeSnapshotHead(writer: BitWriter, head: SnapshotHead): void {
  writer.reset()
  writer.write(PACKET.snapshot, 8)
  writer.write(head.sequence, 16)
  writeMoment(writer, head.tickSubTicks)
  writer.write(head.messageAck, 16)
  writer.write(head.inputAck, 16)
  writer.flag(head.timedInput >= 0)
  if (head.timedInput >= 0) {
    writer.write(head.timedInput, 16)
    writer.write(clampS20(head.timedAge), 20)
  }
  writer.flag(head.epochFrom >= 0)
  if (head.epochFrom >= 0) {
    writer.write(head.epochFrom, 16)
    writer.write(head.epochStamp, 32)
  }
  writer.write(head.distance, 7)
  writer.small(head.owned)
}

/** Reads the head of a SNAPSHOT packet after its type. False when it is malformed. */
export function readSnapshotHead(reader: BitReader, head: SnapshotHead): boolean {
  head.sequence = reader.read(16)
  head.tickSubTicks = readMoment(reader)
  head.messageAck = reader.read(16)
  head.inputAck = reader.read(16)
  head.timedInput = -1
  if (reader.flag()) {
    head.timedInput = reader.read(16)
    head.timedAge = reader.signed(20)
  }
  head.epochFrom = -1
  if (reader.flag()) {
    head.epochFrom = reader.read(16)
    head.epochStamp = reader.signed(32)
  }
  head.distance = reader.read(7)
  head.owned = reader.small(0xffff)
  return !reader.failed
}
