import type { DisconnectReason } from '../../base/error.ts'
import { GrowingRing } from '../../base/growing-ring.ts'
import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import { type AckSink, ReceivedPackets, SentPackets } from '../../link/acks.ts'
import type { Link } from '../../link/link.ts'
import { Messages } from '../../link/messages.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import type { ResumeKey } from '../../wire/packets/handshake.ts'
import { PlayerTimeline } from '../../wire/records/player-timeline.ts'
import type { Authority, Client, PlayerInputs } from '../authority/authority.ts'
import type { InputGuard } from '../authority/budget.ts'
import { InputBuffer, type InputCounts } from '../authority/input-buffer.ts'
import { InputRate } from '../authority/input-rate.ts'
import type { Budget, Interest } from '../interest/interest.ts'
import { EVERYWHERE, Look } from '../interest/look.ts'
import { type Place, SILENT_MS } from '../players/away-players.ts'
import type { FloodGuard } from '../players/flood-guard.ts'
import type { Entity } from '../world/entity.ts'
import type { Owner } from '../world/owners.ts'
import type { Player } from '../world/world.ts'
import { ByteAllowance } from './byte-allowance.ts'
import { Congestion, SOCKET_FULL_BYTES } from './congestion.ts'
import type { PeerTables } from './peer-tables.ts'
import type { PeerView } from './peer-view.ts'

/** If packets come without a new input for this long, the room moves the player; and the same for a player at rest. */
const NOTHING_NEW_MS: Ms = 500
const RESTING_MS: Ms = 800

/** How long a connection may stand still, or a socket be full, before it ends. */
const TOO_SLOW_MS: Ms = 10_000

/** What a connection is told whose player is at another one. */
export const GOES_ON = 'this player goes on at another connection'

/** What a room lends its peers. */
export interface PeerRoom {
  readonly game: AnyGame
  readonly rules: { readonly interest?: Interest | undefined; readonly budget?: Budget | undefined }
  readonly authority: Authority
  readonly stats: InputCounts
}

/** A connection that begins. */
export interface Joining {
  readonly link: Link
  readonly owner: Owner
  /** The moment that WELCOME names, in the room's time: the present, or later if the player's own time had gone further. */
  readonly now: SubTick
  readonly nowMs: Ms
  /** See `Peer.order`. */
  readonly order: number
}

/** Everything a room keeps of one player's connection: begins with its WELCOME and ends with it. */
export class Peer implements Place, Client, AckSink {
  readonly player: Player
  readonly resumeKey: ResumeKey
  readonly inputBuffer: InputBuffer
  readonly guard: InputGuard
  readonly flood: FloodGuard
  /** What the room's authority makes of what comes into the inputBuffer. */
  readonly inputs: PlayerInputs
  readonly messages: Messages
  readonly received: ReceivedPackets = new ReceivedPackets()
  readonly sent: SentPackets
  /** What the connection may be given. */
  readonly congestion: Congestion
  /** What it owns: what its inputs move, and what the owner block tells of. */
  readonly owner: Owner
  readonly link: Link
  /** The place of the link in the order in which links were accepted. */
  readonly order: number
  isOpen = true
  /** When the last packet came. */
  heardAtMs: Ms
  newestArrival: SubTick = 0
  isRestSaid = false
  /** The first network tick that tells of the newest epoch, until that is acknowledged; -1: none. */
  epochTick = -1
  /** The network tick of the last snapshot sent; what an ordered link counts as acknowledged. -1: none. */
  lastSentTick = -1
  /** The first network tick of the latest run of snapshots with nothing new; -1: the last one had news. */
  quietTick = -1
  /** Whether a snapshot with news has not been sent since the last one. */
  hasSkipped = false
  /** The network tick of the last snapshot that did not tell of everything there is; -1: none. */
  lastPartialTick = -1
  /** Nothing up to this network tick is coded against any more: the client could not read something. -1: none. */
  anewAfterTick = -1
  /** The newest network tick with an event that is for this player, and not for everybody who sees everything; -1: none. */
  lastPrivateTick = -1
  /** Where the player looks from. */
  readonly look: Look
  /** The client's view, from the first body on that it alone was sent. */
  view: PeerView | null = null
  /** Which tables the client has; null if the coding has none, or if nobody has asked yet. */
  tables: PeerTables | null = null
  /** What snapshots may take; null: as much as they like. */
  readonly allowance: ByteAllowance | null
  /** What others are told of the player's own time, and how far behind it usually is. */
  readonly timeline: PlayerTimeline
  usualSteps = 0
  /** The last message that a snapshot told of as received, and the first network tick that did. */
  messagesTold = 0
  messagesTick = -1
  /** The client's moment on display; -1 before it shows anything. */
  viewSubTicks: SubTick = -1
  /** How far ahead of that it shows each player that it has told of. */
  readonly viewLeads: Map<number, SubTick> = new Map()
  /** For each of the last snapshots: its network tick, and what it was coded against. */
  readonly #baselines = new GrowingRing(HISTORY_TICKS)
  /** The network tick of the first snapshot since `anewAfterTick`; -1: none. */
  #firstTick = -1
  /** When the newest input came, and how fast input ids run. */
  #newInputAtMs: Ms
  readonly #inputRate: InputRate
  /** Since when the socket has been full; NaN: it is not. */
  #fullSinceMs: Ms = Number.NaN

