import type { Ms } from '../base/units.ts'
import { BitWriter } from '../wire/bits.ts'
import {
  writeDeltaRecord,
  writeEvent,
  writeLeave,
  writeOwnedDelta,
  writeOwnedWhole,
  writePlayer,
  writeWholeRecord,
} from '../wire/delta.ts'
import { HISTORY_TICKS } from '../wire/packets.ts'
import { emptySnapshotHead, writeSnapshotHead } from '../wire/snapshot-head.ts'
import type { Entity } from './entities.ts'
import type { RoomHost } from './host.ts'
import type { Peer } from './peer.ts'

/** Bytes waiting in a client's socket from which on snapshots are skipped, never queued. */
const SOCKET_FULL_BYTES = 16_384

/**
 * Codes and sends the snapshots of a network tick. A body depends on nothing but the tick and its baseline, so it
 * is coded once for all clients with the same baseline; the head is each client's own. Free of allocation in
 * steady state.
 */
export class Snapshots {
  readonly #source: RoomHost
  readonly #writer = new BitWriter()
  readonly #head = emptySnapshotHead()
  readonly #records: Entity[] = []
  readonly #bodies = Array.from({ length: HISTORY_TICKS }, () => new BitWriter(64))
  readonly #codedAt = new Float64Array(HISTORY_TICKS).fill(-1)
  readonly #hasPlayer = new Uint8Array(0x10000)
  readonly #owners: number[] = []

  constructor(source: RoomHost) {
    this.#source = source
  }

  /** Sends a snapshot of network tick `tick` to everybody whose socket has room. */
  send(tick: number, nowMs: Ms): void {
    const { peers, stats, entities, events } = this.#source
    entities.gather(tick)
    events.prune(tick)
    for (const peer of peers.values()) {
      if (peer.link.bufferedBytes > SOCKET_FULL_BYTES) {
        stats.snapshotsSkipped++
        continue
      }
      this.#sendTo(peer, tick, nowMs)
    }
  }

  #sendTo(peer: Peer, tick: number, nowMs: Ms): void {
    const { game, stats } = this.#source
    const baseline = peer.baseline
    const distance = baseline < 0 || tick - baseline >= HISTORY_TICKS ? 0 : tick - baseline
    const subTicks = tick * game.sendSubTicks
    const { inbox, time } = peer
    const head = this.#head
    head.sequence = peer.sent.note(tick, nowMs)
    head.tickSubTicks = subTicks
    head.messageAck = peer.messages.received & 0xffff
    head.inputAck = inbox.applied & 0xffff
    head.timedInput = inbox.received > 0 ? inbox.received & 0xffff : -1
    head.timedAge = subTicks - peer.newestArrival
    head.epochFrom = baseline < peer.epochTick ? time.epochs.from & 0xffff : -1
    head.epochStamp = time.epochs.stampOf(time.epochs.from) - subTicks
    head.distance = distance
    head.owned = peer.owned.length
    const writer = this.#writer
    writeSnapshotHead(writer, head)
    for (const entity of peer.owned) {
      const base = distance === 0 ? -1 : entity.history.find(baseline)
      if (base < 0) writeOwnedWhole(writer, entity)
      else writeOwnedDelta(writer, entity, entity.history.rows, base)
    }
    writer.align()
    const body = this.#body(tick, distance)
    writer.copy(body.bytes, body.byteLength)
    stats.packetsOut++
    stats.bytesOut += writer.byteLength
    peer.lastSentTick = tick
    peer.link.send(writer.bytes.subarray(0, writer.byteLength))
  }

  #body(tick: number, distance: number): BitWriter {
    const body = this.#bodies[distance]!
    if (this.#codedAt[distance] === tick) {
      this.#source.stats.bodiesShared++
      return body
    }
    this.#codedAt[distance] = tick
    this.#source.stats.bodiesCoded++
    body.reset()
    body.write(distance, 7)
    this.#collect(tick - distance, distance === 0)
    this.#writePlayers(body, tick)
    this.#writeEvents(body, tick, distance)
    this.#writeLeaves(body, tick, distance)
    body.flag(false)
    this.#writeRecords(body, tick, distance)
    body.align()
    return body
  }

  /** Finds the entities and players that a body has to name. */
  #collect(baseline: number, isComplete: boolean): void {
    const records = this.#records
    records.length = 0
    for (const entity of this.#source.entities.slots)
      if (entity && (isComplete || entity.changedTick > baseline)) records.push(entity)
    const owners = this.#owners
    for (const owner of owners) this.#hasPlayer[owner] = 0
    owners.length = 0
    for (const { owner } of records) if (owner > 0) this.#list(owner)
    for (const peer of this.#source.peers.values())
      if (peer.advance === 0) this.#list(peer.player.id)
  }

  #list(player: number): void {
    if (this.#hasPlayer[player] === 1) return
    this.#hasPlayer[player] = 1
    this.#owners.push(player)
  }

  #writePlayers(body: BitWriter, tick: number): void {
    const subTicks = tick * this.#source.game.sendSubTicks
    body.small(this.#owners.length)
    for (const owner of this.#owners) {
      const peer = this.#source.peers.get(owner)
      if (!peer) writePlayer(body, owner, 0, 0, 0)
      else writePlayer(body, owner, subTicks - peer.stamp, peer.advance, Math.round(peer.lag.lagMs))
    }
  }

  #writeEvents(body: BitWriter, tick: number, distance: number): void {
    const { events, game, stats } = this.#source
    const { list } = events
    const first = events.firstAfter(tick - (distance || HISTORY_TICKS - 1))
    stats.eventsDropped += events.leftOut
    body.small(list.length - first)
    for (let i = first; i < list.length; i++)
      writeEvent(body, list[i]!, tick * game.sendSubTicks - list[i]!.stamp)
  }

  #writeLeaves(body: BitWriter, tick: number, distance: number): void {
    const { leaves } = this.#source.entities
    let first = leaves.length
    if (distance > 0) while (first > 0 && leaves[first - 1]!.tick > tick - distance) first--
    body.small(leaves.length - first)
    for (let i = first; i < leaves.length; i++)
      writeLeave(body, leaves[i]!.slot, tick - leaves[i]!.tick)
  }

  #writeRecords(body: BitWriter, tick: number, distance: number): void {
    body.small(this.#records.length)
    let previous = -1
    for (const entity of this.#records) {
      const gap = entity.slot - previous - 1
      previous = entity.slot
      const base = distance === 0 ? -1 : entity.history.find(tick - distance)
      if (base < 0) writeWholeRecord(body, entity, gap, distance)
      else writeDeltaRecord(body, entity, gap, entity.history.rows, base)
    }
  }
}
