import { type Ms, SUBTICKS_PER_STEP } from '../../base/units.ts'
import { DATAGRAM_BYTES } from '../../link/datagram-link.ts'
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
import { Repeats } from './repeats.ts'
import { RoomTables } from './room-tables.ts'
import { type CodedBody, emptyPlan, type SnapshotPlan } from './snapshot-plan.ts'
import type { ToldRoom } from './told-room.ts'
import { Views } from './views.ts'

const NO_TABLES = /* @__PURE__ */ new Uint8Array(0)

/** Scratch of `Snapshots.#sendTo` for all rooms of the process. No room needs it from one packet to the next. */
const WRITER = /* @__PURE__ */ new BitWriter()

/** A room whose snapshots are sent. Its list is in the order of joining. */
interface SnapshotRoom extends ToldRoom, OwnerTimes {
  readonly peerList: readonly Peer[]
}

/**
 * Codes and sends the snapshots of a network tick: a head of each client's own, and a body that clients share. Creates no
 * object in steady state.
 */
export class Snapshots {
  /** What clients are told of the players' own times. */
  readonly times: PlayerTimes
  readonly #tables: RoomTables | null
  readonly #source: SnapshotRoom
  readonly #heads: Heads
  readonly #bodies: Bodies
  readonly #news: News
  readonly #repeats: Repeats
  /** Codes bodies for one client alone. Made when the first such body, or a player's point of view, is needed. */
  #views: Views | null = null
  readonly #plan = emptyPlan()

  /** `quietTicks`: most network ticks between two snapshots for a client. */
  constructor(source: SnapshotRoom, quietTicks: number) {
    this.#source = source
    this.#heads = new Heads(source.game)
    this.times = new PlayerTimes(source)
    const coding = source.game.definition.coding as Coding | undefined
    this.#bodies = new Bodies(source, this.times, coding ?? packed)
    const { tables } = this.#bodies.coding
    this.#tables = tables && new RoomTables(tables, source.stats)
    this.#repeats = new Repeats(source.stats, source.game.sendSubTicks / SUBTICKS_PER_STEP)
    this.#news = new News(source, this.times, this.#bodies.coding, quietTicks)
  }

  /** The bytes of the tables that the coding has learned last. Replaced when it learns more, and never written to. */
  get learned(): Uint8Array {
    return this.#tables?.bytes ?? NO_TABLES
  }

