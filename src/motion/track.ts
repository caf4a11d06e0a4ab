import { from0, misuse, powerOfTwo } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import { type Curve, checkCurves } from './curves.ts'
import type { Foresight } from './foresight.ts'
import { PASSED, TIME } from './moment.ts'
import { SampledTrack } from './sampled-track.ts'
import {
  clearTrack,
  endTrack,
  pushSample,
  readSample,
  repeatLast,
  rewindTrack,
} from './track-intake.ts'
import { EMPTY, ENDED, EXTRAPOLATED, HELD, TrackState } from './track-state.ts'

export { TrackState }

const stamp = /* @__PURE__ */ new Float64Array(1)
const moment = /* @__PURE__ */ new Float64Array(2)

/** Settings of a `Track`. */
export interface TrackOptions {
  /** Most samples held, a power of two; the newest push the oldest out. Default 32. */
  readonly capacity?: number | undefined
  /**
   * Samples there is room for at first, a power of two up to `capacity`. The room doubles when it has to, which allocates:
   * for many entities most of which hardly change. Default `capacity`.
   */
  readonly initialCapacity?: number | undefined
  /** How each column moves between samples; their number is the number of columns, at least 1. */
  readonly curves: readonly Curve[]
  /** Whether a picture that turned out wrong is eased to the right one; false snaps. Default true. */
  readonly easeReturn?: boolean | undefined
  /** Most frames in a row that are extrapolated past one newest sample; then it holds. From 0, default no limit. */
  readonly extrapolateFrames?: number | undefined
  /** How long movement is extrapolated when samples stay away, slower in the last third; 0: not. From 0, default 100. */
  readonly extrapolateMs?: Ms | undefined
  /** What extrapolates movement past the newest sample, in place of the curves. Default: the curves do. */
  readonly foresight?: Foresight | undefined
  /** How long `presence` takes to rise from the first sample on, and to fall from the end on. From 0, default 0. */
  readonly fadeMs?: Ms | undefined
}

/**
 * The recent past of one remote entity, in one fixed ring, and what it looked like at any moment of it. Its numbers
 * cost `capacity` x 8 x (columns + 2 x smooth columns + 2) bytes, smooth being those of `hermiteCurve`, and for what is on
 * show 32, 32 a column (40 with rotations) and 16 a smooth column. Nothing is allocated after construction, unless
 * `initialCapacity` is less.
 * Times are server time in ms; a sample's is its own, not its packet's (Multiplayer Platformer Log #5, `serverDelta`).
 *
 * When late data changes what was already shown, the difference is eased away (`ErrorOffset`), never snapped. An
 * entity at rest is drawn bit-identical. All methods may be called in frames and steps.
 */
export class Track {
  readonly #track: SampledTrack
  readonly #extrapolateFrames: number
  readonly #fadeMs: Ms
  /**
   * Set it while the newest sample is known to hold still (snapshots came that do not mention the entity): what
   * lies past it is then the truth, not something to extrapolate. Whatever was extrapolated already is eased back. What
   * has rested is not extrapolated until a newer sample comes, also when this is false again. Default false.
   */
  isResting = false
  /**
   * How much of the entity was there at the last `sample`, for its opacity or size: 0 before its first sample, then
   * up to 1 within `fadeMs`; down to 0 within `fadeMs` of its end. Fades change nothing but this.
   */
  presence = 0
  /** Calls of `sample` answered `extrapolated`. */
  extrapolatedFrames = 0
  /** Calls of `sample` answered `held`. */
  heldFrames = 0
  /** Samples that came too late to be of use. */
  droppedSamples = 0

  /** Throws `misuse` for capacities that are no such powers of two, curves that make no record, numbers below 0. */
  constructor(options: TrackOptions) {
    const capacity = powerOfTwo(options.capacity ?? 32, 'capacity')
    const curves = checkCurves(options.curves)
    const extrapolateMs = from0(options.extrapolateMs ?? 100, 'extrapolateMs')
    this.#extrapolateFrames = from0(options.extrapolateFrames ?? Infinity, 'extrapolateFrames')
    this.#fadeMs = from0(options.fadeMs ?? 0, 'fadeMs')
    const initial = powerOfTwo(options.initialCapacity ?? capacity, 'initialCapacity')
    if (initial > capacity) misuse('initialCapacity', initial, `at most the capacity, ${capacity}`)
    const mostMs = this.#extrapolateFrames > 0 ? extrapolateMs : 0
    this.#track = new SampledTrack(curves, mostMs, initial, capacity)
    this.#track.easesReturn = options.easeReturn ?? true
    this.#track.foresight = options.foresight ?? null
  }

