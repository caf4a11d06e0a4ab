import type { Ms } from '../../base/units.ts'
import { BitWriter } from '../../wire/bits.ts'
import type { LearnedTables } from '../../wire/coding/coding.ts'
import { MOST_PARTS, partsOf, writeTablesPart } from '../../wire/packets/tables-packet.ts'
import type { Peer } from '../connection/peer.ts'
import { PeerTables } from '../connection/peer-tables.ts'
import type { SnapshotCounts } from './told-room.ts'

/** On a datagram link a part is repeated after this many round trips, and after this long at least. */
const REPEAT_TRIPS = 1.5
const LEAST_REPEAT_MS: Ms = 100
/** The same if no round trip is known. */
const UNKNOWN_REPEAT_MS: Ms = 250

/** Sends clients the tables that a room has learned, as docs/WIRE.md describes for TABLES. */
export class RoomTables {
  readonly #learned: LearnedTables
  readonly #stats: SnapshotCounts
  readonly #writer = new BitWriter(256)
  /** The newest version that clients are sent, the one before, and the bytes of the newest. */
  #version = 0
  #before = 0
  #bytes: Uint8Array = new Uint8Array(0)

  constructor(learned: LearnedTables, stats: SnapshotCounts) {
    this.#learned = learned
    this.#stats = stats
  }

  /** The bytes of the newest tables; empty before the room has learned any. */
  get bytes(): Uint8Array {
    return this.#bytes
  }

  /** Called when a network tick begins. Writes the tables if the coding has learned something. */
  begin(): void {
    const { version } = this.#learned
    if (version === this.#version) return
    this.#before = this.#version
    this.#version = version
    const writer = this.#writer
    writer.reset()
    this.#learned.writeTables(writer)
    writer.align()
    this.#bytes = writer.toBytes()
  }

  /**
   * Sends a client, at `nowMs`, the parts of the newest tables that it lacks, as far as its connection has room. Its bodies
   * are then coded by `peer.tables.version`.
   */
  send(peer: Peer, nowMs: Ms): void {
    const tables = (peer.tables ??= new PeerTables())
    const parts = partsOf(this.#bytes.length)
    if (this.#version > 0 && tables.version !== this.#version && parts <= MOST_PARTS) {
      if (tables.sending !== this.#version) tables.begin(this.#version, parts)
      if (nowMs - tables.sentAtMs >= repeatMs(peer)) this.#sendParts(peer, tables, nowMs)
    }
    // The writing end also drops tables that are no longer in use.
    if (tables.version !== this.#version && tables.version !== this.#before) tables.version = 0
  }

  #sendParts(peer: Peer, tables: PeerTables, nowMs: Ms): void {
    const { congestion, sent, link, allowance } = peer
    const writer = this.#writer
    const version = this.#version
    const parts = tables.has.length
    tables.sentAtMs = nowMs
    for (let part = 0; part < parts; part++) {
      if (tables.has[part] === 1) continue
      // About as long as any part of these tables. A connection that has no room gets the rest later.
      if (!congestion.mayMessage(Math.ceil(this.#bytes.length / parts), nowMs)) return
      const noted = (version << 8) | part
      const sequence = sent.note(-2 - noted, nowMs)
      writeTablesPart(writer, { sequence, version, part, parts }, this.#bytes)
      congestion.sentMessage(sent.next - 1, writer.byteLength, nowMs)
      allowance?.spend(writer.byteLength)
      this.#stats.packetsOut++
      this.#stats.bytesOut += writer.byteLength
      link.send(writer.view())
      if (link.kind === 'ordered') tables.acked(noted)
    }
  }
}

/** Returns how long to wait for an acknowledgement. */
function repeatMs({ sent: { rttMs } }: Peer): Ms {
  return Number.isNaN(rttMs) ? UNKNOWN_REPEAT_MS : Math.max(LEAST_REPEAT_MS, REPEAT_TRIPS * rttMs)
}