  constructor(
    { game, rules, authority, stats }: PeerRoom,
    { player, resumeKey, guard, flood }: Place,
    { link, owner, now, nowMs, order }: Joining,
  ) {
    this.player = player
    this.owner = owner
    this.link = link
    this.order = order
    this.resumeKey = resumeKey
    this.congestion = new Congestion(link.kind, nowMs)
    this.inputBuffer = new InputBuffer(game, link.kind, stats)
    this.look = rules.interest ? new Look() : EVERYWHERE
    this.guard = guard
    this.flood = flood
    this.messages = new Messages(link.kind)
    this.sent = new SentPackets(link.kind)
    const { bytesPerSecond = Infinity } = rules.budget ?? {}
    const ticksPerSecond = (game.stepHz * SUBTICKS_PER_STEP) / game.sendSubTicks
    this.allowance =
      bytesPerSecond < Infinity ? new ByteAllowance(bytesPerSecond / ticksPerSecond) : null
    this.timeline = new PlayerTimeline(player.id)
    this.heardAtMs = nowMs
    this.#newInputAtMs = nowMs
    this.#inputRate = new InputRate(game.stepMs, nowMs)
    this.sent.sink = this
    this.inputs = authority.admit(this, now)
  }

  /** The network tick that bodies for this client are coded against; -1 for none. */
  get baseline(): number {
    const baseline = this.link.kind === 'ordered' ? this.lastSentTick : this.sent.newestAcked
    return baseline > this.anewAfterTick ? baseline : -1
  }

  /** The player's own time of its newest state. */
  get stamp(): SubTick {
    return this.inputs.stamp
  }

  get toldStamp(): SubTick {
    return this.inputs.toldStamp
  }

  get moveTime(): SubTick {
    return this.inputs.moveTime
  }