  /**
   * Adds the state of `stampMs`: the columns found in `values` from `offset` on. May come in any order: a late
   * one is sorted in while its time is still ahead of the last sampled one, otherwise dropped and counted; one
   * with a time already held replaces that. `breakBefore`: the entity did not travel here (a teleport, a new
   * life); the old value stands until `stampMs`.
   */
  push(stampMs: Ms, values: ArrayLike<number>, offset = 0, breakBefore = false): void {
    stamp[0] = stampMs
    if (!pushSample(this.#track, stamp, values, offset, breakBefore)) this.droppedSamples++
  }

  /**
   * Says that at `stampMs` the newest state still held. What a snapshot means that does not mention a resting
   * entity: called for each, or at least for the last one before the next change, so that the change does not
   * start as a glide from long ago. Called for each, a stopped entity is never extrapolated; a repeat after a
   * repeat only moves it. Ignored unless newer than the newest sample.
   */
  repeatLast(stampMs: Ms): void {
    stamp[0] = stampMs
    repeatLast(this.#track, stamp)
  }

  /**
   * Says that the entity leaves at `stampMs`: from then on it stands where it was, and its `presence` falls to 0
   * within `fadeMs`. It may be said early or late; `Infinity` takes it back.
   */
  end(stampMs: Ms): void {
    endTrack(this.#track, stampMs)
  }

  /** Forgets all samples, and an end, at or after `stampMs`: the time base of the entity's player has moved back. */
  rewind(stampMs: Ms): void {
    rewindTrack(this.#track, stampMs)
    if (this.#track.endMs >= stampMs) this.end(Number.POSITIVE_INFINITY)
  }

  /** Forgets everything but the counters: the slot is for another entity now. */
  clear(): void {
    clearTrack(this.#track)
    this.isResting = false
    this.presence = 0
  }

  /**
   * Writes what the entity looked like at `timeMs` into the first columns of `out`, and says what that rests
   * on; `empty` (no sample, or `timeMs` is NaN) leaves `out` alone. Call once per frame, with times that grow;
   * a time before the last is answered, but eases nothing. `passedMs`: give it where times do not pass as those of the calls
   * do: how much time has passed since the last one. What was wrong is then eased away by that time, or by that between the
   * times given where it is longer. Default 0: as much as between the times given.
   */
  sample(timeMs: Ms, out: Float64Array, passedMs: Ms = 0): TrackState {
    const track = this.#track
    track.rest(this.isResting)
    moment[TIME] = timeMs
    moment[PASSED] = passedMs
    const state = track.show(moment, out)
    this.presence = 0
    if (state === EMPTY) return EMPTY
    const fadeMs = this.#fadeMs
    const sinceMs = timeMs - track.firstMs
    const leftMs = track.endMs + fadeMs - timeMs
    if (!(sinceMs < 0 || leftMs <= 0))
      this.presence = fadeMs > 0 ? Math.min(sinceMs / fadeMs, leftMs / fadeMs, 1) : 1
    if (timeMs >= track.endMs) return ENDED
    if (state === EXTRAPOLATED) {
      this.extrapolatedFrames++
      if (++track.dryFrames >= this.#extrapolateFrames) track.horizonMs = timeMs - track.newestMs
    } else if (state === HELD) this.heldFrames++
    return state
  }

  /**
   * What extrapolates movement past the newest sample; null: the curves. Set it with a newer sample, so that the
   * difference is eased.
   */
  get foresight(): Foresight | null {
    return this.#track.foresight
  }

  set foresight(foresight: Foresight | null) {
    this.#track.foresight = foresight
  }

  /** How many samples are held. */
  get count(): number {
    return this.#track.samples.count
  }

  /** Time of the newest sample; NaN when there is none. */
  get newestMs(): Ms {
    return this.#track.newestMs
  }

  /** Writes the columns of the sample at `place`, 0 being the oldest, to `out` as they came. Returns its time. */
  read(place: number, out: Float64Array): Ms {
    return readSample(this.#track, place, out)
  }
}
