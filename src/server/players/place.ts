import { misuse } from '../../base/settings.ts'
import { type Ms, SUBTICKS_PER_STEP, type SubTick, type Tick } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { LinkKind } from '../../link/link.ts'
import { Messages } from '../../link/messages.ts'
import type { Held, ResumeKey } from '../../wire/packets/handshake.ts'
import type { InputHead } from '../../wire/packets/input-packet.ts'
import { PlayerTimeline } from '../../wire/records/player-timeline.ts'
import type { Authority, Client, PlayerInputs } from '../authority/authority.ts'
import type { InputGuard } from '../authority/budget.ts'
import { InputBuffer, type InputCounts } from '../authority/input-buffer.ts'
import { InputRate } from '../authority/input-rate.ts'
import { type Archive, archiveMs, archiveNetworkTick, archiveSubTicks } from '../save/archive.ts'
import { archiveMessages } from '../save/shared-parts.ts'
import type { Owner } from '../world/owners.ts'
import type { Player } from '../world/world.ts'
import type { FloodGuard } from './flood-guard.ts'

/** How long no packet has to come from a player before the room moves the player. */
export const SILENT_MS: Ms = 2000
/** If packets come without a new input for this long, the room moves the player. The second is for a client at rest. */
const NOTHING_NEW_MS: Ms = 500
const RESTING_MS: Ms = 800

/** What a place needs of its room. */
export interface PlaceRoom {
  readonly game: AnyGame
  readonly authority: Authority
  readonly stats: InputCounts
}

/** A player who gets a place. */
export interface Seated {
  readonly player: Player
  readonly resumeKey: ResumeKey
  /** These two last as long as the place, so that a player who comes back again and again gains neither time nor packets. */
  readonly guard: InputGuard
  readonly flood: FloodGuard
  /** The entities that the player's inputs move, and that the owner block tells of. */
  readonly owner: Owner
}

/**
 * What a player has in a room, through all connections of the player: inputs and messages go on where the last connection
 * left them, if the client goes on there too.
 */
export class Place implements Client {
  readonly player: Player
  readonly resumeKey: ResumeKey
  readonly guard: InputGuard
  readonly flood: FloodGuard
  readonly owner: Owner
  readonly messages: Messages
  /** The inputs that have come, and what applies them, as the room's authority decides. Replaced when the client begins anew. */
  inputBuffer!: InputBuffer
  inputs!: PlayerInputs
  /** What other clients are told of the player's own time. Each connection begins another. */
  timeline: PlayerTimeline
  /** Whether the player has the place. */
  isOpen = true
  /** When the last packet came. */
  heardAtMs: Ms
  newestArrival: SubTick = 0
  isRestSaid = false
  /** While the player is away: when the place is given up. */
  untilMs: Ms = Number.POSITIVE_INFINITY
  /** The newest network tick that the last connection can have told of; -1: there was none. */
  toldTick = -1
  readonly #room: PlaceRoom
  /** When the newest input came, or was due if it came early; and how fast input ids run. */
  #newInputAtMs: Ms
  #inputRate: InputRate

  /** `now`: the moment at which the player's own time begins, which is `nowMs`. `kind`: that of the first link. */
  constructor(room: PlaceRoom, seated: Seated, kind: LinkKind, now: SubTick, nowMs: Ms) {
    this.#room = room
    this.player = seated.player
    this.resumeKey = seated.resumeKey
    this.guard = seated.guard
    this.flood = seated.flood
    this.owner = seated.owner
    this.messages = new Messages(kind)
    this.timeline = new PlayerTimeline(this.player.id)
    this.heardAtMs = nowMs
    this.#newInputAtMs = nowMs
    this.#inputRate = new InputRate(room.game.stepMs, nowMs)
    this.#beginInputs(kind, now)
  }

