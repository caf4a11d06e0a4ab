import { MOST_PRESSES } from '../../game/presses.ts'
import { type BitReader, type BitWriter, zigzag } from '../bits.ts'
import { clampS20, S20 } from '../limits.ts'
import * as PACKET from './packet.ts'

/** The head of a SNAPSHOT packet, before its own entities. A session keeps one object for it. */
export interface SnapshotHead {
  /** Low 16 bits; -1 on an ordered link, where it is one more than in the packet before. */
  sequence: number
  /** How many network ticks ago the baseline is; 0: there is no baseline, the snapshot is complete. */
  distance: number
  /** Low 16 bits of this network tick; -1 on an ordered link when it is `distance` after the last one. */
  tick: number
  /**
   * Whether the network ticks since the previous snapshot had nothing new. Sent only if the baseline is not the network tick
   * before this one; otherwise there are no such ticks.
   */
  isGapless: boolean
  /**
   * Whether there is nothing new. If so, the snapshot has no body, and the server leaves out the network ticks that follow as
   * long as they have nothing new either, except a few per second.
   */
  isQuiet: boolean
  /** The tables that the body is coded with, see `placeOf`; -1: the game's coding sends none. */
  place: number
  /** Low 16 bits of the newest input applied; -1 before any input was received. */
  inputAck: number
  /** How many newer inputs have been received. Below 0, from -`LONG_AGO`: how many steps the room took without inputs. */
  waiting: number
  /** How long before this network tick the newest input arrived, in subticks; negative when it arrived after it. */
  timedAge: number
  /** With `authority: sharedTick()`: how many inputs have arrived since the snapshot before; -1 with the other authority. */
  arrivals: number
  /** For each of them but the newest, newest first: how much sooner it arrived than the next one, in `ARRIVAL_PARTS`. */
  readonly sooner: Int32Array
  /** For each press of the game's input: how many presses have been taken, wrapping. */
  readonly taken: Int32Array
  /** Whether `taken` is sent. It is left out if it equals the counts of the newest input applied. */
  tellsTaken: boolean
  /** Low 16 bits of the last message received in order; -1: unchanged. */
  messageAck: number
  /** Low 16 bits of the first input of a new epoch; -1: none. */
  epochFrom: number
  /** The moment of that input, in subticks from this network tick. */
  epochStamp: number
  /** The time at which `ctx.timeMs` stands still until inputs have caught up, in subticks after that moment; 0: it does not. */
  epochHeld: number
  /** The number of own entities that follow. */
  owned: number
}

/** The most steps without inputs that `waiting` counts. The head then does not say which input was the newest. */
export const LONG_AGO = 256
/** Arrivals are measured in this many parts of a step. */
export const ARRIVAL_PARTS = 16
/** The most inputs whose arrival one snapshot contains. */
export const MOST_ARRIVALS = 64

/** Returns an empty head. `presses`: the number of presses in the game's input. */
export const emptySnapshotHead = (presses = 0): SnapshotHead => ({
  sequence: -1,
  distance: 0,
  tick: 0,
  isGapless: true,
  isQuiet: false,
  place: -1,
  inputAck: -1,
  waiting: 0,
  timedAge: 0,
  arrivals: -1,
  sooner: new Int32Array(MOST_ARRIVALS),
  taken: new Int32Array(presses),
  tellsTaken: false,
  messageAck: -1,
  epochFrom: -1,
  epochStamp: 0,
  epochHeld: 0,
  owned: 0,
})

/** The greatest `waiting` that a reader accepts; no input buffer holds more. */
const MOST_WAITING = 0xffff
const PRESS_BITS = 32 - Math.clz32(MOST_PRESSES)
/** The most subticks for which an epoch may hold time: 32 s at 128 Hz. */
export const MOST_HELD = 0xfffff

