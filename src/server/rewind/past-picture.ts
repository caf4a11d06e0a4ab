import { horizonOf, WAY, wayOf } from '../../base/horizons.ts'
import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import type { Kind } from '../../game/define-game.ts'
import type { Mover } from '../../game/mover.ts'
import type { Holder } from '../../game/schema.ts'
import {
  type EntityPicture,
  extrapolateFrom,
  type Foresee,
  riderOf,
  showPicture,
  takeNumbers,
  takeState,
  trackOf,
} from '../../motion/entity-picture.ts'
import { PASSED, TIME } from '../../motion/moment.ts'
import { MoveExtrapolation } from '../../motion/move-extrapolation.ts'
import type { Rider } from '../../motion/riders.ts'
import type { SampledTrack } from '../../motion/sampled-track.ts'
import { clearTrack, makeWay } from '../../motion/track-intake.ts'
import { EMPTY, type TrackState } from '../../motion/track-state.ts'
import type { Peer } from '../connection/peer.ts'
import { MOST_BACK_MS } from '../connection/shown-moments.ts'
import type { Entity } from '../world/entity.ts'
import { KEPT_STAMPS } from '../world/tick-stamps.ts'
import type { RewoundRoom } from './rewound-room.ts'

/** For how long before the moment in question the pictures are repeated, so that the easing after a wrong one is too. */
const REPEATED_MS: Ms = 350
/**
 * If the columns that clients do not get are unknown at the first state, `move` follows the sent states for this long, as
 * clients do.
 */
const WARM_MS: Ms = 250
/** A client shows an entity at most this far past the newest state on display: the longest horizon, and 128 ms (see `Lane`). */
const MOST_AHEAD_MS: Ms = 224
/** How many states of an entity a picture is made of at most, a power of two. */
const MOST_STATES = 64
/** A picture between two states needs this many states before it. */
const STATES_BEFORE = 2

/** Times that differ by less are the same, computed in two ways. */
const ROUNDING_MS: Ms = 1e-6

const stamp = /* @__PURE__ */ new Float64Array(2)
const rested = /* @__PURE__ */ new Float64Array(1)
const moment = /* @__PURE__ */ new Float64Array(2)
const told = /* @__PURE__ */ new Int32Array(257)
const numbers = /* @__PURE__ */ new Float64Array(256)

/**
 * Repeats what a client showed of an entity: it feeds the states that the client had received into the very code that draws
 * pictures there, and shows the same moments. One serves all entities of a kind. Allocates nothing in steady state.
 */
export class PastPicture implements EntityPicture {
  readonly kind: Kind
  readonly track: SampledTrack
  readonly rider: Rider | null
  readonly foresee: Foresee
  foreseen: MoveExtrapolation | undefined
  readonly #room: RewoundRoom
  readonly #perSubTick: Ms
  readonly #repeatedInputs: number
  readonly #warmTicks: number
  /** A row in which every column has its default. */
  readonly #defaults: Int32Array
  #entity!: Entity
  #peer!: Peer
  /** The newest network tick whose snapshot was fed, and that of the newest row among those; -1: none. */
  #fedTick = -1
  #rowTick = -1
  /** The newest network tick whose snapshot had a record of the entity; -1: none. */
  #toldTick = -1
  #teleports = 0

  constructor(kind: Kind, room: RewoundRoom, mover: Mover) {
    const { game } = room
    this.#room = room
    this.kind = kind
    this.rider = riderOf(kind)
    this.track = trackOf(kind, this.rider, MOST_STATES)
    this.foresee = (moved, hasMoment) => new MoveExtrapolation(moved, mover, game.stepMs, hasMoment)
    this.#perSubTick = game.stepMs / SUBTICKS_PER_STEP
    this.#repeatedInputs = Math.ceil(REPEATED_MS / game.stepMs)
    this.#warmTicks = Math.ceil(WARM_MS / game.sendMs)
    this.#defaults = Int32Array.from(kind.schema.columns, ({ initial }) => initial)
  }

