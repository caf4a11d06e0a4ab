import { BoxedTime } from '../../base/boxed-time.ts'
import { HORIZONS_MS } from '../../base/horizons.ts'
import { type Ms, SUBTICKS_PER_STEP } from '../../base/units.ts'
import type { AnyGame, Kind } from '../../game/define-game.ts'
import { Mover } from '../../game/mover.ts'
import { EMPTY, EXTRAPOLATED, HELD } from '../../motion/track-state.ts'
import { LaneMoments } from '../../time/playout/lane-moments.ts'
import type { Playout } from '../../time/playout/playout.ts'
import type { BitReader } from '../../wire/bits.ts'
import { HISTORY_TICKS, MAX_EXTRAS } from '../../wire/limits.ts'
import type { BodySink, ChangedTarget } from '../../wire/records/body.ts'
import type { RecordTarget } from '../../wire/records/columns.ts'
import { Between } from '../../wire/records/foretell.ts'
import { RowPages } from '../../wire/records/row-pages.ts'
import type { Techniques } from '../prediction/predict.ts'
import type { SessionStats } from '../stats.ts'
import type { Views } from '../view.ts'
import type { EventQueue, EventSink } from './event-queue.ts'
import type { EventCode } from './events.ts'
import { Foreseen } from './foreseen.ts'
import type { PlayerTimeline } from './player-timeline.ts'
import { Players, ROOM } from './players.ts'
import { Remote, type RemoteOptions } from './remote.ts'

/** How long what no frame came to show is kept, and how often that is looked after. */
const UNSEEN_MS: Ms = 10_000
const PRUNE_TICKS = 32
/** What is carried on by less than this in a frame stands still: the render clock waits for data. */
const STILL_MS: Ms = 1
/**
 * The input told led to the newest state. Since then the player may have been doing something else, for half a step on
 * average.
 */
const INPUT_AGE_STEPS = 0.5
/** Numbers in a page of baselines. */
const PAGE = 4096
/** The render time may stand a rounding error before the moment of a network tick. */
const ROUNDING_TICKS = 1e-6

/**
 * The past that remote entities are shown in: takes the bodies of snapshots, and releases what they say when the
 * render clock reaches it, so that nothing is seen before its cause: entities entering and leaving, discrete
 * fields, events.
 */
export class Timeline implements BodySink {
  /** Network tick of the newest snapshot; -1 before the first. */
  newestTick = -1
  /** The local player's own time on display; set before `show` where anything needs it. */
  readonly ownTime: BoxedTime = new BoxedTime()
  /** Whether the game has kinds that are shown at the own time. */
  declare readonly showsOwnTime: boolean
  /** How much local time has passed since the last frame; set before `show`. */
  frameMs: Ms = Number.NaN
  /** The moment of the server's time on display; set before `show` and before events are released. */
  renderTimeMs: Ms = Number.NaN
  /** Counts calls of `show`. */
  frame = 0
  /** The events that come with bodies; undefined in a game without any. */
  declare readonly events: EventQueue | undefined
  /** How far ahead of that entities are shown, by carry code; see `Playout`. */
  leadsMs: Float64Array | undefined
  /** Everything that is held, in the order in which it was first heard of; what is left or predicted too. */
  readonly remotes: Remote[] = []
  declare readonly times: Players
  readonly between: Between = new Between()
  isOwnView = false
  readonly #game: AnyGame
  readonly #player: number
  readonly #views: Views
  readonly #stats: SessionStats
  readonly #intervalMs: Ms
  readonly #ofRemotes: RemoteOptions
  readonly #slots: (Remote | undefined)[] = []
  readonly #lanes = new LaneMoments()
  #playout: Playout | undefined
  readonly #techniques: Techniques
  #tick = 0
  #previousTick = -1
  #heldTick = -1
  #tickMs: Ms = 0
  #baseline = -1
  /** No record to come is coded against, or between, the states of earlier network ticks. */
  #oldest = -1
  #isComplete = false
  #someLeft = false
  #body = 0

