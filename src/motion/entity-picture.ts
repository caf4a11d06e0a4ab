import { WAY, wayOf } from '../base/horizons.ts'
import type { Ms, SubTick } from '../base/units.ts'
import type { Kind } from '../game/define-game.ts'
import { setNumber } from '../game/quantize.ts'
import type { Holder } from '../game/schema.ts'
import type { MoveExtrapolation } from './move-extrapolation.ts'
import type { Rider, RiderMaker } from './riders.ts'
import { SampledTrack } from './sampled-track.ts'
import { openSample, pushSample, repeatLast } from './track-intake.ts'
import { EMPTY, type TrackState } from './track-state.ts'

/** How long movement is extrapolated: at full speed for longer than a render clock leads. That clock decides when to stop. */
const EXTRAPOLATE_MS: Ms = 400

/**
 * What the picture of a remote entity is made of: its track, and what extrapolates and carries it. A session has one for each
 * remote entity. A room that judges hits (`World.seenBy`) repeats with the same functions what a session showed.
 */
export interface EntityPicture {
  readonly kind: Kind
  readonly track: SampledTrack
  /** Draws it on its carrier; null if nothing can carry it. */
  readonly rider: Rider | null
  /** Makes the code that extrapolates it by `move`; undefined: only its curves do. */
  readonly foresee: Foresee | undefined
  /** What `foresee` has made; undefined before it is first needed. */
  foreseen: MoveExtrapolation | undefined
}

/** Makes the code that extrapolates an entity by `move`. `hasMoment`: see `MoveExtrapolation`. */
export type Foresee = (kind: Kind, hasMoment: boolean) => MoveExtrapolation

/** The columns of the state at hand, and the time that riders have behind them. */
const numbers = /* @__PURE__ */ new Float64Array(256)

/** Makes what draws the entities of a kind on their carriers; null if nothing can carry them. */
export function riderOf(kind: Kind): Rider | null {
  return kind.attachedTo ? (kind.riders as RiderMaker).rider(kind, kind.attachedTo) : null
}

/** Makes a track for an entity of a kind. `samples`: how many it holds, a power of two. */
export function trackOf({ schema }: Kind, rider: Rider | null, samples: number): SampledTrack {
  const { curves } = schema
  const tracked = rider ? [...curves, 'linear' as const] : curves
  return new SampledTrack(tracked, EXTRAPOLATE_MS, 2, samples)
}

/**
 * Puts the state whose row begins at `offset` into the track, as of `stamp[0]`, in ms. `rested[0]`: until when the state before
 * it is known to have held; NaN: unknown.
 */
export function takeState(
  { kind: { schema }, track, rider }: EntityPicture,
  row: Int32Array,
  offset: number,
  stamp: Readonly<Float64Array>,
  rested: Readonly<Float64Array>,
  isTeleport: boolean,
): void {
  if (rider) {
    schema.coarseToNumbers(row, offset, numbers, 0)
    return rider.push(track, stamp, rested, numbers, isTeleport)
  }
  repeatLast(track, rested)
  const at = openSample(track, stamp, isTeleport)
  if (at >= 0) schema.coarseToNumbers(row, offset, track.samples.values, at)
}

/** Like `takeState`, for a state that is already converted to numbers. */
export function takeNumbers(
  { track, rider }: EntityPicture,
  values: Float64Array,
  stamp: Readonly<Float64Array>,
  rested: Readonly<Float64Array>,
  isTeleport: boolean,
): void {
  if (rider) return rider.push(track, stamp, rested, values, isTeleport)
  repeatLast(track, rested)
  pushSample(track, stamp, values, 0, isTeleport)
}

/**
 * Extrapolates from the newest state, whose row begins at `offset`, at `stamp`, from now on, in the way that its code says.
 * `isOn`: whether `move` may extrapolate.
 */
export function extrapolateFrom(
  picture: EntityPicture,
  row: Int32Array,
  offset: number,
  stamp: SubTick,
  isOn: boolean,
): void {
  const { kind, track, rider } = picture
  const way = wayOf(row[offset + kind.schema.width]!)
  if (way === WAY.move && !picture.foreseen)
    picture.foreseen = picture.foresee?.(kind, rider !== null)
  const { foreseen } = picture
  // `move` takes states even while it does not extrapolate, because it carries on the columns that are not told.
  foreseen?.take(row, offset, stamp)
  track.foresight = (isOn && way === WAY.move && foreseen) || null
  if (way === WAY.rest) track.horizonMs = 0
  if (rider) rider.isForeseen = track.foresight !== null
}

/**
 * Writes the picture of a moment (see `moment.ts`) to `object`. Riders and paths are drawn at `ownTimeMs`, the viewer's own time.
 * Returns what the picture is based on; if it is `EMPTY`, nothing was written. `out` gets the numbers, and leaves texts to the caller.
 */
export function showPicture(
  { kind, track, rider }: EntityPicture,
  moment: Readonly<Float64Array>,
  ownTimeMs: Ms,
  object: Holder,
  out: Float64Array,
): TrackState {
  const state = track.show(moment, out)
  if (state === EMPTY) return state
  const { viewed, columns } = kind.schema
  rider?.leave(object, out, ownTimeMs)
  for (let k = 0; k < viewed.length; k++) setNumber(columns[viewed[k]!]!, object, out, viewed[k]!)
  rider?.place(object, out, ownTimeMs)
  kind.path?.(object, ownTimeMs)
  // The clamp works between states too, so that an entity that eases back from inside a wall is kept out of it.
  kind.clamp?.(object)
  return state
}
