import { horizonOf } from '../../base/horizons.ts'
import type { Ms, SubTick } from '../../base/units.ts'
import type { Kind } from '../../game/define-game.ts'
import type { EntityId } from '../../game/field.ts'
import { setNumber } from '../../game/quantize.ts'
import type { Holder } from '../../game/schema.ts'
import type { HeardTexts } from '../../game/texts.ts'
import {
  type EntityPicture,
  extrapolateFrom,
  type Foresee,
  riderOf,
  showPicture,
  takeState,
  trackOf,
} from '../../motion/entity-picture.ts'
import type { MoveExtrapolation } from '../../motion/move-extrapolation.ts'
import type { Rider } from '../../motion/riders.ts'
import type { SampledTrack } from '../../motion/sampled-track.ts'
import { makeWay } from '../../motion/track-intake.ts'
import { EMPTY, type TrackState } from '../../motion/track-state.ts'
import type { ChangedTarget } from '../../wire/records/body.ts'
import { RowHistory } from '../../wire/records/row-history.ts'
import type { RowPages } from '../../wire/records/row-pages.ts'
import { EntityView } from '../page/view.ts'
import type { OwnEntity } from '../prediction/own-entity.ts'
import { ROOM } from './players.ts'
import type { ShownTimeline } from './shown-timeline.ts'

export interface RemoteOptions {
  /** How many samples the track of a room's entity holds. Tracks of players' entities hold twice as many. */
  readonly trackSamples: number
  /** Holds their baselines. Default: each entity has an array of its own. */
  readonly rows?: RowPages
  /** Makes the code that extrapolates another player's entity; undefined: only its curves do. */
  readonly foresee?: Foresee | undefined
}

/** Lets frames leave an entity out: see `Sleeper`. */
export interface Sleep {
  /** It is out of sight, and its view grows old. */
  readonly isAway: boolean
  /** It is known to stand still, and its view is right. */
  readonly isResting: boolean
  /** Whether its view is among those of `culled`. */
  isListed: boolean
  readonly culled: { readonly views: Holder[]; count: number }
  /** Takes in a new state of the entity, or that it has left. */
  told(): void
  /** Decides whether it is away until this is called again. */
  look(): void
  /** Decides, after a frame in which it was shown, whether it rests from now on. */
  mayRest(): boolean
}

/** Which entity it is, and whose. */
export interface RemoteIdentity {
  readonly slot: number
  readonly generation: number
  readonly kind: Kind
  /** The number of the player who owns it; 0: the room does. */
  readonly owner: number
  /** Whether that is the local player. */
  readonly isMine: boolean
  /** Whether it is never shown: it has baselines only. */
  readonly isPredicted: boolean
}

/**
 * An entity as its records describe it: the baselines for those records, and the track that is shown. An entity that the local
 * player predicts has one too, for the baselines, but it is never shown.
 */
export class RemoteEntity implements ChangedTarget, EntityPicture {
  // The fields that every record needs come first: with many entities, they cost less the fewer cache lines they fill.
  declare readonly history: RowHistory
  declare readonly track: SampledTrack
  /** The timeline by which it is shown: that of its owner, a player or the room. */
  declare readonly shownTimeline: ShownTimeline
  declare readonly kind: Kind
  declare readonly schema: Kind['schema']
  tick = -1
  /** The newest network tick that had no room for it. */
  silentTick = -1
  /** How many complete bodies there were when it was last named. */
  body = 0
  /** How far its movement may be extrapolated past its newest state: an index into `HORIZONS_MS`. */
  horizon = 0
  #teleports = 0
  declare readonly rider: Rider | null
  declare readonly slot: number
  declare readonly id: EntityId
  declare readonly owner: number
  /** Whether it is kept for its baselines and never shown: the local player predicts it, or it holds the room's fields. */
  declare readonly isPredicted: boolean
  declare readonly view: EntityView
  /** The time of its player's clock, or of its lane if the room owns it. Shown unless interpolation is off. */
  renderTimeMs: Ms = Number.NaN
  /** When it left; Infinity while it is there. */
  leftMs: Ms = Number.POSITIVE_INFINITY
  /** What its last picture was based on. */
  state: TrackState = EMPTY
  /** Whether it has left on display too. */
  isGone = false
  /** The fields that only its owner gets, if the local player owns it and does not predict it. */
  own: OwnEntity | undefined
  /**
   * Whether it has been on display, also with another owner. If so, it is shown even before the time of its first state, which
   * is later than the moment on display after its player's time was set back.
   */
  hasEntered = false
  /** Whether its view is among the views. */
  isShown = false
  /** Lets frames leave it out; undefined without `cull`. */
  sleeper: Sleep | undefined
  readonly foresee: Foresee | undefined
  foreseen: MoveExtrapolation | undefined
  /** Its texts; undefined if it has none. */
  declare readonly texts: HeardTexts | undefined

