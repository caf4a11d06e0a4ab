import { type Ms, SUBTICKS_PER_STEP } from '../base/units.ts'
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
  /** The present; set it before `send`. V8 boxes fractional arguments. */
  nowMs: Ms = Number.NaN
  readonly #source: RoomHost
  readonly #writer = new BitWriter()
  readonly #head = emptySnapshotHead()
  // The first so many of these lists count: cutting an array short and filling it again allocates.
  readonly #records: Entity[] = []
  readonly #bodies = Array.from({ length: HISTORY_TICKS }, () => new BitWriter(64))
  readonly #codedAt = new Float64Array(HISTORY_TICKS).fill(-1)
  readonly #hasPlayer = new Uint8Array(0x10000)
  readonly #owners: number[] = []
  #recordCount = 0
  #ownerCount = 0

  constructor(source: RoomHost) {
    this.#source = source
  }

  /** Sends a snapshot of network tick `tick` to everybody whose socket has room. */
  send(tick: number): void {
    const { peerList, stats, entities, events } = this.#source
    entities.gather(tick, this.#source)
    events.prune(tick)
    // Backwards, for a link may end while it is sent to.
    for (let i = peerList.length - 1; i >= 0; i--) {
      const peer = peerList[i]
      if (!peer) continue
      if (peer.link.bufferedBytes > SOCKET_FULL_BYTES) stats.snapshotsSkipped++
      else this.#sendTo(peer, tick)
    }
  }

  #sendTo(peer: Peer, tick: number): void {
    const { game, stats } = this.#source
    const baseline = peer.baseline
    const distance = baseline < 0 || tick - baseline >= HISTORY_TICKS ? 0 : tick - baseline
    const subTicks = tick * game.sendSubTicks
    const { inbox, time } = peer
    const head = this.#head
    head.sequence = peer.sent.note(tick, this.nowMs)
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
    for (let i = 0; i < peer.owned.length; i++) {
      const entity = peer.owned[i]!
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
    peer.link.send(writer.view())
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
    const { entities, peerList } = this.#source
    this.#recordCount = 0
    for (let n = 0; n < this.#ownerCount; n++) this.#hasPlayer[this.#owners[n]!] = 0
    this.#ownerCount = 0
    for (let slot = 0; slot < entities.slots.length; slot++) {
      const entity = entities.slots[slot]
      if (!entity || !(isComplete || entity.changedTick > baseline)) continue
      this.#records[this.#recordCount++] = entity
      if (entity.owner > 0) this.#list(entity.owner)
    }
    for (let n = 0; n < peerList.length; n++) {
      const peer = peerList[n]!
      if (peer.advance === 0) this.#list(peer.player.id)
    }
  }

  #list(player: number): void {
    if (this.#hasPlayer[player] === 1) return
    this.#hasPlayer[player] = 1
    this.#owners[this.#ownerCount++] = player
  }

  #writePlayers(body: BitWriter, tick: number): void {
    const { sendSubTicks } = this.#source.game
    const subTicks = tick * sendSubTicks
    const wholeStep = subTicks - (subTicks % SUBTICKS_PER_STEP)
    const before = subTicks - sendSubTicks
    const stepBefore = before - (before % SUBTICKS_PER_STEP)
    body.small(this.#ownerCount)
    for (let n = 0; n < this.#ownerCount; n++) {
      const owner = this.#owners[n]!
      const peer = this.#source.peers.get(owner)
      // Who lost the connection is moved by the room alone, and so in the room's time.
      if (!peer) writePlayer(body, owner, subTicks - wholeStep, wholeStep - stepBefore, 0)
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
    body.small(this.#recordCount)
    let previous = -1
    for (let n = 0; n < this.#recordCount; n++) {
      const entity = this.#records[n]!
      const gap = entity.slot - previous - 1
      previous = entity.slot
      const base = distance === 0 ? -1 : entity.history.find(tick - distance)
      if (base < 0) writeWholeRecord(body, entity, gap, distance)
      else writeDeltaRecord(body, entity, gap, entity.history.rows, base)
    }
  }
}