  /** Sends a snapshot of network tick `tick` to every client that it has news for and whose connection has room. */
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
    // Backwards, because a link may end while it is sent to.
    for (let i = peerList.length - 1; i >= 0; i--) {
      const peer = peerList[i]
      if (!peer) continue
      if (!peer.isFull) this.#tables?.send(peer, nowMs)
      this.#sendIfDue(peer, tick, nowMs)
    }
  }

  /** Sends those of the last network tick once more that their clients may have lost. */
  repeat(nowMs: Ms): void {
    this.#repeats.send(nowMs)
  }

  #sendIfDue(peer: Peer, tick: number, nowMs: Ms): void {
    const plan = this.#plan
    plan.tick = tick
    plan.nowMs = nowMs
    plan.baseline = chooseBaseline(peer, tick)
    plan.before = knownBaselineOf(peer, plan.baseline, tick)
    plan.earlier = knownBaselineOf(peer, plan.before, tick)
    plan.hasBody = this.#news.isInBody(peer, plan.baseline, plan.before)
    if (!this.#news.isDue(peer, plan)) return
    const mostBytes = mostBytesOf(peer)
    // Not in a function of its own, because its result would be a boxed number.
    const bytesNow = peer.isFull ? 0 : peer.congestion.snapshotRoom(mostBytes, nowMs)
    plan.mostBytes = Math.min(mostBytes, bytesNow)
    if (plan.mostBytes > 0) this.#sendTo(peer, plan)
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
    stats.snapshotsSent++
    stats.bytesOut += byteLength
    peer.allowance?.spend(byteLength)
    peer.noteSent(plan.tick, plan.baseline, plan.hasBody)
    peer.congestion.sentSnapshot(peer.sent.next - 1, byteLength, wholeBytes, plan.nowMs)
    const bytes = writer.view()
    if (plan.hasBody) this.#repeats.keep(peer, bytes, plan.nowMs)
    peer.link.send(bytes)
  }

  /** Returns the body that clients share, if it suits this client and fits, or else one of its own. */
  #bodyFor(peer: Peer, plan: SnapshotPlan, headBytes: number): CodedBody {
    const { tick } = plan
    const allowedBytes = peer.allowance?.at(tick) ?? Infinity
    const bytesLeft = Math.max(0, Math.min(plan.mostBytes, allowedBytes) - headBytes)
    if (this.#canShare(peer, plan)) {
      const shared = this.#bodies.of(plan, peer.tables?.version ?? 0)
      if (shared.wholeBytes <= bytesLeft) {
        // A view that goes on after so long would begin anew all the same.
        if (peer.view && tick - peer.view.tick >= HISTORY_TICKS) peer.view = null
        return shared
      }
    }
    peer.view ??= new PeerView()
    const views = this.#madeViews
    views.begin(tick)
    return views.of(peer, plan, bytesLeft, mostBytesOf(peer) - headBytes)
  }

  /** Whether the shared body suits a client: it sees all, hears nothing private, and holds all that the body builds on. */
  #canShare(peer: Peer, { tick, baseline, before, earlier }: SnapshotPlan): boolean {
    const seesAll = this.#views?.visibility.look(tick, peer) ?? true
    const hearsNothingPrivate = baseline >= peer.lastPrivateTick
    // The last of these that exists is the oldest.
    const oldest = earlier >= 0 ? earlier : before >= 0 ? before : baseline
    const holdsAll = oldest < 0 || oldest > peer.lastPartialTick
    return seesAll && hearsNothingPrivate && holdsAll
  }

  get #madeViews(): Views {
    this.#views ??= new Views(this.#source, this.times, this.#bodies.coding)
    return this.#views
  }
}

/** Returns the most bytes that any snapshot for a client may take. */
function mostBytesOf({ link, allowance }: Peer): number {
  const mostBytes = link.kind === 'datagram' ? DATAGRAM_BYTES : Infinity
  return Math.min(mostBytes, allowance?.most ?? Infinity)
}

/** Returns the oldest network tick that any body is still coded against, or between. */
function oldestNeeded(peers: readonly Peer[], tick: number): number {
  let oldest = tick
  for (let i = 0; i < peers.length; i++) oldest = Math.min(oldest, peers[i]!.oldestNeeded)
  return Math.max(oldest, tick - HISTORY_TICKS)
}

/** Returns the baseline that the snapshot of `sentTick` had, if it is still known at network tick `tick`; -1: none. */
function knownBaselineOf(peer: Peer, sentTick: number, tick: number): number {
  const baseline = peer.baselines.of(sentTick)
  return tick - baseline < HISTORY_TICKS ? baseline : -1
}

/** Chooses the baseline for a client's snapshot of network tick `tick`; -1: none. */
function chooseBaseline(peer: Peer, tick: number): number {
  const { view, lastPartialTick, baselines, link } = peer
  // A whole number, because each entity is compared with it, and what is noted of packets may be any number.
  const baseline = baselines.newest | 0
  if (baseline < 0 || tick - baseline >= HISTORY_TICKS) return -1
  const wasOwn = view !== null && view.tick === baselines.lastSentTick
  // Until the client is known to have dropped what it should not hold, only a complete snapshot tells it to.
  if (wasOwn) return view.forgets && link.kind === 'datagram' ? -1 : baseline
  // What a partial snapshot told is no longer known once snapshots that told of everything have followed.
  return baseline > lastPartialTick ? baseline : -1
}
