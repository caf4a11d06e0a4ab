import type { SnapshotCoding } from '../../game/define-game.ts'
import type { BitReader, BitWriter } from '../bits.ts'
import type { TablesIntake } from '../packets/tables-packet.ts'
import type { BodySink } from '../records/body.ts'
import type { ChangeList } from '../records/change-list.ts'
import type { RowPlan } from '../records/plan.ts'

/** How the changed entities of bodies become bits. A game takes one. */
export interface Coding extends SnapshotCoding {
  /**
   * Whether it is told of every entity that both ends hold a state of, and not just of the changed: the lists it writes
   * are of all of them, and it walks them by `BodySink.known`. Views of a client's own are never told so.
   */
  readonly asksOfAll: boolean
  /** The server's end, for a room that has `sendHz` network ticks a second. */
  writer(plans: readonly RowPlan[], sendHz: number): ChangesWriter
  /** The client's, for a session. */
  reader(plans: readonly RowPlan[]): ChangesReader
}

/** Writes changed entities. */
export interface ChangesWriter {
  /** What it learns and must send to clients; null: nothing. */
  readonly tables: LearnedTables | null
  /** The newest network tick from which on bodies tell something of the coding itself; -1: none. */
  readonly newsTick: number
  /** A network tick begins. */
  begin(tick: number): void
  /**
   * Writes the changed entities of the network tick that has begun, against `baseline`; -1: none. The last thing in a body,
   * and a function of these, the list and `version` alone: that of the tables to write by, 0 or one of the two newest; 0
   * without tables.
   */
  write(writer: BitWriter, baseline: number, list: ChangeList, version: number): void
  /** About how many bits the states of the `n`th entity take. */
  bitsOf(list: ChangeList, n: number): number
}

/** Tables that a room learns from what it sends. A client that has a version can read what is written by it. */
export interface LearnedTables {
  /** The newest version: 0, which both ends have from the start, then 1 to 255, and 1 again. Changes in `begin` alone. */
  readonly version: number
  /** Writes the tables of `version`, once that is not 0. */
  writeTables(writer: BitWriter): void
}

/** Reads changed entities. */
export interface ChangesReader {
  /** Takes the tables that a room has learned, and keeps the two versions that came last; null: there are none. */
  readonly tables: TablesIntake | null
  /**
   * Reads them to the end of the packet. `place`: the tables they were written by, as a snapshot's head says. False when
   * they are malformed, or when the client does not have those tables.
   */
  read(reader: BitReader, baseline: number, sink: BodySink, place: number): boolean
}

/** How a snapshot's head names a version: 0, or 1 to 3 in turn, of which a client holds two. */
export function placeOf(version: number): number {
  return version === 0 ? 0 : 1 + (version % 3)
}

/** The version after `version`. */
export function nextVersion(version: number): number {
  return version === 255 ? 1 : version + 1
}
