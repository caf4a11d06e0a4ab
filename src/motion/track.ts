import { powerOfTwo } from '../base/ring.ts'
import { from0, misuse } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import { Bracket, rowWidth } from './bracket.ts'
import { type Curve, checkCurves } from './curves.ts'
import { ErrorOffset } from './error-offset.ts'
import { BROKEN, COLUMNS, FLAGS, Samples } from './samples.ts'
import {
  BEFORE_FIRST,
  BETWEEN,
  EMPTY,
  ENDED,
  EXTRAPOLATED,
  HELD,
  TrackState,
} from './track-state.ts'

export { TrackState }

/** How the picture returns when movement was carried on wrongly: at once almost, but no faster than the eye follows. */
export const RETURN_HALF_LIFE_SECONDS = 0.02
export const RETURN_GIVE_UP_UNITS = 350

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
  /** Most frames in a row that are carried on past one newest sample; then it holds. From 0, default no limit. */
  readonly extrapolateFrames?: number | undefined
  /** How long movement is carried on when samples stay away, slower in the last third; 0: not. From 0, default 100. */
  readonly extrapolateMs?: Ms | undefined
  /** How long `presence` takes to rise from the first sample on, and to fall from the end on. From 0, default 0. */
  readonly fadeMs?: Ms | undefined
}

/**
 * The recent past of one remote entity, in one fixed ring, and what it looked like at any moment of it. Its numbers
 * cost `capacity` x 8 x (columns + 2 x smooth columns + 2) bytes, smooth being those of `hermiteCurve`, and 16 a
 * column for the picture, 24 with rotations; nothing is allocated after construction, unless `initialCapacity` is less.
 * Times are server time in ms; a sample's is its own, not its packet's (Multiplayer Platformer Log #5, `serverDelta`).
 *
 * When late data changes what was already shown, the difference is eased away (`ErrorOffset`), never snapped. An
 * entity at rest is drawn bit-identical. All methods may be called in frames and steps.
 */
export class Track {
  readonly #curves: readonly Curve[]
  readonly #extrapolateMs: Ms
  readonly #extrapolateFrames: number
  readonly #easeReturn: boolean
  readonly #fadeMs: Ms
  readonly #samples: Samples
  readonly #bracket: Bracket
  readonly #shown: Float64Array
  readonly #offset: ErrorOffset
  /**
   * Set it while the newest sample is known to hold still (snapshots came that do not mention the entity): what
   * lies past it is then the truth, not something to carry on. Whatever was carried on already is eased back. What
   * has rested is not carried on until a newer sample comes, also when this is false again. Default false.
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
  /** Argument of `show`: the moment. V8 boxes the fractional arguments of calls that it does not inline. */
  timeMs: Ms = Number.NaN
  /** Argument of `open`, likewise. */
  stampMs: Ms = Number.NaN
  #hasRested = false
  #newestRepeats = false
  /** The last sample at or before the last sampled time, -1 for none; counted from the oldest. */
  #cursor = -1
  #sampledMs: Ms = Number.NaN
  #firstMs: Ms = Number.NaN
  #endMs: Ms = Number.POSITIVE_INFINITY
  #rewritten = false
  /** Frames carried on past the newest sample, and how far past it the last of them was. */
  #dryFrames = 0
  #dryMs: Ms = Number.NaN

  /** Throws `misuse` for capacities that are no such powers of two, curves that make no record, numbers below 0. */
  constructor(options: TrackOptions) {
    const capacity = powerOfTwo(options.capacity ?? 32, 'capacity')
    const curves = checkCurves(options.curves)
    this.#curves = curves
    this.#extrapolateMs = from0(options.extrapolateMs ?? 100, 'extrapolateMs')
    this.#extrapolateFrames = from0(options.extrapolateFrames ?? Infinity, 'extrapolateFrames')
    this.#fadeMs = from0(options.fadeMs ?? 0, 'fadeMs')
    this.#easeReturn = options.easeReturn ?? true
    const initial = powerOfTwo(options.initialCapacity ?? capacity, 'initialCapacity')
    if (initial > capacity) misuse('initialCapacity', initial, `at most the capacity, ${capacity}`)
    this.#samples = new Samples(capacity, rowWidth(curves), initial)
    this.#bracket = new Bracket(curves, this.#samples)
    this.#shown = new Float64Array(curves.length)
    this.#offset = new ErrorOffset(curves, RETURN_HALF_LIFE_SECONDS, RETURN_GIVE_UP_UNITS)
  }

