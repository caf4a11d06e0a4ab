import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import type { AnyGame, Kind } from '../game/define-game.ts'
import { TrackState } from '../motion/track.ts'
import type { RecordTarget } from '../wire/columns.ts'
import type { BodySink, EventSource } from '../wire/delta.ts'
import { Remote } from './remote.ts'
import type { SessionStats } from './stats.ts'
import type { Views } from './view.ts'

/** Event ids remembered, a power of two above what 127 network ticks can repeat. */
const EVENTS = 32_768
/** The owner number of what the room owns. */
const ROOM = 0
/** After a gap, events older than this are not shown any more. */
const STALE_EVENT_MS: Ms = 250

interface Pending {
  readonly event: EventSource
  readonly stampMs: Ms
}

/**
 * The past that remote entities are shown in: takes the bodies of snapshots, and releases what they say when the
 * render clock reaches it, so that nothing is seen before its cause: entities entering and leaving, discrete
 * fields, events.
 */
export class Timeline implements BodySink {
  /** Network tick of the newest snapshot; -1 before the first. */
  newestTick = -1
  readonly #game: AnyGame
  readonly #player: number
  readonly #views: Views
  readonly #stats: SessionStats
  readonly #intervalMs: Ms
  readonly #slots: (Remote | undefined)[] = []
  readonly #remotes: Remote[] = []
  /** Of each player: the time of its state in this body, and in the network tick before. */
  readonly #stampMs = new Map<number, Ms>()
  readonly #beforeMs = new Map<number, Ms>()
  /** Of each player whose time stood still: the newest network tick with that, and the last one before. */
  readonly #stalledTick = new Map<number, number>()
  readonly #movedTick = new Map<number, number>()
  readonly #lagMs = new Map<number, Ms>()
  readonly #pending: Pending[] = []
  readonly #seenEvents = new Int32Array(EVENTS).fill(-1)
  readonly #release: (event: EventSource) => void
  #tick = 0
  #previousTick = -1
  #tickMs: Ms = 0
  #isComplete = false
  #body = 0

  /** `release` is called for each event of others when the render clock reaches it. */
  constructor(
    game: AnyGame,
    player: number,
    views: Views,
    stats: SessionStats,
    release: (event: EventSource) => void,
  ) {
    this.#game = game
    this.#player = player
    this.#views = views
    this.#stats = stats
    this.#release = release
    this.#intervalMs = (game.sendSubTicks / 256) * game.stepMs
  }

  /** Says which network tick, newer than all before, the next body is of. */
  start(tick: number): void {
    this.#tick = tick
    this.#tickMs = tick * this.#intervalMs
    this.#stampMs.set(ROOM, this.#stepMs(tick))
    this.#beforeMs.set(ROOM, this.#stepMs(tick - 1))
    this.#previousTick = this.newestTick
    this.newestTick = tick
  }

