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
  /** The most samples held, a power of two. The newest push the oldest out. Default 32. */
  readonly capacity?: number | undefined
  /**
   * How many samples there is room for at first, a power of two up to `capacity`. The room doubles when needed, which
   * allocates. For many entities, most of which hardly change. Default: `capacity`.
   */
  readonly initialCapacity?: number | undefined
  /** How each column moves between samples: one curve per column, at least 1. */
  readonly curves: readonly Curve[]
  /** Whether a picture that turned out wrong is eased to the right one; false snaps. Default true. */
  readonly easeReturn?: boolean | undefined
  /**
   * The most frames in a row that are extrapolated past one newest sample. After that the picture holds. At least 0. Default:
   * no limit.
   */
  readonly extrapolateFrames?: number | undefined
  /**
   * How long movement is extrapolated when samples stay away, slower in the last third. 0: not at all. At least 0, default 100.
   */
  readonly extrapolateMs?: Ms | undefined
  /** Extrapolates movement past the newest sample, in place of the curves. Default: the curves do. */
  readonly foresight?: Foresight | undefined
  /** How long `presence` takes to rise after the first sample, and to fall after the end. At least 0, default 0. */
  readonly fadeMs?: Ms | undefined
}

/**
 * The recent past of one remote entity, in one fixed ring, and its picture at any moment. The samples cost `capacity` x 8 x
 * (columns + 2 x smooth columns + 2) bytes, where smooth columns are those of `hermiteCurve`. The picture costs 32 bytes, plus
 * 32 per column (40 with rotations) and 16 per smooth column. Nothing is allocated after construction, unless `initialCapacity`
 * is less than `capacity`. Times are server time in ms. A sample has its own time, not that of its packet (Multiplayer
 * Platformer Log #5, `serverDelta`).
 *
 * When late data changes what was already shown, the difference is eased (`ErrorOffset`) and never snaps. An entity at rest is
 * drawn bit-identical. All methods may be called in frames and steps.
 */
export class Track {
  readonly #track: SampledTrack
  readonly #extrapolateFrames: number
  readonly #fadeMs: Ms
  /**
   * Set this while the newest sample is known to hold still (snapshots came that do not mention the entity). The state past
   * that sample is then known and not extrapolated, and what was extrapolated already is eased back. Once the entity has
   * rested, it is not extrapolated until a newer sample comes, even if this is false again. Default false.
   */
  isResting = false
  /**
   * How much of the entity was there at the last `sample`, for its opacity or size: 0 before its first sample, then up to 1
   * within `fadeMs`, and down to 0 within `fadeMs` of its end. Fades change nothing else.
   */
  presence = 0
  /** How many calls of `sample` returned `extrapolated`. */
  extrapolatedFrames = 0
  /** How many calls of `sample` returned `held`. */
  heldFrames = 0
  /** How many samples came too late to be used. */
  droppedSamples = 0

  /**
   * Throws `misuse` for capacities that are not such powers of two, for curves that make no record, and for numbers below 0.
   */
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
   * Adds the state of `stampMs`, whose columns are in `values` from `offset` on. Samples may come in any order. A late one is
   * sorted in while its time is after the last sampled time; otherwise it is dropped and counted. One with a time already held
   * replaces that sample. `breakBefore`: the entity did not travel here (a teleport, a respawn), so the old value stands until
   * `stampMs`.
   */
  push(stampMs: Ms, values: ArrayLike<number>, offset = 0, breakBefore = false): void {
    stamp[0] = stampMs
    if (!pushSample(this.#track, stamp, values, offset, breakBefore)) this.droppedSamples++
  }

  /**
   * Says that the newest state still held at `stampMs`, as a snapshot does that does not mention a resting entity. Call it for
   * each such snapshot, or at least for the last one before the next change, so that the change does not start as a glide from
   * long ago. If it is called for each, a stopped entity is never extrapolated. A repeat after a repeat only moves it. Ignored
   * unless newer than the newest sample.
   */
  repeatLast(stampMs: Ms): void {
    stamp[0] = stampMs
    repeatLast(this.#track, stamp)
  }

  /**
   * Says that the entity leaves at `stampMs`: from then on it stands where it was, and its `presence` falls to 0 within
   * `fadeMs`. You may call it early or late. `Infinity` cancels the end.
   */
  end(stampMs: Ms): void {
    endTrack(this.#track, stampMs)
  }

  /** Forgets all samples, and an end, at or after `stampMs`, because the time base of the entity's player has moved back. */
  rewind(stampMs: Ms): void {
    rewindTrack(this.#track, stampMs)
    if (this.#track.endMs >= stampMs) this.end(Number.POSITIVE_INFINITY)
  }

  /** Forgets everything but the counters, to reuse the track for another entity. */
  clear(): void {
    clearTrack(this.#track)
    this.isResting = false
    this.presence = 0
  }

  /**
   * Writes what the entity looked like at `timeMs` to the first columns of `out`, and returns how it was found. `empty` (no
   * sample, or `timeMs` is NaN) leaves `out` alone. Call once per frame, with growing times. A time before the last one is
   * allowed, but eases nothing. Give `passedMs`, the real time since the last call, where `timeMs` does not pass at the same
   * rate. Errors are then eased over that time, or over the difference of the times if it is longer. Default 0: the difference
   * of the times.
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
   * Extrapolates movement past the newest sample; null: the curves do. Set it together with a newer sample, so that the
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

  /** The time of the newest sample; NaN if there is none. */
  get newestMs(): Ms {
    return this.#track.newestMs
  }

  /** Writes the columns of the sample at `place` (0 is the oldest) to `out`, as they were pushed. Returns the sample's time. */
  read(place: number, out: Float64Array): Ms {
    return readSample(this.#track, place, out)
  }
}