  /** `count` new inputs have come. `isRestSaid`: the client says with them that it is at rest. */
  inputsCame(count: number, isRestSaid: boolean, arrival: SubTick, nowMs: Ms): void {
    this.newestArrival = arrival
    this.#newInputAtMs = nowMs
    this.isRestSaid = isRestSaid
    if (this.#inputRate.take(count, nowMs)) this.inputs.came(arrival, nowMs)
    else this.inputs.restart(arrival)
  }

  /**
   * Whether the client makes no new inputs: its packets have had none for 500 ms (2 s if none has ever come), or no packet
   * has come for 2 s.
   */
  isQuiet(nowMs: Ms): boolean {
    if (nowMs - this.heardAtMs >= SILENT_MS) return true
    const mostMs = this.isRestSaid ? RESTING_MS : NOTHING_NEW_MS
    return (
      this.heardAtMs - this.#newInputAtMs >= (this.inputBuffer.received === 0 ? SILENT_MS : mostMs)
    )
  }

  isResting(nowMs: Ms): boolean {
    return this.isRestSaid && !this.isQuiet(nowMs)
  }

  /** The room leaves time out: nobody was silent meanwhile. */
  leaveOut(ms: Ms): void {
    this.heardAtMs += ms
    this.#newInputAtMs += ms
    this.sent.leaveOut(ms)
    this.congestion.leaveOut(ms)
  }

  /** Whether an entity was in view in the newest snapshot. */
  hadInView({ slot, id }: Entity): boolean {
    const { view, lastSentTick } = this
    if (!view || view.tick !== lastSentTick) return lastSentTick > this.lastPartialTick
    return view.seen.has(slot) && view.ids[slot] === id
  }

  /** What the snapshot of network tick `tick`, a baseline or a later one, was coded against; -1: nothing. */
  baselineOf(tick: number): number {
    const { values } = this.#baselines
    const at = this.#baselines.at(tick)
    return values[at] === tick ? values[at + 1]! | 0 : -1
  }

  /**
   * The oldest network tick whose states may still serve bodies for this client, as a baseline or between baselines;
   * Infinity: none. It only grows, until all that was sent is given up.
   */
  get oldestNeeded(): number {
    if (this.#firstTick < 0) return Number.POSITIVE_INFINITY
    const { view, lastSentTick } = this
    const oldest = this.#codedAgainst(this.#codedAgainst(this.baseline))
    return view && view.tick === lastSentTick ? Math.min(oldest, view.oldestHeld) : oldest
  }

  /**
   * The oldest network tick that the snapshot of `tick`, or any after it, was coded against. Snapshots under way on a
   * datagram link together with a complete one may be coded against any before it.
   */
  #codedAgainst(tick: number): number {
    const baseline = tick < 0 ? -1 : this.baselineOf(tick)
    if (baseline >= 0) return baseline
    return tick >= 0 && this.link.kind === 'ordered' ? tick : this.#firstTick
  }

  /**
   * Notes that a snapshot of network tick `tick` was sent, coded against `baseline`. Without a body it had nothing new to
   * tell.
   */
  noteSent(tick: number, baseline: number, hasBody: boolean): void {
    if (hasBody) this.quietTick = -1
    else if (this.quietTick < 0) this.quietTick = tick
    this.hasSkipped = false
    if (this.#firstTick < 0) this.#firstTick = tick
    // Callers also ask what the baseline's own baseline was coded against.
    const at = this.#baselines.claim(tick, this.#codedAgainst(this.baseline))
    this.#baselines.values[at] = tick
    this.#baselines.values[at + 1] = baseline
    this.lastSentTick = tick
  }

  /** The client took in a packet that was noted with this: a network tick, a part of tables (below -1), or -1. */
  acked(noted: number): void {
    if (noted >= 0) this.view?.acked(noted)
    else if (noted < -1) this.tables?.acked(-2 - noted)
  }

  /** Codes nothing against what was sent so far: the next snapshot is complete, and tables are sent anew. */
  beginAnew(): void {
    this.anewAfterTick = this.lastSentTick
    this.#firstTick = -1
    this.tables = null
    if (this.view) this.view.tick = -1
  }

  /**
   * Network tick `tick` begins: judges the connection, and takes where the player's own time stands. Whether an epoch
   * begins.
   */
  keepTime(tick: number, nowMs: Ms): boolean {
    this.congestion.judge(nowMs)
    const isEpoch = this.inputs.keepTime(tick, nowMs, this.sent.rttMs)
    if (isEpoch) this.epochTick = tick
    return isEpoch
  }

  /** Whether the link's own buffer holds so much that nothing more should be put into it. */
  get isFull(): boolean {
    return this.link.bufferedBytes > SOCKET_FULL_BYTES
  }

  /**
   * Whether the connection takes nothing: the socket has been full for 10 s, or packets come while no acknowledgement
   * has moved for so long. Once a network tick.
   */
  isTooSlow(nowMs: Ms): boolean {
    if (!this.isFull) this.#fullSinceMs = Number.NaN
    else if (Number.isNaN(this.#fullSinceMs)) this.#fullSinceMs = nowMs
    const stalledMs = this.congestion.stalledMs(this.heardAtMs)
    return stalledMs > TOO_SLOW_MS || nowMs - this.#fullSinceMs > TOO_SLOW_MS
  }
}

/** Why a peer's packet was not taken; null when it was. */
export type Offence = DisconnectReason | null
