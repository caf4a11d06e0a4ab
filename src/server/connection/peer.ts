import type { DisconnectReason } from '../../base/error.ts'
import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import { type AckSink, ReceivedPackets, SentPackets } from '../../link/acks.ts'
import { type Link, SOCKET_FULL_BYTES } from '../../link/link.ts'
import type { Messages } from '../../link/messages.ts'
import type { PacketCopy } from '../../link/packet-copy.ts'
import type { ResumeKey } from '../../wire/packets/handshake.ts'
import type { PlayerTimeline } from '../../wire/records/player-timeline.ts'
import type { PlayerInputs } from '../authority/authority.ts'
import type { InputBuffer } from '../authority/input-buffer.ts'
import type { Budget, Interest } from '../interest/interest.ts'
import { EVERYWHERE, Look } from '../interest/look.ts'
import type { FloodGuard } from '../players/flood-guard.ts'
import type { Place } from '../players/place.ts'
import type { Entity } from '../world/entity.ts'
import type { Owner } from '../world/owners.ts'
import type { Player } from '../world/world.ts'
import { Baselines } from './baselines.ts'
import { ByteAllowance } from './byte-allowance.ts'
import { Congestion } from './congestion.ts'
import type { PeerTables } from './peer-tables.ts'
import type { PeerView } from './peer-view.ts'
import { Repeating } from './repeating.ts'
import { ShownMoments, type ShownRoom } from './shown-moments.ts'

/** How long a connection may stand still, or a socket be full, before the room ends it. */
const TOO_SLOW_MS: Ms = 10_000

/** The detail of `replaced`, for the old connection of a player who has a new one. */
export const GOES_ON = 'this player has another connection now'

/** What a peer needs of its room. */
export interface PeerRoom extends ShownRoom {
  readonly game: AnyGame
  readonly rules: { readonly interest?: Interest | undefined; readonly budget?: Budget | undefined }
}

/** A new connection. */
export interface Joining {
  readonly link: Link
  readonly nowMs: Ms
  /** See `Peer.order`. */
  readonly order: number
  readonly start: Start
}

/** Where a connection begins, as WELCOME says: see `Welcome`. */
export interface Start {
  /** The present in the room's time, or later if the player's own time had gone further. */
  readonly now: SubTick
  readonly messages: number
  readonly received: number
}

/** Everything that a room keeps of one player's connection, from its WELCOME to its end. */
export class Peer implements AckSink {
  readonly place: Place
  readonly received: ReceivedPackets = new ReceivedPackets()
  readonly sent: SentPackets
  /** The snapshots that later ones may be coded against. */
  readonly baselines: Baselines
  /** Limits how much may be under way. */
  readonly congestion: Congestion
  /** Whether snapshots are sent twice, and the one that is to be sent again; null: there was none yet. */
  readonly repeating: Repeating = new Repeating()
  copy: PacketCopy | null = null
  readonly link: Link
  /** The place of the link among those accepted. */
  readonly order: number
  readonly start: Start
  isOpen = true
  /** How far behind the newest data the client shows others, as it last reported; NaN: it has not. */
  reportedDelayMs: Ms = Number.NaN
  /** The first network tick that tells of the newest epoch, until the client acknowledges it; -1: none. */
  epochTick = -1
  /** The first network tick of the latest run of snapshots with nothing new; -1: the last one had news. */
  quietTick = -1
  /** Whether a snapshot with news has been skipped since the last one sent. */
  hasSkipped = false
  /** The network tick of the last snapshot that told of a part only; -1: none. */
  lastPartialTick = -1
  /** The newest network tick with a private event for this player, see `RoomEvent.isPrivate`; -1: none. */
  lastPrivateTick = -1
  /** Where the player looks from. */
  readonly look: Look
  /** The client's view, since the first body that was sent to this client alone. */
  view: PeerView | null = null
  /** Which tables the client has; null if the coding has none, or none was needed yet. */
  tables: PeerTables | null = null
  /** Limits the bytes of snapshots; null: no limit. */
  readonly allowance: ByteAllowance | null
  /** How far behind the room's time the player's own time usually is. */
  usualSteps = 0
  /** The last message that a snapshot acknowledged, and the first network tick that did. */
  messagesTold = 0
  messagesTick = -1
  /** The moments that the client shows. */
  readonly shown: ShownMoments
  /** Since when the socket has been full; NaN: it is not. */
  #fullSinceMs: Ms = Number.NaN
  readonly #sendMs: Ms
  /** When the client last reported corrections, and how many more there could have been until then. */
  #reportedAtMs: Ms
  #unreported = 0