  constructor(
    game: AnyGame,
    player: number,
    views: Views,
    stats: SessionStats,
    techniques: Techniques,
    joinedMs: Ms,
    sink: EventSink | undefined,
  ) {
    this.#game = game
    this.showsOwnTime = game.kinds.some((kind) => kind.path || kind.attachedTo)
    this.#player = player
    this.#views = views
    this.#stats = stats
    this.#techniques = techniques
    this.times = new Players(game, (timeline) =>
      this.remotes.some((remote) => remote.timeline === timeline),
    )
    const events = game.definition.events as EventCode | undefined
    this.events = events?.queue(game, player, stats, techniques, joinedMs, sink!)
    this.#intervalMs = game.sendMs
    const between = Math.ceil(game.sendSubTicks / SUBTICKS_PER_STEP) - 1
    const most = (1600 / this.#intervalMs) * (1 + Math.min(between, MAX_EXTRAS))
    const mover = new Mover(game)
    this.#ofRemotes = {
      // What 1.6 s of network ticks can bring, with the states between two of them.
      trackSamples: 2 ** Math.max(5, Math.ceil(Math.log2(most))),
      ownTime: this.ownTime,
      rows: new RowPages(PAGE),
      foresee: (kind, hasMoment) => new Foreseen(kind, mover, game.stepMs, hasMoment),
    }
  }

