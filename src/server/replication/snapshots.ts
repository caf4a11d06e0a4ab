import type { Ms } from '../../base/units.ts'
import { BitWriter } from '../../wire/bits.ts'
import type { Coding } from '../../wire/coding/coding.ts'
import { packed } from '../../wire/coding/packed-ends.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import { copyBytes } from '../../wire/records/room-bits.ts'
import type { Peer } from '../connection/peer.ts'
import { PeerView } from '../connection/peer-view.ts'
import { decideHearers } from '../interest/hearing.ts'
import type { OwnerTimes } from '../world/owners.ts'
import { Bodies } from './bodies.ts'
import { Heads } from './heads.ts'
import { News } from './news.ts'
import { PlayerTimes } from './player-times.ts'
import { RoomTables } from './room-tables.ts'
import { type CodedBody, emptyPlan, type SnapshotPlan } from './snapshot-plan.ts'
import type { ToldRoom } from './told-room.ts'
import { Views } from './views.ts'

const NO_TABLES = /* @__PURE__ */ new Uint8Array(0)
/** The longest snapshot on a datagram link: what is longer would be cut into pieces on many a way, of which none may be lost. */
const DATAGRAM_BYTES = 1200

/** Scratch of `Snapshots.#sendTo` for all rooms of the process: no room needs it between two packets. */
const WRITER = /* @__PURE__ */ new BitWriter()

/** A room whose snapshots are sent; the list is in the order of joining. */
interface SnapshotRoom extends ToldRoom, OwnerTimes {
  readonly peerList: readonly Peer[]
}

/**
 * Codes and sends the snapshots of a network tick: a head of each client's own, and a body that clients share. Creates no
 * object in steady state.
 */
export class Snapshots {
  /** What is told of the players' own time. */
  readonly times: PlayerTimes
  readonly #tables: RoomTables | null
  readonly #source: SnapshotRoom
  readonly #heads: Heads
  readonly #bodies: Bodies
  readonly #news: News
  /** Codes bodies for one client alone. Made when the first such body, or a player's point of view, is needed. */
  #views: Views | null = null
  readonly #plan = emptyPlan()

  /** `quietTicks`: how many network ticks apart the snapshots for a client are at most. */
  constructor(source: SnapshotRoom, quietTicks: number) {
    this.#source = source
    this.#heads = new Heads(source.game)
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

  /** Sends a snapshot of network tick `tick` to every client for whom it has news and whose connection has room. */
  send(tick: number, nowMs: Ms): void {
    const { peerList, entities, events } = this.#source
    const oldest = oldestNeeded(peerList, tick)
    entities.gather(tick, this.#source, oldest)
    events.prune(tick)
    this.times.take(tick, oldest)
    this.#bodies.begin(tick)
    this.#tables?.begin()
    const views = this.#source.rules.interest ? this.#madeViews : this.#views
    views?.begin(tick)
    decideHearers(this.#source, tick, views?.visibility ?? null)
    this.#news.begin(tick, views)
    // Backwards, for a link may end while it is sent to.
    for (let i = peerList.length - 1; i >= 0; i--) {
      const peer = peerList[i]
      if (!peer) continue
      if (!peer.isFull) this.#tables?.send(peer, nowMs)
      this.#sendIfDue(peer, tick, nowMs)
    }
  }

  #sendIfDue(peer: Peer, tick: number, nowMs: Ms): void {
    const plan = this.#plan
    plan.tick = tick
    plan.nowMs = nowMs
    plan.baseline = baselineOf(peer, tick)
    plan.before = beforeOf(peer, tick, plan.baseline)
    plan.hasBody = this.#news.isInBody(peer, plan.baseline, plan.before)
    if (!this.#news.isDue(peer, plan)) return
    const longest = longestOf(peer)
    const room = peer.isFull ? 0 : peer.congestion.snapshotRoom(longest, nowMs)
    plan.longest = Math.min(longest, room)
    if (room > 0) this.#sendTo(peer, plan)
    else {
      this.#source.stats.snapshotsSkipped++
      peer.hasSkipped = true
    }
  }

  #sendTo(peer: Peer, plan: SnapshotPlan): void {
    const { stats } = this.#source
    const writer = WRITER
    this.#heads.write(writer, peer, plan)
    let wholeBytes = writer.byteLength
    if (plan.hasBody) {
      const body = this.#bodyFor(peer, plan, wholeBytes)
      wholeBytes += body.wholeBytes
      copyBytes(writer, body.writer.bytes, 0, body.writer.byteLength)
    } else this.#views?.repeat(peer)
    const { byteLength } = writer
    stats.packetsOut++
    stats.bytesOut += byteLength
    peer.allowance?.spend(byteLength)
    peer.noteSent(plan.tick, plan.baseline, plan.hasBody)
    peer.congestion.sentSnapshot(peer.sent.next - 1, byteLength, wholeBytes, plan.nowMs)
    peer.link.send(writer.view())
  }

  /**
   * A body that others get too, if the client sees and hears what they do and the body is not too long; else one of its
   * own. `headBytes`: what comes before it.
   */
  #bodyFor(peer: Peer, plan: SnapshotPlan, headBytes: number): CodedBody {
    const { allowance, lastPartialTick } = peer
    const { tick, baseline, before, longest } = plan
    const most = longestOf(peer) - headBytes
    const room = Math.max(0, Math.min(longest, allowance?.at(tick) ?? Infinity) - headBytes)
    const seesAll = this.#views?.visibility.look(tick, peer) ?? true
    const earlier = beforeOf(peer, tick, before)
    // Of those that there are, the last is the oldest.
    const oldest = earlier >= 0 ? earlier : before >= 0 ? before : baseline
    const holdsAll = oldest < 0 || oldest > lastPartialTick
    const hearsAsAll = baseline >= peer.lastPrivateTick
    if (seesAll && holdsAll && hearsAsAll) {
      const body = this.#bodies.of(plan, earlier, peer.tables?.version ?? 0)
      if (body.wholeBytes <= room) {
        // A view that goes on after that begins anew all the same.
        if (peer.view && tick - peer.view.tick >= HISTORY_TICKS) peer.view = null
        return body
      }
    }
    peer.view ??= new PeerView()
    const views = this.#madeViews
    views.begin(tick)
    return views.of(peer, plan, room, most)
  }

  get #madeViews(): Views {
    this.#views ??= new Views(this.#source, this.times, this.#bodies.coding)
    return this.#views
  }
}

/** The most bytes that any snapshot for a client may take. */
function longestOf({ link, allowance }: Peer): number {
  const longest = link.kind === 'datagram' ? DATAGRAM_BYTES : Infinity
  return Math.min(longest, allowance?.most ?? Infinity)
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
  // Each entity is compared with it, as a whole number: what is noted of packets may be any.
  const baseline = peer.baseline | 0
  if (baseline < 0 || tick - baseline >= HISTORY_TICKS) return -1
  const wasOwn = view !== null && view.tick === lastSentTick
  // Until it is known that the client has let go of what it should not hold, only a complete snapshot says so.
  if (wasOwn) return view.forgets && link.kind === 'datagram' ? -1 : baseline
  // What a partial one told of is no longer known once others have followed that told of everything.
  return baseline > lastPartialTick ? baseline : -1
}