  constructor(room: PeerRoom, place: Place, { link, nowMs, order, start }: Joining) {
    const { game, rules } = room
    this.place = place
    this.link = link
    this.order = order
    this.start = start
    this.#sendMs = game.sendMs
    this.#reportedAtMs = nowMs
    this.congestion = new Congestion(link.kind, nowMs)
    this.look = rules.interest ? new Look() : EVERYWHERE
    this.shown = new ShownMoments(room)
    this.sent = new SentPackets(link.kind)
    this.baselines = new Baselines(link.kind, this.sent)
    const { bytesPerSecond = Infinity } = rules.budget ?? {}
    const ticksPerSecond = (game.stepHz * SUBTICKS_PER_STEP) / game.sendSubTicks
    this.allowance =
      bytesPerSecond < Infinity ? new ByteAllowance(bytesPerSecond / ticksPerSecond) : null
    this.sent.sink = this
  }

  get player(): Player {
    return this.place.player
  }

  get resumeKey(): ResumeKey {
    return this.place.resumeKey
  }

  get owner(): Owner {
    return this.place.owner
  }

  get flood(): FloodGuard {
    return this.place.flood
  }

  get inputBuffer(): InputBuffer {
    return this.place.inputBuffer
  }

  get inputs(): PlayerInputs {
    return this.place.inputs
  }

  get messages(): Messages {
    return this.place.messages
  }

  get timeline(): PlayerTimeline {
    return this.place.timeline
  }

  /** The player's own time at its newest state. */
  get stamp(): SubTick {
    return this.inputs.stamp
  }

  get toldStamp(): SubTick {
    return this.inputs.toldStamp
  }

  /** Leaves time out, as the room does: no client was silent meanwhile. */
  leaveOut(ms: Ms, steps: number): void {
    this.place.leaveOut(ms, steps)
    this.sent.leaveOut(ms)
    this.congestion.leaveOut(ms)
  }

  /** Whether an entity was in view in the newest snapshot. */
  hadInView({ slot, id }: Entity): boolean {
    const { view } = this
    const { lastSentTick } = this.baselines
    if (!view || view.tick !== lastSentTick) return lastSentTick > this.lastPartialTick
    return view.seen.has(slot) && view.ids[slot] === id
  }

  /** Whether an entity is in view, and was in the snapshot of network tick `tick`, or may have been. */
  sawAt(entity: Entity, tick: number): boolean {
    if (!this.hadInView(entity)) return false
    const { view } = this
    return !view || view.tick !== this.baselines.lastSentTick || view.since[entity.slot]! <= tick
  }

  /** The oldest network tick whose states bodies for this client may still need, shared or its own; Infinity: none. */
  get oldestNeeded(): number {
    const { view } = this
    const { oldestNeeded, lastSentTick } = this.baselines
    return view && view.tick === lastSentTick
      ? Math.min(oldestNeeded, view.oldestHeld)
      : oldestNeeded
  }

  /**
   * Notes that a snapshot of network tick `tick` was sent, coded against `baseline`. A snapshot without a body had nothing new
   * to tell.
   */
  noteSent(tick: number, baseline: number, hasBody: boolean): void {
    if (hasBody) this.quietTick = -1
    else if (this.quietTick < 0) this.quietTick = tick
    this.hasSkipped = false
    this.baselines.noteSent(tick, baseline)
    this.shown.noteSent(tick, baseline)
  }

  /** Notes that the client received a packet. `noted`: its network tick, its part of tables (below -1), or -1. */
  acked(noted: number): void {
    if (noted >= 0) {
      this.shown.noteReceived(noted)
      this.view?.acked(noted)
    } else if (noted < -1) this.tables?.acked(-2 - noted)
  }

  /** Returns how many of the corrections that the client reports can be true: each snapshot can correct each own entity once. */
  believed(corrections: number, nowMs: Ms): number {
    const snapshots = (nowMs - this.#reportedAtMs) / this.#sendMs
    this.#reportedAtMs = nowMs
    this.#unreported += snapshots * this.owner.entities.length
    const believed = Math.min(corrections, Math.floor(this.#unreported))
    this.#unreported -= believed
    return believed
  }

  /** Gives up all baselines: the next snapshot is complete, and tables are sent anew. */
  beginAnew(): void {
    this.baselines.beginAnew()
    this.tables = null
    if (this.view) this.view.tick = -1
  }

  /**
   * Called when network tick `tick` begins. Judges the connection, and notes the player's own time. Returns whether an epoch
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
   * Whether the connection accepts no data: the socket has been full for 10 s, or packets come while no acknowledgement has
   * moved for so long. Must be called once a network tick.
   */
  isTooSlow(nowMs: Ms): boolean {
    if (!this.isFull) this.#fullSinceMs = Number.NaN
    else if (Number.isNaN(this.#fullSinceMs)) this.#fullSinceMs = nowMs
    const stalledMs = this.congestion.stalledMs(this.place.heardAtMs)
    return stalledMs > TOO_SLOW_MS || nowMs - this.#fullSinceMs > TOO_SLOW_MS
  }
}

/** Why a peer's packet was refused; null when it was not. */
export type Offence = DisconnectReason | null