  constructor(
    { slot, generation, kind, owner, isMine, isPredicted }: RemoteIdentity,
    { trackSamples, rows, foresee }: RemoteOptions,
    shownTimeline: ShownTimeline,
  ) {
    this.isPredicted = isPredicted
    this.shownTimeline = shownTimeline
    this.slot = slot
    this.id = (generation << 16) | slot
    this.kind = kind
    this.schema = kind.schema
    this.owner = owner
    this.view = new EntityView(kind, this.id, owner, isMine)
    const { width, textCode } = kind.schema
    this.history = new RowHistory(width + 1, rows)
    this.rider = isPredicted ? null : riderOf(kind)
    // A player's clock may lie further back, because it catches up where the render clock jumps.
    this.track = trackOf(kind, this.rider, owner === ROOM ? trackSamples : 2 * trackSamples)
    this.texts = textCode?.heard(kind.schema)
    if (!isPredicted && kind.schema.input) this.foresee = foresee
  }

  get row(): Int32Array {
    return this.history.rows
  }

  get offset(): number {
    return this.history.newestOffset
  }

  putText(index: number, value: string): number {
    return this.texts!.put(index, value)
  }

  /**
   * Begins the row of network tick `tick` as a copy of its baseline. Returns false if that is not held. `oldest`: see
   * `RowHistory.push`.
   */
  begin(tick: number, baseline: number, oldest?: number): boolean {
    return this.history.pushFrom(tick, baseline, oldest) >= 0
  }

  /** Begins the row of network tick `tick` from zeros. Counts of texts go on. */
  beginWhole(tick: number, oldest?: number): void {
    const isFirst = this.history.count === 0
    const { row: before, offset: beforeAt } = this
    this.history.push(tick, oldest)
    const { row, offset } = this
    row.fill(0, offset, offset + this.schema.width + 1)
    if (!isFirst) this.texts?.keep(before, beforeAt, row, offset)
  }

  /**
   * Puts the row just read, of network tick `tick`, into the track as the state at `stamp[0]`, in ms; `stamp[1]` is half a step
   * before. `hasRested`: whether the state before it is known to have held until the timeline's `beforeMs`.
   */
  filled(tick: number, stamp: Readonly<Float64Array>, hasRested: boolean): void {
    const { track, row, offset } = this
    const { beforeMs } = this.shownTimeline
    const { width } = this.schema
    const teleports = row[offset + width - 1]!
    const isTeleport = this.tick >= 0 && teleports !== this.#teleports
    makeWay(track, stamp)
    rested[0] = Number.NaN
    if (hasRested && beforeMs < stamp[1]!) rested[0] = beforeMs
    takeState(this, row, offset, stamp, rested, isTeleport)
    this.#teleports = teleports
    this.horizon = horizonOf(row[offset + width]!)
    this.tick = tick
  }

  /**
   * Extrapolates from the newest state, at `stamp`, from now on, in the way that the server told. `isOn`: whether `move` may
   * extrapolate.
   */
  extrapolate(stamp: SubTick, isOn: boolean): void {
    extrapolateFrom(this, this.row, this.offset, stamp, isOn)
  }

  copyNewest(object: Holder): void {
    const { schema } = this
    const { viewed, columns } = schema
    schema.coarseToNumbers(this.row, this.offset, numbers, 0)
    for (let k = 0; k < viewed.length; k++)
      setNumber(columns[viewed[k]!]!, object, numbers, viewed[k]!)
    this.texts?.show(object, numbers)
  }

  /**
   * Shows a moment; see `SampledTrack.show`. Riders and paths are drawn at `ownTimeMs`, the local player's own time.
   * `isResting`: nothing has changed up to the newest snapshot. Free of allocation.
   */
  show(moment: Readonly<Float64Array>, ownTimeMs: Ms, isResting: boolean): TrackState {
    this.track.rest(isResting)
    const { object } = this.view
    const state = showPicture(this, moment, ownTimeMs, object, numbers)
    this.state = state
    if (state === EMPTY) return state
    this.texts?.show(object, numbers)
    this.own?.overlay(this.view)
    return state
  }
}

/** The columns of the state at hand, and the time that riders have behind them. */
const numbers = /* @__PURE__ */ new Float64Array(256)
/** Until when the state before is known to have held; NaN: unknown. */
const rested = /* @__PURE__ */ new Float64Array(1)