/** Begins a SNAPSHOT packet. Leaves out `sequence`, `tick` and `place` when they are -1. */
export function writeSnapshotHead(writer: BitWriter, head: SnapshotHead): void {
  writer.reset()
  writer.write(PACKET.snapshot, 8)
  if (head.sequence >= 0) writer.write(head.sequence, 16)
  writer.write(head.distance, 7)
  if (head.tick >= 0) writer.write(head.tick, 16)
  if (head.distance > 1) writer.flag(head.isGapless)
  if (head.distance > 0) writer.flag(head.isQuiet)
  if (head.place >= 0) writer.write(head.place, 2)
  writer.flag(head.inputAck >= 0)
  if (head.inputAck >= 0) {
    writer.write(head.inputAck, 16)
    writer.small(zigzag(head.waiting))
    writer.small(zigzag(clampS20(head.timedAge)))
    if (head.arrivals >= 0) writer.small(head.arrivals)
    for (let i = 0; i < head.arrivals - 1; i++)
      writer.small(zigzag(clampS20(head.sooner[i]! - ARRIVAL_PARTS)))
    writeTaken(writer, head)
  }
  writer.flag(head.messageAck >= 0)
  if (head.messageAck >= 0) writer.write(head.messageAck, 16)
  writer.flag(head.epochFrom >= 0)
  if (head.epochFrom >= 0) {
    writer.write(head.epochFrom, 16)
    writer.write(head.epochStamp, 32)
    writer.small(head.epochHeld)
  }
  writer.flag(head.owned > 0)
  if (head.owned > 0) writer.small(head.owned)
}

function writeTaken(writer: BitWriter, { taken, tellsTaken }: SnapshotHead): void {
  if (taken.length === 0) return
  writer.flag(tellsTaken)
  if (!tellsTaken) return
  for (let k = 0; k < taken.length; k++) writer.write(taken[k]!, PRESS_BITS)
}

function readTaken(reader: BitReader, head: SnapshotHead): void {
  const { taken } = head
  head.tellsTaken = taken.length > 0 && reader.flag()
  if (!head.tellsTaken) return
  for (let k = 0; k < taken.length; k++) taken[k] = reader.read(PRESS_BITS)
}

/** Reads when inputs arrived, which only a game with `authority: sharedTick()` sends. */
export function readArrivals(reader: BitReader, head: SnapshotHead): void {
  head.arrivals = reader.small(MOST_ARRIVALS)
  for (let i = 0; i < head.arrivals - 1; i++)
    head.sooner[i] = reader.signedSmall(S20) + ARRIVAL_PARTS
}

/**
 * Reads the head of a SNAPSHOT packet after its type. Returns false when it is malformed. `arrivals`: `readArrivals` for a
 * game that sends arrivals. `hasTables`: whether the game's coding has tables.
 */
export function readSnapshotHead(
  reader: BitReader,
  head: SnapshotHead,
  isOrdered: boolean,
  arrivals?: typeof readArrivals,
  hasTables = false,
): boolean {
  head.sequence = isOrdered ? -1 : reader.read(16)
  head.distance = reader.read(7)
  head.tick = isOrdered && head.distance > 0 ? -1 : reader.read(16)
  head.isGapless = head.distance <= 1 || reader.flag()
  head.isQuiet = head.distance > 0 && reader.flag()
  head.place = hasTables ? reader.read(2) : -1
  head.inputAck = -1
  head.arrivals = -1
  head.tellsTaken = false
  if (reader.flag()) {
    head.inputAck = reader.read(16)
    head.waiting = reader.signedSmall(MOST_WAITING)
    if (head.waiting < -LONG_AGO) reader.failed = true
    head.timedAge = reader.signedSmall(S20)
    arrivals?.(reader, head)
    readTaken(reader, head)
  }
  head.messageAck = reader.flag() ? reader.read(16) : -1
  head.epochFrom = -1
  if (reader.flag()) {
    head.epochFrom = reader.read(16)
    head.epochStamp = reader.read(32) | 0
    head.epochHeld = reader.small(MOST_HELD)
  }
  head.owned = 0
  if (reader.flag()) {
    head.owned = reader.small(0xffff)
    if (head.owned === 0) reader.failed = true
  }
  return !reader.failed
}
