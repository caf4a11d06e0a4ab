import { type Ms, SUBTICKS_PER_STEP } from '../../base/units.ts'
import type { AnyGame, Kind } from '../../game/define-game.ts'
import { Mover } from '../../game/mover.ts'
import type { Roster } from '../../game/roster.ts'
import type { Holder } from '../../game/schema.ts'
import { MoveExtrapolation } from '../../motion/move-extrapolation.ts'
import { isReached } from '../../motion/track-intake.ts'
import type { Playout } from '../../time/playout/playout.ts'
import type { BitReader } from '../../wire/bits.ts'
import { HISTORY_TICKS, MAX_EXTRAS } from '../../wire/limits.ts'
import type { InputHead } from '../../wire/packets/input-packet.ts'
import type { BodySink, ChangedTarget } from '../../wire/records/body.ts'
import type { RecordTarget } from '../../wire/records/columns.ts'
import type { Between } from '../../wire/records/expected-value.ts'
import { RowPages } from '../../wire/records/row-pages.ts'
import type { SessionStats } from '../page/stats.ts'
import type { Views } from '../page/view.ts'
import type { Techniques } from '../prediction/predict.ts'
import type { EventQueue, EventSink } from './event-queue.ts'
import type { EventCode } from './events.ts'
import { Players, ROOM } from './players.ts'
import { RemoteDisplay } from './remote-display.ts'
import { RemoteEntity, type RemoteOptions } from './remote-entity.ts'

/** How long entities and events are kept if no frame comes to show them, and how often old ones are removed, in ticks. */
const UNSEEN_MS: Ms = 10_000
const PRUNE_TICKS = 32
/**
 * The input in a record is the one that led to the newest state. Since then the player may have been doing something else, for
 * half a step on average.
 */
const INPUT_AGE_STEPS = 0.5
/** Numbers in a page of baselines. */
const PAGE = 4096
/** By how much the render time may fall short of the moment of a network tick by rounding, in network ticks. */
const ROUNDING_TICKS = 1e-6

/**
 * The past in which remote entities are shown. It reads the bodies of snapshots, and releases what they say when the render
 * clock reaches it: entities entering and leaving, discrete fields, events. So nothing is seen before its cause.
 */
export class Timeline implements BodySink {
  /** Network tick of the newest snapshot; -1 before the first. */
  newestTick = -1
  /** Network tick of the newest snapshot in the last picture; -1 before the first. */
  shownNewestTick = -1
  /** The player's own time in the last picture, in steps: input n is at n. */
  shownInput = 0
  /** The events that come with bodies; undefined in a game without events. */
  declare readonly events: EventQueue | undefined
  /** All entities held, in the order in which they were first named, also those that have left or are predicted. */
  readonly remotes: RemoteEntity[] = []
  declare readonly times: Players
  readonly room: Holder
  declare readonly game: AnyGame
  declare readonly display: RemoteDisplay
  isOwnView = false
  readonly #player: number
  readonly #stats: SessionStats
  readonly #intervalMs: Ms
  readonly #ofRemotes: RemoteOptions
  readonly #slots: (RemoteEntity | undefined)[] = []
  readonly #stamp = new Float64Array(2)
  #playout: Playout | undefined
  readonly #techniques: Techniques
  readonly #roster: Roster | undefined
  #tick = 0
  #previousTick = -1
  #heldTick = -1
  #tickMs: Ms = 0
  #baseline = -1
  /** The oldest network tick whose states later records may be coded by. */
  #oldest = -1
  #isComplete = false
  #body = 0

  constructor(
    game: AnyGame,
    player: number,
    views: Views,
    stats: SessionStats,
    techniques: Techniques,
    joinedMs: Ms,
    sink: EventSink | undefined,
    room: Holder = game.roomKind?.schema.create() ?? {},
    roster?: Roster,
  ) {
    this.#roster = roster
    this.game = game
    this.#player = player
    this.display = new RemoteDisplay(this.remotes, views, stats, techniques, game)
    this.#stats = stats
    this.#techniques = techniques
    this.times = new Players(game, (shown) =>
      this.remotes.some((remote) => remote.shownTimeline === shown),
    )
    const events = game.definition.events as EventCode | undefined
    this.events = events?.queue(game, { player, stats, techniques, sinceMs: joinedMs, sink: sink! })
    this.#intervalMs = game.sendMs
    const between = Math.ceil(game.sendSubTicks / SUBTICKS_PER_STEP) - 1
    const most = (1600 / this.#intervalMs) * (1 + Math.min(between, MAX_EXTRAS))
    this.room = room
    const mover = new Mover(game, this.room)
    this.#ofRemotes = {
      // As many as 1.6 s of network ticks can bring, extra states included.
      trackSamples: 2 ** Math.max(5, Math.ceil(Math.log2(most))),
      rows: new RowPages(PAGE),
      foresee: (kind, hasMoment) => new MoveExtrapolation(kind, mover, game.stepMs, hasMoment),
    }
  }

