import { MOST_PRESSES } from '../../game/presses.ts'
import { type BitReader, type BitWriter, zigzag } from '../bits.ts'
import { clampS20, S20 } from '../limits.ts'
import * as PACKET from './packet.ts'

/** The head of a SNAPSHOT packet, before its own entities: one object that a session keeps. */
export interface SnapshotHead {
  /** Low 16 bits; -1 on an ordered link, where it is one more than that of the packet before. */
  sequence: number
  /** How many network ticks before this one the baseline is; 0: none, the snapshot is complete. */
  distance: number
  /** This network tick: its low 16 bits; -1 where it is `distance` after the last one, on an ordered link. */
  tick: number
  /**
   * Whether the network ticks since the snapshot sent before had nothing to tell. Sent only if the baseline is not the
   * network tick before; else there are none.
   */
  isGapless: boolean
  /**
   * Whether there is nothing new. Then there is no body, and the server leaves out the network ticks that follow as long as
   * they have nothing new either, except a few a second.
   */
  isQuiet: boolean
  /** Which tables the body is coded by: see `placeOf`. -1: the game's coding sends none. */
  place: number
  /** Newest input applied: its low 16 bits; -1 before any was received. */
  inputAck: number
  /** How many newer ones have been received; below 0 where the room went on without, and at least -`LONG_AGO`. */
  waiting: number
  /** How long before this network tick the newest one arrived, in subticks; negative when after it. */
  timedAge: number
  /** With `authority: sharedTick()`: how many inputs have come since the snapshot before; -1 with the other authority. */
  arrivals: number
  /** Of each of them but the newest, newest first: how much sooner it came than the one after it, in `ARRIVAL_PARTS`. */
  readonly sooner: Int32Array
  /** For each press of the game's input: how many have been taken, wrapping. */
  readonly taken: Int32Array
  /** Whether that is told: it is not if they are all that the newest input applied counts. */
  tellsTaken: boolean
  /** Last message received in order: its low 16 bits; -1: as told before. */
  messageAck: number
  /** First input of a new epoch: its low 16 bits, or -1. */
  epochFrom: number
  /** Where that input stands, in subticks from this network tick. */
  epochStamp: number
  /**
   * How much later the time is at which `ctx.timeMs` stands still until inputs have caught up, in subticks; 0: it does not.
   */
  epochHeld: number
  /** How many own entities follow. */
  owned: number
}

/** What `waiting` is where the newest input came that many inputs ago or more: which one that was is not told then. */
export const LONG_AGO = 256
/** What arrivals are told in: parts of a step. */
export const ARRIVAL_PARTS = 16
/** Most inputs whose arrival one snapshot tells. */
export const MOST_ARRIVALS = 64

/** A head with nothing in it. `presses`: how many the game's input has. */
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

/** What a reader takes: no inputBuffer holds more. */
const MOST_WAITING = 0xffff
const PRESS_BITS = 32 - Math.clz32(MOST_PRESSES)
/** Most subticks that an epoch may hold time: 32 s at 128 Hz. */
export const MOST_HELD = 0xfffff

/** Begins a SNAPSHOT packet. `sequence`, `tick` and `place` are left out where they are -1. */
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

/** Reads when inputs came, which only a game with `authority: sharedTick()` tells. */
export function readArrivals(reader: BitReader, head: SnapshotHead): void {
  head.arrivals = reader.small(MOST_ARRIVALS)
  for (let i = 0; i < head.arrivals - 1; i++)
    head.sooner[i] = reader.signedSmall(S20) + ARRIVAL_PARTS
}

/**
 * Reads the head of a SNAPSHOT packet after its type. False when it is malformed. `arrivals`: `readArrivals` where the game
 * tells of them; `hasTables`: the game's coding has tables.
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
