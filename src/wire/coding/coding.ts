import type { SnapshotCoding } from '../../game/define-game.ts'
import type { BitReader, BitWriter } from '../bits.ts'
import type { TablesIntake } from '../packets/tables-packet.ts'
import type { BodySink } from '../records/body.ts'
import type { ChangeList } from '../records/change-list.ts'
import type { RowPlan } from '../records/plan.ts'

/** A coding of the changed entities in bodies. A game chooses one. */
export interface Coding extends SnapshotCoding {
  /**
   * Whether the coding is given every entity of which both ends hold a state, not only the changed ones. If so, the lists to
   * write contain all of them, and the reader walks them with `BodySink.known`. A client's own view is always listed by its
   * changes only.
   */
  readonly asksOfAll: boolean
  /** Returns the server's end, for a room that has `sendHz` network ticks per second. */
  writer(plans: readonly RowPlan[], sendHz: number): ChangesWriter
  /** Returns the client's end, for one session. */
  reader(plans: readonly RowPlan[]): ChangesReader
}

/** Writes changed entities. */
export interface ChangesWriter {
  /** The tables that the coding learns and must send to clients; null: it learns none. */
  readonly tables: LearnedTables | null
  /** The newest network tick from which bodies contain news of the coding itself; -1: none. */
  readonly newsTick: number
  begin(tick: number): void
  /**
   * Writes the changed entities of the network tick that has begun, against `baseline`; -1: none. They are the last part of a
   * body, and depend only on the tick, `baseline`, the list and `version`. `version` is the tables to write with: 0 or one of
   * the two newest; 0 without tables.
   */
  write(writer: BitWriter, baseline: number, list: ChangeList, version: number): void
  /** Returns about how many bits the states of the `n`th entity take. */
  bitsOf(list: ChangeList, n: number): number
}

/** Tables that a room learns from what it sends. A client that has a version can read bodies written with it. */
export interface LearnedTables {
  /** The newest version: 0, which both ends have from the start, then 1 to 255, and 1 again. It changes only in `begin`. */
  readonly version: number
  /** Writes the tables of `version`, which must not be 0. */
  writeTables(writer: BitWriter): void
}

/** Reads changed entities. */
export interface ChangesReader {
  /** Takes the tables that a room has learned, and keeps the two newest versions; null: the coding learns none. */
  readonly tables: TablesIntake | null
  /**
   * Reads the changed entities, to the end of the packet. `place` names the tables they were written with, as in a snapshot's
   * head. Returns false when they are malformed, or when the client does not have those tables.
   */
  read(reader: BitReader, baseline: number, sink: BodySink, place: number): boolean
}

/** Returns the name of a version in a snapshot's head: 0, or 1 to 3 in turn, of which a client holds two. */
export function placeOf(version: number): number {
  return version === 0 ? 0 : 1 + (version % 3)
}

export function nextVersion(version: number): number {
  return version === 255 ? 1 : version + 1
}
