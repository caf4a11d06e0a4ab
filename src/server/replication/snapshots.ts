import type { Ms } from '../../base/units.ts'
import { BitWriter } from '../../wire/bits.ts'
import { type Coding, placeOf } from '../../wire/coding/coding.ts'
import { packed } from '../../wire/coding/packed-ends.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import {
  emptySnapshotHead,
  LONG_AGO,
  type SnapshotHead,
  writeSnapshotHead,
} from '../../wire/packets/snapshot-head.ts'
import { writeChanged, writeWhole } from '../../wire/records/columns.ts'
import { copyBytes } from '../../wire/records/room-bits.ts'
import { TickTime } from '../authority/tick-time.ts'
import type { RoomHost } from '../host.ts'
import { decideHearers } from '../interest/hearing.ts'
import type { Peer } from '../peer.ts'
import type { Entity } from '../world/entities.ts'
import { Bodies } from './bodies.ts'
import { News } from './news.ts'
import { PeerView } from './peer-view.ts'
import { PlayerTimes } from './player-times.ts'
import { RoomTables } from './room-tables.ts'
import { NO_LIMIT, Views } from './views.ts'

const NO_TABLES = /* @__PURE__ */ new Uint8Array(0)
/** The longest snapshot on a datagram link: what is longer would be cut into pieces on many a way, of which none may be lost. */
const DATAGRAM_BYTES = 1200

/** Scratch of `Snapshots.#sendTo` for all rooms of the process: no room needs it between two packets. */
const WRITER = /* @__PURE__ */ new BitWriter()

/**
 * Codes and sends the snapshots of a network tick: a head of each client's own, and a body that clients share. Free of
 * allocation in steady state.
 */
export class Snapshots {
  /** The present; set it before `send`. V8 boxes fractional arguments. */
  nowMs: Ms = Number.NaN
  /** What is told of the players' own time. */
  readonly times: PlayerTimes
  readonly #tables: RoomTables | null
  readonly #source: RoomHost
  readonly #bodies: Bodies
  readonly #news: News
  /** Codes bodies for one client alone. Made when the first such body, or a player's point of view, is needed. */
  #views: Views | null = null
  readonly #head: SnapshotHead

  /** `quietTicks`: how many network ticks apart the snapshots for a client are at most. */
  constructor(source: RoomHost, quietTicks: number) {
    this.#source = source
    this.#head = emptySnapshotHead(source.game.inputSchema.presses.length)
    this.times = new PlayerTimes(source)
    const coding = source.game.definition.coding as Coding | undefined
    this.#bodies = new Bodies(source, this.times, coding ?? packed)
    const { tables } = this.#bodies.coding
    this.#tables = tables && new RoomTables(tables, source.stats)
    this.#news = new News(source, this.times, this.#bodies.coding, quietTicks)
  }

  /** The bytes of the tables that the coding has learned last; replaced when it learns more, never written. */
  get learned(): Uint8Array {
    return this.#tables?.bytes ?? NO_TABLES
  }