  begin(distance: number): void {
    this.#isComplete = distance === 0
    if (this.#isComplete) this.#body++
  }

  player(player: number, age: number, advance: number, lagMs: number): void {
    const stampMs = this.#tickMs - this.#toMs(age)
    this.#lagMs.set(player, lagMs)
    this.#stampMs.set(player, stampMs)
    this.#beforeMs.set(player, stampMs - this.#toMs(advance))
    if (advance > 0) return
    if (this.#stalledTick.get(player) !== this.#previousTick)
      this.#movedTick.set(player, this.#previousTick)
    this.#stalledTick.set(player, this.#tick)
  }

  event(event: EventSource, age: number): void {
    const at = event.id & (EVENTS - 1)
    if (this.#seenEvents[at] === event.id) return
    this.#seenEvents[at] = event.id
    if (event.player === this.#player) return
    const stampMs = this.#tickMs - this.#toMs(age)
    let place = this.#pending.length
    while (place > 0 && this.#pending[place - 1]!.stampMs > stampMs) place--
    this.#pending.splice(place, 0, { event, stampMs })
  }

  leave(slot: number, ticksAgo: number): void {
    const remote = this.#slots[slot]
    if (remote && remote.tick < this.#tick - ticksAgo) this.#left(remote, this.#tick - ticksAgo)
  }

  deferred(): void {}

  whole(slot: number, generation: number, kind: Kind, owner: number): RecordTarget | null {
    let remote = this.#slots[slot]
    if (remote && (remote.id !== ((generation << 16) | slot) || remote.kind !== kind)) {
      this.#left(remote, this.#tick)
      remote = undefined
    }
    if (!remote) {
      const isPredicted =
        owner === this.#player && this.#game.definition.move?.[kind.name] !== undefined
      remote = new Remote(slot, generation, kind, owner, owner === this.#player, isPredicted)
      this.#slots[slot] = remote
      this.#remotes.push(remote)
    }
    remote.beginWhole(this.#tick)
    return remote
  }

  changed(slot: number, distance: number): RecordTarget | null {
    const remote = this.#slots[slot]
    return remote?.begin(this.#tick, this.#tick - distance) ? remote : null
  }

  filled(slot: number): void {
    const remote = this.#slots[slot]!
    remote.body = this.#body
    const stampMs = this.#stampMs.get(remote.owner) ?? this.#tickMs
    const beforeMs = this.#beforeMs.get(remote.owner) ?? stampMs
    const missedMs = (this.#tick - this.#previousTick - 1) * this.#intervalMs
    const hasRested = remote.tick >= 0 && remote.tick < this.#previousTick
    remote.filled(this.#tick, stampMs, hasRested ? beforeMs - missedMs : Number.NaN)
  }

  /** The body was read to its end. */
  finish(): void {
    if (!this.#isComplete) return
    for (const remote of this.#slots)
      if (remote && remote.body !== this.#body) this.#left(remote, this.#tick)
  }

  /** Shows everything at `renderTimeMs`; with `snaps` each entity at its newest state instead. */
  show(renderTimeMs: Ms, snaps: boolean): void {
    if (Number.isNaN(renderTimeMs)) return
    const remotes = this.#remotes
    for (let i = 0; i < remotes.length; i++) {
      const remote = remotes[i]!
      const { track } = remote
      const timeMs = snaps ? track.newestMs : renderTimeMs - this.lagOf(remote.owner)
      const hasRested = remote.tick < this.#knownTick(remote.owner)
      const state = remote.show(timeMs, hasRested)
      const isIn = state !== TrackState.empty && state !== TrackState.beforeFirst
      const shouldShow = isIn && timeMs < remote.leftMs && !remote.isPredicted
      if (shouldShow && state === TrackState.extrapolated) this.#stats.extrapolatedFrames++
      if (shouldShow && state === TrackState.held) this.#stats.heldFrames++
      if (shouldShow !== remote.isShown) {
        remote.isShown = shouldShow
        if (shouldShow) this.#views.add(remote.view)
        else this.#views.remove(remote.view)
      }
      if (timeMs >= remote.leftMs) remotes.splice(i--, 1)
    }
  }

  /** Releases the events that the render clock has reached. After a gap, those long past are dropped. */
  releaseEvents(renderTimeMs: Ms, afterGap: boolean): void {
    for (let i = 0; i < this.#pending.length; i++) {
      const { event, stampMs } = this.#pending[i]!
      const lateMs = renderTimeMs - this.lagOf(event.player) - stampMs
      if (!(lateMs >= 0)) continue
      this.#pending.splice(i--, 1)
      if (afterGap && lateMs > STALE_EVENT_MS) this.#stats.eventsDropped++
      else this.#release(event)
    }
  }

  /** How far behind the render time a player's entities are shown. */
  lagOf(player: number): Ms {
    return player > 0 ? (this.#lagMs.get(player) ?? 0) : 0
  }

  /** The newest network tick that told of a player's entities, if only by leaving them out. */
  #knownTick(player: number): number {
    const hasStalled = this.#stalledTick.get(player) === this.newestTick
    return hasStalled ? this.#movedTick.get(player)! : this.newestTick
  }

  #toMs(subTicks: SubTick): Ms {
    return (subTicks / SUBTICKS_PER_STEP) * this.#game.stepMs
  }

  /** The last whole step at or before a network tick: the time of what the room owns. */
  #stepMs(tick: number): Ms {
    return Math.floor((tick * this.#game.sendSubTicks) / SUBTICKS_PER_STEP) * this.#game.stepMs
  }

  #left(remote: Remote, tick: number): void {
    remote.leftMs = tick * this.#intervalMs
    this.#slots[remote.slot] = undefined
  }
}