  /**
   * Writes to `object` what the client of `peer` showed of an entity when it made `input`, which `ShownMoments` knows. Returns
   * false if the client did not show it.
   */
  show(entity: Entity, peer: Peer, input: number, object: Holder): boolean {
    this.#begin(entity, peer)
    const first = this.#firstInput(input)
    this.#feedBefore(first)
    let state: TrackState = EMPTY
    for (let id = first; id <= input; id++) {
      this.#feed(peer.shown.ackOf(id))
      if (this.#rowTick < 0) continue
      this.#findMoment(id)
      moment[PASSED] = id > first ? this.#room.game.stepMs : 0
      this.track.rest(this.#toldTick < this.#knownTick)
      // What the track eases matters for the next picture, and of a rider also what its carrier does.
      if (id < input && !this.rider) this.track.show(moment, numbers)
      else state = showPicture(this, moment, this.#ownTimeOf(id), object, numbers)
    }
    if (state === EMPTY) return false
    return moment[TIME]! >= this.track.firstMs || entity.givenTick >= 0
  }

  /** The moment of the entity's owner that was shown last, in ms. */
  get shownMs(): Ms {
    return this.track.sampledMs
  }

  #begin(entity: Entity, peer: Peer): void {
    this.#entity = entity
    this.#peer = peer
    this.#fedTick = -1
    this.#rowTick = -1
    this.#toldTick = -1
    clearTrack(this.track)
    this.track.foresight = null
    this.rider?.restart()
  }

  /**
   * Returns the input from which on pictures are repeated: the one in question, unless the picture may still have been easing
   * back from where it was extrapolated to.
   */
  #firstInput(input: number): number {
    const { shown } = this.#peer
    const oldest = Math.max(shown.oldest, input - this.#repeatedInputs)
    const surprise = this.#surpriseBefore(shown.ackOf(input), shown.ackOf(oldest))
    let first = input
    if (surprise < 0) return first
    for (let id = input; id >= oldest; id--) {
      this.#findMoment(id)
      if (moment[TIME]! > this.#stampMs(shown.ackOf(id))) first = id
      // This picture did not show it yet. What came before was foreseen.
      if (shown.ackOf(id) < surprise) break
    }
    return Math.max(oldest, first)
  }

  /** Returns the first network tick after `since` and up to `ack` whose state the client may have extrapolated wrongly. */
  #surpriseBefore(ack: number, since: number): number {
    const { past, history } = this.#entity
    const at = history.find(ack)
    if (at < 0 || history.rows[at + this.kind.schema.width + 1]! <= since) return -1
    // A rider is also eased when it gets on or off, which may be foreseen.
    const surprise = past && !this.rider ? past.firstSurprise(since, ack) : since + 1
    const until = surprise < 0 ? ack : surprise
    for (let tick = since; tick < until; tick++) if (!this.#isMovedAt(tick)) return tick + 1
    return surprise
  }

  /** Whether clients extrapolate by `move` from the state of network tick `tick`. */
  #isMovedAt(tick: number): boolean {
    const { history } = this.#entity
    const at = history.find(tick)
    return at >= 0 && wayOf(history.rows[at + this.kind.schema.width]!) === WAY.move
  }

  /** Feeds the snapshots that the picture of `input` and the movement until then depend on, except the newest. */
  #feedBefore(input: number): void {
    const { shown } = this.#peer
    const ack = shown.ackOf(input)
    this.#findMoment(input)
    let from = ack
    while (this.#stampMs(from) > moment[TIME]! || (from < ack && shown.isLost(from))) from--
    // `move` goes on from the newest state alone.
    if (from < ack || !this.#isMovedAt(ack)) from -= STATES_BEFORE
    const rows = this.#entity.past?.rows
    if (rows && rows.find(from) < 0) from -= this.#warmTicks
    this.#fedTick = Math.max(0, from) - 1
  }

  /** Feeds the snapshots up to that of network tick `ack` that have arrived. */
  #feed(ack: number): void {
    for (let tick = this.#fedTick + 1; tick <= ack; tick++)
      if (tick === ack || !this.#peer.shown.isLost(tick)) this.#take(tick)
  }

  /** Takes the state of network tick `tick`, and the extra states that were sent with it. */
  #take(tick: number): void {
    const { history } = this.#entity
    const { width } = this.kind.schema
    const { track } = this
    const isFirst = this.#rowTick < 0
    const before = this.#fedTick
    const stampMs = this.#stampMs(tick)
    this.#fedTick = tick
    const at = history.find(tick)
    if (at < 0 || Number.isNaN(stampMs)) return
    const { rows } = history
    const rowTick = rows[at + width + 1]!
    if (!isFirst && !this.#isTold(tick, rowTick)) return
    const teleports = rows[at + width - 1]!
    const isTeleport = !isFirst && teleports !== this.#teleports
    stamp[0] = stampMs
    stamp[1] = stampMs - this.#room.game.stepMs / 2
    makeWay(track, stamp)
    rested[0] = before > this.#toldTick && !isFirst ? this.#stampMs(before) : Number.NaN
    if (!(rested[0]! < stamp[1])) rested[0] = Number.NaN
    this.#copyTold(rows, at)
    const hasExtras = rowTick === tick && !isFirst && this.#takeExtras(tick, isTeleport)
    takeState(this, told, 0, stamp, rested, isTeleport && !hasExtras)
    if (isFirst) this.#beginMove(tick)
    extrapolateFrom(this, told, 0, this.#stampOf(tick), true)
    this.#teleports = teleports
    this.#rowTick = rowTick
    this.#toldTick = tick
  }

  /**
   * Whether the snapshot of network tick `tick` had a record of the entity, whose row is of `rowTick`: it was new to the
   * client.
   */
  #isTold(tick: number, rowTick: number): boolean {
    const baseline = this.#peer.shown.baselineOf(tick)
    return baseline < -1 ? rowTick === tick : rowTick > baseline
  }

  /** Copies what clients get of the row that begins at `at` to `told`. */
  #copyTold(rows: Int32Array, at: number): void {
    const { entering, width } = this.kind.schema
    told.fill(0, 0, width)
    for (let k = 0; k < entering.length; k++) told[entering[k]!] = rows[at + entering[k]!]!
    told[width] = rows[at + width]!
  }

  /** Gives `move` the columns that clients do not get. */
  #beginMove(tick: number): void {
    const rows = this.#entity.past?.rows
    if (!rows) return
    const at = rows.find(tick)
    this.foreseen ??= this.foresee(this.kind, this.rider !== null)
    if (at < 0) this.foreseen.begin(this.#defaults, 0, this.#stampOf(tick))
    else this.foreseen.begin(rows.rows, at, this.#stampOf(tick))
  }

  /** Takes the states between network tick `tick`, whose row is in `told`, and the one before. Returns whether there are any. */
  #takeExtras(tick: number, isTeleport: boolean): boolean {
    const { extras } = this.#entity
    const samples = extras?.samples
    if (!extras || !samples) return false
    const { values } = samples
    const untilMs = stamp[0]!
    const sinceMs = this.#stampMs(tick - 1)
    let hasAny = false
    for (let n = 0; n < samples.count; n++) {
      const from = samples.row(n)
      if (!(values[from]! > sinceMs + ROUNDING_MS && values[from]! < untilMs - ROUNDING_MS))
        continue
      this.kind.schema.coarseToNumbers(told, 0, numbers, 0)
      extras.readSample(from, numbers)
      stamp[0] = values[from]!
      takeNumbers(this, numbers, stamp, rested, isTeleport && !hasAny)
      rested[0] = Number.NaN
      hasAny = true
    }
    stamp[0] = untilMs
    return hasAny
  }

  /** The newest network tick that told something of the owner's entities, if only by leaving them out. */
  get #knownTick(): number {
    let tick = this.#fedTick
    while (this.#stampOf(tick - 1) === this.#stampOf(tick)) tick--
    return tick
  }

  /**
   * Sets `moment` to that of the entity's owner that was on display with an input, as far as a claim about it counts. (A number
   * returned would be boxed.)
   */
  #findMoment(input: number): void {
    const { game, tick, entities } = this.#room
    const { shown } = this.#peer
    const now = tick * SUBTICKS_PER_STEP
    const lowest = Math.max(shown.lowestOf(input), now - MOST_BACK_MS / this.#perSubTick)
    const lowestTick = Math.floor(lowest / game.sendSubTicks)
    // The owner's time at the earliest moment that counts. In between two network ticks it passes evenly.
    const since = (lowest - lowestTick * game.sendSubTicks) * this.#perSubTick
    const lowestMs = Math.min(this.#stampMs(lowestTick) + since, this.#stampMs(lowestTick + 1))
    const picturedMs = this.#stampMs(shown.ackOf(input))
    let claimedMs = this.#claimOf(input) * this.#perSubTick
    if (Number.isNaN(claimedMs)) claimedMs = picturedMs
    const newest = this.#entity.ticks.stamp + now - entities.gatheredTick * game.sendSubTicks
    const foreseenMs = Math.min(picturedMs + MOST_AHEAD_MS, now * this.#perSubTick)
    const latestMs = Math.max(newest * this.#perSubTick, foreseenMs)
    if (claimedMs > latestMs) claimedMs = latestMs
    moment[TIME] = claimedMs < lowestMs ? lowestMs : claimedMs
  }

  /** Returns the moment of the entity that was on display with an input, by the client's account. */
  #claimOf(input: number): SubTick {
    const { owner, history } = this.#entity
    const { shown } = this.#peer
    if (owner > 0) return shown.momentOf(owner, input)
    const at = history.find(shown.ackOf(input))
    const code = at < 0 ? 0 : history.rows[at + this.kind.schema.width]!
    return shown.roomMomentOf(horizonOf(code), input)
  }

  /** Returns the viewer's own time on display when an input was made. */
  #ownTimeOf(input: number): Ms {
    const { shown, inputs } = this.#peer
    const steps = shown.ownTimeOf(input)
    const from = inputs.epochs.timeOf(Math.floor(steps))
    const to = inputs.epochs.timeOf(Math.floor(steps) + 1)
    return (from + (to - from) * (steps - Math.floor(steps))) * this.#perSubTick
  }

  /** Returns the time of the owner's state in network tick `tick`; NaN if that is not kept. */
  #stampOf(tick: number): SubTick {
    const { ticks } = this.#entity
    const back = this.#room.entities.gatheredTick - tick
    return back >= 0 && back < Math.min(KEPT_STAMPS, ticks.count)
      ? ticks.at(ticks.count - 1 - back)
      : Number.NaN
  }

  #stampMs(tick: number): Ms {
    return this.#stampOf(tick) * this.#perSubTick
  }
}