  /** Sends a snapshot of network tick `tick` to every client for whom it has news and whose line has room. */
  send(tick: number): void {
    const { peerList, stats, entities, events } = this.#source
    const oldest = oldestNeeded(peerList, tick)
    entities.gather(tick, this.#source, oldest)
    events.prune(tick)
    this.times.take(tick, oldest)
    this.#bodies.begin(tick)
    this.#tables?.begin()
    const views = this.#source.game.definition.interest ? this.#madeViews : this.#views
    views?.begin(tick)
    decideHearers(this.#source, tick, views?.visibility ?? null)
    this.#news.begin(tick, views)
    // Backwards, for a link may end while it is sent to.
    for (let i = peerList.length - 1; i >= 0; i--) {
      const peer = peerList[i]
      if (!peer) continue
      if (!peer.isFull) this.#tables?.send(peer, this.nowMs)
      const baseline = baselineOf(peer, tick)
      const before = beforeOf(peer, tick, baseline)
      const hasBody = this.#news.isInBody(peer, baseline, before)
      if (!this.#news.isDue(peer, baseline, hasBody)) continue
      const longest = longestOf(peer)
      const room = peer.isFull ? 0 : peer.congestion.snapshotRoom(longest)
      if (room > 0) this.#sendTo(peer, tick, baseline, before, hasBody, Math.min(longest, room))
      else {
        stats.snapshotsSkipped++
        peer.hasSkipped = true
      }
    }
  }

  /** `longest`: bytes that it may take. */
  #sendTo(
    peer: Peer,
    tick: number,
    baseline: number,
    before: number,
    hasBody: boolean,
    longest: number,
  ): void {
    const { stats } = this.#source
    const writer = WRITER
    this.#setHead(peer, tick, baseline, hasBody)
    writeSnapshotHead(writer, this.#head)
    const { entities } = peer.owner
    for (let i = 0; i < entities.length; i++) this.#writeOwn(writer, entities[i]!, baseline)
    writer.align()
    if (hasBody) {
      const body = this.#bodyFor(peer, tick, baseline, before, longest, writer.byteLength)
      copyBytes(writer, body.bytes, 0, body.byteLength)
    } else {
      this.#views?.repeat(peer)
      peer.congestion.wholeBytes = writer.byteLength
    }
    stats.packetsOut++
    stats.bytesOut += writer.byteLength
    peer.allowance?.spend(writer.byteLength)
    peer.noteSent(tick, baseline, hasBody)
    peer.congestion.sentSnapshot(peer.sent.next - 1, writer.byteLength)
    peer.link.send(writer.view())
  }

  /**
   * A body that others get too, if the client sees and hears what they do and the body is not too long; else one of its
   * own.
   */
  #bodyFor(
    peer: Peer,
    tick: number,
    baseline: number,
    before: number,
    longest: number,
    headBytes: number,
  ): BitWriter {
    const { allowance, congestion, lastPartialTick } = peer
    const most = longestOf(peer) - headBytes
    const room = Math.max(0, Math.min(longest, allowance?.at(tick) ?? NO_LIMIT) - headBytes)
    const seesAll = this.#views?.visibility.look(tick, peer) ?? true
    const earlier = beforeOf(peer, tick, before)
    // Of those that there are, the last is the oldest.
    const oldest = earlier >= 0 ? earlier : before >= 0 ? before : baseline
    const holdsAll = oldest < 0 || oldest > lastPartialTick
    const hearsAsAll = baseline >= peer.lastPrivateTick
    if (seesAll && holdsAll && hearsAsAll) {
      const body = this.#bodies.of(tick, baseline, before, earlier, peer.tables?.version ?? 0)
      congestion.wholeBytes = headBytes + body.byteLength
      if (body.byteLength <= room) {
        // A view that goes on after that begins anew all the same.
        if (peer.view && tick - peer.view.tick >= HISTORY_TICKS) peer.view = null
        return body
      }
    }
    peer.view ??= new PeerView()
    const views = this.#madeViews
    views.begin(tick)
    const body = views.of(peer, seesAll, baseline, before, room, most)
    congestion.wholeBytes = headBytes + views.wholeBytes
    return body
  }

  get #madeViews(): Views {
    this.#views ??= new Views(this.#source, this.times, this.#bodies.coding)
    return this.#views
  }

  #setHead(peer: Peer, tick: number, baseline: number, hasBody: boolean): void {
    const head = this.#head
    const { inbox, time, link, messages } = peer
    const subTicks = tick * this.#source.game.sendSubTicks
    const isOrdered = link.kind === 'ordered'
    const sequence = peer.sent.note(tick, this.nowMs)
    head.sequence = isOrdered ? -1 : sequence
    head.distance = baseline < 0 ? 0 : tick - baseline
    head.tick = isOrdered && baseline >= 0 ? -1 : tick & 0xffff
    head.isGapless = !peer.hasSkipped
    head.isQuiet = !hasBody
    head.place = peer.tables ? placeOf(peer.tables.version) : -1
    head.inputAck = inbox.received > 0 || inbox.applied > 0 ? inbox.applied & 0xffff : -1
    head.waiting = Math.max(-LONG_AGO, inbox.received - inbox.applied)
    head.timedAge = subTicks - peer.newestArrival
    head.arrivals = time instanceof TickTime ? time.tell(head.sooner) : -1
    head.tellsTaken = inbox.tellTaken(head.taken)
    if (messages.received !== peer.messagesTold) {
      peer.messagesTold = messages.received
      peer.messagesTick = tick
    }
    head.messageAck = baseline < peer.messagesTick ? messages.received & 0xffff : -1
    const { epochs } = time
    const stamp = epochs.stampOf(epochs.from)
    head.epochFrom = baseline < peer.epochTick ? epochs.from & 0xffff : -1
    head.epochStamp = stamp - subTicks
    head.epochHeld = epochs.timeOf(epochs.from) - stamp
    head.owned = peer.owner.entities.length
  }

  #writeOwn(writer: BitWriter, entity: Entity, baseline: number): void {
    const { schema } = entity.kind
    const which = schema.privateColumns
    const { own, fine } = entity
    const base = own && baseline >= 0 ? own.find(baseline) : -1
    const isNew = own ? base < 0 : entity.ownTick > baseline
    writer.small(entity.slot)
    writer.flag(isNew)
    if (isNew) {
      writer.write(entity.generation, 8)
      writer.write(entity.kind.index, 8)
      writeWhole(writer, schema, which, 'fine', fine)
    } else if (own) writeChanged(writer, schema, which, 'fine', fine, own.rows, base)
  }
}

/** The most bytes that any snapshot for a client may take. */
function longestOf({ link, allowance }: Peer): number {
  const longest = link.kind === 'datagram' ? DATAGRAM_BYTES : NO_LIMIT
  return Math.min(longest, allowance?.most ?? NO_LIMIT)
}

/** The oldest network tick that any body is still coded against, or between. */
function oldestNeeded(peers: readonly Peer[], tick: number): number {
  let oldest = tick
  for (let i = 0; i < peers.length; i++) oldest = Math.min(oldest, peers[i]!.oldestNeeded)
  return Math.max(oldest, tick - HISTORY_TICKS)
}

/** What the snapshot of `told` was coded against, if that is known at network tick `tick`; -1: nothing. */
function beforeOf(peer: Peer, tick: number, told: number): number {
  const before = told < 0 ? -1 : peer.baselineOf(told)
  return tick - before < HISTORY_TICKS ? before : -1
}

/** What the snapshot of network tick `tick` is coded against for a client; -1: nothing. */
function baselineOf(peer: Peer, tick: number): number {
  const { view, lastPartialTick, lastSentTick, link } = peer
  // As a small integer: V8 boxes what may be any number.
  const baseline = peer.baseline | 0
  if (baseline < 0 || tick - baseline >= HISTORY_TICKS) return -1
  const wasOwn = view !== null && view.tick === lastSentTick
  // Until it is known that the client has let go of what it should not hold, only a complete snapshot says so.
  if (wasOwn) return view.forgets && link.kind === 'datagram' ? -1 : baseline
  // What a partial one told of is no longer known once others have followed that told of everything.
  return baseline > lastPartialTick ? baseline : -1
}