  /**
   * Says which network tick, newer than all before, the next body is of; against which one it is coded, and against which
   * that one was, and again against which that was; and until which one all that was known is known to have held; -1: none.
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
    if (!remote) {
      const isPredicted =
        owner === this.#player && this.#game.definition.move?.[kind.name] !== undefined
      const isMine = owner === this.#player
      remote = new Remote(
        slot,
        generation,
        kind,
        owner,
        isMine,
        isPredicted,
        this.#ofRemotes,
        this.times.of(owner),
      )
      this.#slots[slot] = remote
      this.remotes.push(remote)
      if (owner !== ROOM) remote.timeline.clock ??= this.#another(this.#playout)
    }
    remote.beginWhole(this.#tick, this.#oldest)
    return remote
  }

  changed(slot: number, distance: number): ChangedTarget | null {
    const remote = this.#slots[slot]
    const baseline = distance > 0 ? this.#tick - distance : this.#baseline
    if (!remote?.begin(this.#tick, baseline, this.#oldest)) return null
    return this.#fill(remote, baseline, distance) ? remote : null
  }

  known(slot: number): Kind | null {
    const remote = this.#slots[slot]
    return remote && this.#fill(remote, this.#baseline, 0) ? remote.kind : null
  }

  get slots(): number {
    return this.#slots.length
  }

  /** False where the state at `baseline` is not held. */
  #fill({ history, offset, timeline }: Remote, baseline: number, distance: number): boolean {
    const { between } = this
    between.row = history.rows
    between.at = offset
    between.base = history.rows
    between.baseAt = history.find(baseline)
    between.elapsed = timeline.elapsed
    between.span = timeline.span
    between.beforeAt = distance > 0 || timeline.before < 0 ? -1 : history.find(timeline.before)
    if (distance > 0) this.times.fill(between, timeline, distance)
    return between.baseAt >= 0
  }

  filled(slot: number, stepsBack: number): void {
    const remote = this.#slots[slot]!
    remote.body = this.#body
    const { timeline, track } = remote
    track.stampMs = timeline.stampMs - stepsBack * this.#game.stepMs
    // On a way that is known already an extra state is nothing new.
    if (stepsBack > 0 && track.reachesStamp) return
    const isRecent = remote.tick < 0 || remote.tick >= this.#previousTick
    const hasRested = !isRecent && remote.silentTick <= remote.tick
    remote.filled(this.#tick, hasRested)
    if (stepsBack === 0) remote.carryOn(timeline.stamp, this.#techniques.foresee)
  }

  /** The body was read to its end. */
  finish(): void {
    // Baselines never go back, but those of records in a view of the client's own may be as old as any.
    this.#oldest = Math.max(this.#oldest, this.times.earlier, this.#tick - HISTORY_TICKS)
    if (this.#isComplete)
      for (const remote of this.#slots)
        if (remote && remote.body !== this.#body) this.#left(remote, this.#tick)
    if (this.#tick % PRUNE_TICKS === 0) this.#prune(this.#tickMs - UNSEEN_MS)
  }

  /** Shows everything at `renderTimeMs`; without interpolation each entity at its newest state. */
  show(): void {
    const { renderTimeMs } = this
    if (Number.isNaN(renderTimeMs)) return
    const snaps = !this.#techniques.interpolate
    const lanes = this.#lanes
    lanes.frameMs = this.frameMs
    lanes.renderTimeMs = renderTimeMs
    lanes.advance(this.leadsMs)
    this.frame++
    for (const remote of this.remotes) {
      const { timeline, track } = remote
      const { clock } = timeline
      // A player's entities are of one moment, as bold as the one it has had for longest allows; so are its events.
      if (clock && timeline.frame !== this.frame) {
        timeline.frame = this.frame
        if (timeline.horizon !== remote.horizon) {
          timeline.horizon = remote.horizon
          clock.horizonMs = HORIZONS_MS[remote.horizon]!
        }
      }
      if (clock) remote.renderTimeMs = clock.renderTimeMs
      else {
        lanes.shownMs = remote.renderTimeMs
        lanes.follow(remote.horizon)
        remote.renderTimeMs = lanes.shownMs
      }
      const timeMs = snaps ? track.newestMs : remote.renderTimeMs
      const isStill = timeMs - track.sampledMs < STILL_MS
      const isSilent = remote.silentTick === this.newestTick
      track.timeMs = timeMs
      track.passedMs = this.frameMs
      remote.show(!isSilent && remote.tick < this.#knownTick(timeline))
      if (isStill && remote.state === EXTRAPOLATED) remote.state = HELD
      const { state } = remote
      // What the room does, and tells of by an event, is seen and heard at the same moment.
      const leavesMs = remote.owner === ROOM ? renderTimeMs : timeMs
      const hasLeft = snaps ? remote.leftMs < Number.POSITIVE_INFINITY : leavesMs >= remote.leftMs
      const isIn = state !== EMPTY && timeMs >= track.firstMs
      this.#setShown(remote, isIn && !hasLeft && !remote.isPredicted)
      if (remote.isShown && state === EXTRAPOLATED) this.#stats.extrapolatedFrames++
      if (remote.isShown && state === HELD) this.#stats.heldFrames++
      if (hasLeft) this.#someLeft = true
      remote.isGone = hasLeft
    }
    if (this.#someLeft) this.#forgetGone()
  }

  /** What says which moment is shown; each player gets another of its kind. */
  set playout(playout: Playout) {
    if (playout === this.#playout) return
    this.#playout = playout
    this.times.forgetClocks()
    for (const { owner, timeline } of this.remotes)
      if (owner !== ROOM) timeline.clock ??= this.#another(playout)
  }

  #another(playout?: Playout): Playout | undefined {
    return playout?.another?.(INPUT_AGE_STEPS * this.#game.stepMs)
  }

  /** The entity of a slot, as far as its records have been read. */
  find(slot: number): Remote | undefined {
    return this.#slots[slot]
  }

  /** The network tick that the room is shown at; NaN before anything is. */
  get shownTick(): number {
    if (!this.#techniques.interpolate) return this.newestTick
    return Math.floor(this.renderTimeMs / this.#intervalMs + ROUNDING_TICKS)
  }

  /** The time of the newest snapshot. */
  get newestMs(): Ms {
    return this.newestTick * this.#intervalMs
  }

  /** The newest network tick that told of a player's entities, if only by leaving them out. */
  #knownTick({ stalledTick, movedTick }: PlayerTimeline): number {
    return stalledTick === this.newestTick ? movedTick : this.newestTick
  }

  #setShown(remote: Remote, isShown: boolean): void {
    if (isShown === remote.isShown) return
    remote.isShown = isShown
    if (isShown) this.#views.add(remote.view)
    else this.#views.remove(remote.view)
  }

  /** While no frames come nothing is shown and so nothing leaves: what left long ago is forgotten here. */
  #prune(limitMs: Ms): void {
    this.events?.prune(limitMs)
    for (const remote of this.remotes) {
      if (remote.leftMs >= limitMs) continue
      this.#setShown(remote, false)
      remote.isGone = true
      this.#someLeft = true
    }
    if (this.#someLeft) this.#forgetGone()
  }

  #forgetGone(): void {
    this.#someLeft = false
    let kept = 0
    for (const remote of this.remotes) if (!remote.isGone) this.remotes[kept++] = remote
    this.remotes.length = kept
  }

  #left(remote: Remote, tick: number): void {
    remote.leftMs = tick * this.#intervalMs
    remote.history.release()
    this.#slots[remote.slot] = undefined
  }
}