  /**
   * Begins the body of network tick `tick`, newer than all before and coded against `baseline`. `before` is the baseline of
   * `baseline`, and `earlier` is that of `before`. `held`: until when the previous state is known to have held. -1: none.
   */
  start(
    tick: number,
    baseline: number,
    before: number,
    earlier: number,
    held: number = this.newestTick,
  ): void {
    this.#tick = tick
    this.#heldTick = held
    this.#baseline = baseline
    this.#tickMs = tick * this.#intervalMs
    this.#previousTick = this.newestTick
    this.newestTick = tick
    this.events?.begin(tick, this.#previousTick)
    this.times.begin(tick, baseline, before, earlier)
    if (baseline < 0) this.#body++
    this.#stats.deferredEntities = 0
  }

  lists(isOwnView: boolean): void {
    this.isOwnView = isOwnView
    if (isOwnView) this.times.earlier = -1
    this.#isComplete = this.#baseline < 0 && !isOwnView
  }

  players(): void {
    this.times.settle(this.#previousTick, this.#heldTick)
  }

  eventsLeftOut(): void {
    if (this.events) this.events.toldAll = false
  }

  event(reader: BitReader): boolean {
    return this.events?.read(reader, this.#tick) ?? false
  }

  leave(slot: number, ticksAgo: number): void {
    const remote = this.#slots[slot]
    if (remote && remote.tick < this.#tick - ticksAgo) this.#left(remote, this.#tick - ticksAgo)
  }

  deferred(slot: number): void {
    const remote = this.#slots[slot]
    if (!remote) return
    remote.body = this.#body
    remote.silentTick = this.#tick
    this.#stats.deferredEntities++
  }

  whole(slot: number, generation: number, kind: Kind, owner: number): RecordTarget | null {
    let remote = this.#slots[slot]
    if (remote && (remote.id !== ((generation << 16) | slot) || remote.kind !== kind)) {
      this.#left(remote, this.#tick)
      remote = undefined
    }
    const isGiven = remote !== undefined && remote.owner !== owner
    if (remote && isGiven) {
      this.display.drop(remote)
      remote.history.release()
      remote = undefined
    }
    if (!remote) {
      const isMine = owner === this.#player
      const { definition, roomKind, playersKind } = this.game
      const isMoved = isMine && definition.move?.[kind.name] !== undefined
      const isPredicted = isMoved || kind === roomKind || kind === playersKind
      const identity = { slot, generation, kind, owner, isMine, isPredicted }
      remote = new RemoteEntity(identity, this.#ofRemotes, this.times.of(owner))
      remote.hasEntered = isGiven
      this.#slots[slot] = remote
      this.remotes.push(remote)
      if (owner !== ROOM) remote.shownTimeline.clock ??= this.#another(this.#playout)
    }
    // Neither end has a state at the baseline for an entity that is told whole.
    if (!this.isOwnView && this.#baseline >= 0) remote.history.forget(this.#baseline)
    remote.beginWhole(this.#tick, this.#oldest)
    return remote
  }

  changed(between: Between, slot: number, distance: number): ChangedTarget | null {
    const remote = this.#slots[slot]
    const baseline = distance > 0 ? this.#tick - distance : this.#baseline
    if (!remote?.begin(this.#tick, baseline, this.#oldest)) return null
    return this.#fill(between, remote, baseline, distance) ? remote : null
  }

  known(between: Between, slot: number): Kind | null {
    const remote = this.#slots[slot]
    return remote && this.#fill(between, remote, this.#baseline, 0) ? remote.kind : null
  }

  get slots(): number {
    return this.#slots.length
  }

  /** Fills `between` for a record. Returns false if the state at `baseline` is not held. */
  #fill(
    between: Between,
    { history, offset, shownTimeline }: RemoteEntity,
    baseline: number,
    distance: number,
  ): boolean {
    between.row = history.rows
    between.at = offset
    between.base = history.rows
    between.baseAt = history.find(baseline)
    between.elapsed = shownTimeline.elapsed
    between.span = shownTimeline.span
    between.beforeAt =
      distance > 0 || shownTimeline.before < 0 ? -1 : history.find(shownTimeline.before)
    if (distance > 0) this.times.fill(between, shownTimeline, distance)
    return between.baseAt >= 0
  }

  filled(slot: number, stepsBack: number): void {
    const remote = this.#slots[slot]!
    remote.body = this.#body
    const { shownTimeline, track } = remote
    const stamp = this.#stamp
    const { stepMs } = this.game
    stamp[0] = shownTimeline.stampMs - stepsBack * stepMs
    stamp[1] = stamp[0] - stepMs / 2
    // An extra state is nothing new if the track already has a sample at its time or later.
    if (stepsBack > 0 && isReached(track, stamp)) return
    const isRecent = remote.tick < 0 || remote.tick >= this.#previousTick
    const hasRested = !isRecent && remote.silentTick <= remote.tick
    remote.filled(this.#tick, stamp, hasRested)
    if (remote.kind === this.game.roomKind) remote.copyNewest(this.room)
    this.#roster?.told(remote, this.#player)
    if (stepsBack === 0) remote.extrapolate(shownTimeline.stamp, this.#techniques.foresee)
    remote.sleeper?.told()
  }

  /** Ends a body. */
  finish(): void {
    // Baselines never go back, but records in a view of the client's own may have a baseline as old as any held.
    this.#oldest = Math.max(this.#oldest, this.times.earlier, this.#tick - HISTORY_TICKS)
    if (this.#isComplete)
      for (const remote of this.#slots)
        if (remote && remote.body !== this.#body) this.#left(remote, this.#tick)
    if (this.#tick % PRUNE_TICKS !== 0) return
    const limitMs = this.#tickMs - UNSEEN_MS
    this.events?.prune(limitMs)
    this.display.prune(limitMs)
  }

  /**
   * Shows all entities at `renderTimeMs`: those of the room ahead of it by the `leadsMs` of a `Playout`, those of players by
   * their clocks. Without interpolation, it shows each entity in its newest state. `frameMs`: the local time since the last
   * frame. `ownTimeMs`: the local player's own time on display, at which riders and paths are drawn.
   */
  show(renderTimeMs: Ms, frameMs: Ms, ownTimeMs: Ms, leadsMs?: Float64Array | undefined): void {
    this.shownNewestTick = this.newestTick
    this.display.show(this.newestTick, renderTimeMs, frameMs, ownTimeMs, leadsMs)
  }

  /** The moment of the server's time on display; NaN before the first. */
  get renderTimeMs(): Ms {
    return this.display.renderTimeMs
  }

  /** Writes the moments on display that the server should be told of to `head`: see `ToldMoments.tell`. */
  tellMoments(head: InputHead, nowMs: Ms, mayGetLost: boolean, most: number): void {
    const { moments } = this.display
    if (this.#playout)
      moments.tell(head, this, this.times.all, this.#playout, nowMs, mayGetLost, most)
  }

  /** Sets the render clock. Each player gets another clock of its kind. */
  set playout(playout: Playout) {
    if (playout === this.#playout) return
    this.#playout = playout
    this.times.forgetClocks()
    for (const { owner, shownTimeline } of this.remotes)
      if (owner !== ROOM) shownTimeline.clock ??= this.#another(playout)
  }

  #another(playout?: Playout): Playout | undefined {
    return playout?.another?.(INPUT_AGE_STEPS * this.game.stepMs)
  }

  /** Returns the entity of a slot, as far as its records have been read. */
  find(slot: number): RemoteEntity | undefined {
    return this.#slots[slot]
  }

  /** The network tick at which the room is shown; NaN before anything is shown. */
  get shownTick(): number {
    if (!this.#techniques.interpolate) return this.newestTick
    return Math.floor(this.renderTimeMs / this.#intervalMs + ROUNDING_TICKS)
  }

  get newestMs(): Ms {
    return this.newestTick * this.#intervalMs
  }

  #left(remote: RemoteEntity, tick: number): void {
    this.#roster?.left(remote)
    remote.leftMs = tick * this.#intervalMs
    remote.sleeper?.told()
    remote.history.release()
    this.#slots[remote.slot] = undefined
  }
}