  /** `toldTick`, `untilMs`: what `disconnect` would be given now. In a restored room, all players are away. */
  archive(archive: Archive, toldTick: Tick, untilMs: Ms): void {
    const { isAway } = this
    const told = archiveNetworkTick(archive, isAway ? this.toldTick : toldTick)
    const until = archiveMs(archive, isAway ? this.untilMs : untilMs)
    if (archive.isRestoring) {
      this.toldTick = told
      this.untilMs = until
    }
    this.heardAtMs = archiveMs(archive, this.heardAtMs)
    this.newestArrival = archiveSubTicks(archive, this.newestArrival)
    this.isRestSaid = archive.flag(this.isRestSaid)
    this.#newInputAtMs = archiveMs(archive, this.#newInputAtMs)
    this.#inputRate.archive(archive)
    this.#archiveGuard(archive)
    this.flood.archive(archive)
    this.inputBuffer.archive(archive)
    this.inputs.archive(archive)
    archiveMessages(archive, this.messages)
  }

  #archiveGuard(archive: Archive): void {
    const { guard } = this
    const kind = guard.archive ? guard.constructor.name : ''
    if (archive.text(kind) !== kind)
      misuse('guard', `a ${kind || 'kind that saves nothing'}`, 'of the kind that was saved')
    guard.archive?.(archive)
  }

  /** Whether the player has no connection, and may come back. */
  get isAway(): boolean {
    return this.untilMs < Number.POSITIVE_INFINITY
  }

  /** `ctx.timeMs` of the newest step that an input made, in subticks of the room's time. It never runs backwards. */
  get moveTime(): SubTick {
    return this.inputs.moveTime
  }

  /** Begins with input 1, one step after `now`. Inputs that wait are lost. */
  #beginInputs(kind: LinkKind, now: SubTick): void {
    const { game, stats, authority } = this.#room
    this.inputBuffer = new InputBuffer(game, kind, stats)
    this.inputs = authority.admit(this, now)
    this.newestArrival = 0
    this.isRestSaid = false
  }

  /**
   * Begins another connection over a link of this kind. `held`: what the client says it has. `now`, `nowMs`: the present.
   * Returns whether the client goes on with its inputs. It must not if the room, restored from an earlier state, does not know
   * all that the client has seen.
   */
  connect(kind: LinkKind, held: Held, now: SubTick, nowMs: Ms): boolean {
    const isKnown = held.tick >= 0 && held.tick <= this.toldTick
    const goesOn = isKnown && held.applied <= this.inputBuffer.applied
    if (goesOn) this.inputBuffer.goOn(kind)
    else {
      this.#beginInputs(kind, Math.max(this.moveTime, now))
      this.#inputRate = new InputRate(this.#room.game.stepMs, nowMs)
    }
    this.messages.goOn(kind, held.messages)
    this.timeline = new PlayerTimeline(this.player.id)
    this.untilMs = Number.POSITIVE_INFINITY
    this.heardAtMs = nowMs
    this.#newInputAtMs = nowMs
    return goesOn
  }

  /** Notes that the connection broke after network tick `tick`. The place is kept until `untilMs`. */
  disconnect(tick: number, untilMs: Ms): void {
    this.toldTick = tick
    this.untilMs = untilMs
    this.inputs.disconnect()
  }

  /** Notes that `count` new inputs have come, with this head. */
  inputsCame(count: number, head: Readonly<InputHead>, arrival: SubTick, nowMs: Ms): void {
    const { received } = this.inputBuffer
    this.newestArrival = arrival
    this.isRestSaid = head.isResting
    const first = head.isOneFrame ? received - count + 1 : received
    if (this.#inputRate.take(count, nowMs)) this.inputs.came(first, arrival, nowMs)
    else this.inputs.restart(arrival)
    const early = this.inputs.epochs.newestStampOf(received) - arrival
    this.#newInputAtMs = nowMs + Math.max(0, early / SUBTICKS_PER_STEP) * this.#room.game.stepMs
  }

  /**
   * Whether the client makes no new inputs: its packets have had none for 500 ms (800 ms at rest, 2 s if none has ever come)
   * after the newest one came or was due, or no packet has come for 2 s.
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

  /** Leaves time out, as the room does: no client was silent meanwhile. */
  leaveOut(ms: Ms, steps: number): void {
    this.heardAtMs += ms
    this.#newInputAtMs += ms
    if (steps > 0) this.inputs.leaveOut(steps)
  }
}