  /**
   * Adds the state of `stampMs`: the columns found in `values` from `offset` on. May come in any order: a late
   * one is sorted in while its time is still ahead of the last sampled one, otherwise dropped and counted; one
   * with a time already held replaces that. `breakBefore`: the entity did not travel here (a teleport, a new
   * life); the old value stands until `stampMs`.
   */
  push(stampMs: Ms, values: ArrayLike<number>, offset = 0, breakBefore = false): void {
    this.stampMs = stampMs
    const at = this.open(breakBefore)
    if (at < 0) return
    const rows = this.#samples.values
    for (let i = 0; i < this.#curves.length; i++) rows[at + i] = values[offset + i] ?? 0
  }

  /**
   * Does what `push` does, but for the columns: gives the place in `values` from which on the caller has to write them,
   * before anything else is called; -1 when the state came too late. Its time is in `stampMs`.
   */
  open(breakBefore: boolean): number {
    const samples = this.#samples
    const rows = samples.values
    const { stampMs } = this
    const { count } = samples
    let at = count
    // Nearly all are newer than all before: then one look is enough.
    if (!(count > 0 && stampMs > rows[samples.row(count - 1)]!)) {
      while (at > 0 && rows[samples.row(at - 1)]! > stampMs) at--
      const replaces = at > 0 && rows[samples.row(at - 1)]! === stampMs
      if (replaces) return this.#begin(at - 1, breakBefore)
      const tooOld = at < count && (stampMs <= this.#sampledMs || (at === 0 && samples.isFull))
      if (tooOld || Number.isNaN(stampMs)) {
        this.droppedSamples++
        return -1
      }
    }
    return this.#begin(this.#open(at), breakBefore)
  }

  /** Begins the sample at place `at` anew. Returns where its columns go. */
  #begin(at: number, breakBefore: boolean): number {
    const samples = this.#samples
    const rows = samples.values
    const { stampMs } = this
    if (!(stampMs >= this.#firstMs)) this.#firstMs = stampMs
    const row = samples.row(at)
    rows[row] = stampMs
    rows[row + FLAGS] = breakBefore ? BROKEN : 0
    this.#newestRepeats = false
    this.#noteChange(at)
    return row + COLUMNS
  }

  /**
   * Says that at `stampMs` the newest state still held. What a snapshot means that does not mention a resting
   * entity: called for each, or at least for the last one before the next change, so that the change does not
   * start as a glide from long ago. Called for each, a stopped entity is never extrapolated; a repeat after a
   * repeat only moves it. Ignored unless newer than the newest sample.
   */
  repeatLast(stampMs: Ms): void {
    const samples = this.#samples
    // Not by `newestMs`, which V8 boxes now and then.
    if (samples.count === 0 || !(stampMs > samples.values[samples.row(samples.count - 1)]!)) return
    if (!this.#newestRepeats) {
      const at = this.#open(samples.count)
      // With room for one sample only, that is the newest itself.
      if (at > 0) samples.copy(at - 1, at)
      this.#newestRepeats = at > 0
    }
    const newest = samples.row(samples.count - 1)
    samples.values[newest] = stampMs
    samples.values[newest + FLAGS] = 0
    this.#noteChange(samples.count - 1)
  }

  /**
   * Says that the entity leaves at `stampMs`: from then on it stands where it was, and its `presence` falls to 0
   * within `fadeMs`. It may be said early or late; `Infinity` takes it back.
   */
  end(stampMs: Ms): void {
    if (Math.min(stampMs, this.#endMs) < this.#sampledMs) this.#rewritten = true
    this.#endMs = stampMs
  }

  /** Forgets all samples, and an end, at or after `stampMs`: the time base of the entity's player has moved back. */
  rewind(stampMs: Ms): void {
    const samples = this.#samples
    while (samples.count > 0 && this.newestMs >= stampMs) {
      samples.count--
      this.#newestRepeats = false
      this.#noteChange(samples.count)
    }
    if (this.#firstMs >= stampMs) this.#firstMs = Number.NaN
    if (this.#endMs >= stampMs) this.end(Number.POSITIVE_INFINITY)
  }

  /** Forgets everything but the counters: the slot is for another entity now. */
  clear(): void {
    this.rewind(Number.NEGATIVE_INFINITY)
    this.isResting = false
    this.#cursor = -1
    this.#sampledMs = Number.NaN
    this.presence = 0
    this.#rewritten = false
    this.#offset.clear()
  }

  /**
   * Writes what the entity looked like at `timeMs` into the first columns of `out`, and says what that rests
   * on; `empty` (no sample, or `timeMs` is NaN) leaves `out` alone. Call once per frame, with times that grow;
   * a time before the last is answered, but eases nothing.
   */
  sample(timeMs: Ms, out: Float64Array): TrackState {
    this.timeMs = timeMs
    return this.show(out)
  }

  /** Does what `sample` does, with the moment in `timeMs`, which is another one afterwards. */
  show(out: Float64Array): TrackState {
    const timeMs = this.timeMs
    if (this.#samples.count === 0 || Number.isNaN(timeMs)) {
      this.presence = 0
      return EMPTY
    }
    if (this.isResting && !this.#hasRested) {
      this.#hasRested = true
      this.#noteRewrite()
    }
    if (this.#rewritten) this.#keepPicture(out)
    this.timeMs = Math.min(timeMs, this.#endMs)
    this.#moveCursor()
    const state = this.#evaluate(out)
    if (this.#offset.active) {
      this.#offset.dtSeconds = (timeMs - this.#sampledMs) / 1000
      this.#offset.follow(out, this.#shown)
    }
    this.#remember(out)
    if (this.#offset.active) {
      this.#offset.fade()
      this.#offset.apply(out)
    }
    this.#sampledMs = timeMs
    this.#fade()
    if (timeMs >= this.#endMs) return ENDED
    if (state === EXTRAPOLATED) {
      this.extrapolatedFrames++
      this.#dryFrames++
      this.#dryMs = timeMs - this.#bracket.afterMs
    } else if (state === HELD) this.heldFrames++
    return state
  }

  /** What `open` gives places in. */
  get values(): Float64Array {
    return this.#samples.values
  }

  /** How many samples are held. */
  get count(): number {
    return this.#samples.count
  }

  /** Time of the newest sample; NaN when there is none. */
  get newestMs(): Ms {
    const { count, values } = this.#samples
    return count > 0 ? values[this.#samples.row(count - 1)]! : Number.NaN
  }

  /** Writes the columns of the sample at `place`, 0 being the oldest, to `out` as they came. Returns its time. */
  read(place: number, out: Float64Array): Ms {
    const { values } = this.#samples
    const row = this.#samples.row(place)
    for (let i = 0; i < this.#curves.length; i++) out[i] = values[row + COLUMNS + i]!
    return values[row]!
  }

  /** Fills `out` from the samples around the cursor, which must stand right for `timeMs`. */
  #evaluate(out: Float64Array): TrackState {
    const bracket = this.#bracket
    const newest = this.#samples.count - 1
    const at = this.#cursor
    bracket.set(at)
    const pastMs = this.timeMs - bracket.afterMs
    bracket.reachMs = pastMs
    if (at < newest) {
      bracket.write(out, false)
      return at < 0 ? BEFORE_FIRST : BETWEEN
    }
    const canMove = !this.#hasRested && (bracket.hasVelocities || !bracket.isBroken)
    const mostMs = this.#dryFrames < this.#extrapolateFrames ? this.#extrapolateMs : this.#dryMs
    const horizonMs = canMove ? mostMs : 0
    const carriedMs = Math.min(pastMs, horizonMs)
    // At full speed for two thirds, then evenly slower, so that it stands still at the horizon without a jolt.
    const slowMs = Math.max(carriedMs - (this.#extrapolateMs * 2) / 3, 0)
    bracket.reachMs =
      slowMs > 0 ? carriedMs - 1.5 * slowMs * (slowMs / this.#extrapolateMs) : carriedMs
    bracket.write(out, true)
    if (pastMs === 0 || this.isResting) return BETWEEN
    return pastMs < horizonMs ? EXTRAPOLATED : HELD
  }

  #fade(): void {
    const fadeMs = this.#fadeMs
    const sinceMs = this.#sampledMs - this.#firstMs
    const leftMs = this.#endMs + fadeMs - this.#sampledMs
    if (sinceMs < 0 || leftMs <= 0) this.presence = 0
    else this.presence = fadeMs > 0 ? Math.min(sinceMs / fadeMs, leftMs / fadeMs, 1) : 1
  }

  /** What was shown last is no longer what the samples say: the difference becomes the offset. */
  #keepPicture(scratch: Float64Array): void {
    this.#rewritten = false
    if (!this.#easeReturn) return
    this.timeMs = Math.min(this.#sampledMs, this.#endMs)
    if (this.#moveCursor()) return
    this.#evaluate(scratch)
    this.#offset.add(this.#shown, scratch)
    this.#remember(scratch)
  }

  #remember(picture: Float64Array): void {
    for (let i = 0; i < this.#curves.length; i++) this.#shown[i] = picture[i]!
  }

  /** Searches `timeMs` from where it stands; true when a break was passed on the way forward: then nothing is eased. */
  #moveCursor(): boolean {
    const samples = this.#samples
    const rows = samples.values
    const timeMs = this.timeMs
    let at = Math.min(this.#cursor, samples.count - 1)
    let isBroken = false
    while (at + 1 < samples.count && rows[samples.row(at + 1)]! <= timeMs) {
      at++
      if (rows[samples.row(at) + FLAGS]! & BROKEN) isBroken = true
    }
    while (at >= 0 && rows[samples.row(at)]! > timeMs) at--
    this.#cursor = at
    if (isBroken) this.#offset.clear()
    return isBroken
  }

  /** Makes room for a sample at place `at` (counted from the oldest) and returns the place it then has. */
  #open(at: number): number {
    if (this.#samples.isFull) {
      if (this.#cursor <= 0) this.#noteChange(0)
      if (this.#cursor >= 0) this.#cursor--
    }
    return this.#samples.open(at)
  }

  /** A change of the bracket that was shown last, or before it, may have changed the picture. */
  #noteChange(at: number): void {
    const samples = this.#samples
    if (at <= this.#cursor + 1) this.#noteRewrite()
    // The slopes of the brackets on both sides were those of other samples.
    for (let i = at; i <= at + 1 && i < samples.count; i++)
      samples.values[samples.row(i) + FLAGS]! &= BROKEN
    if (at < samples.count - 1) return
    this.#dryFrames = 0
    this.#dryMs = 0
    this.#hasRested = false
  }

  /** Nothing was seen before the first sample, so nothing is eased. */
  #noteRewrite(): void {
    if (this.#sampledMs >= this.#firstMs) this.#rewritten = true
  }
}
