import { GlissadeError } from '../base/error.ts'
import { powerOfTwo } from '../base/ring.ts'
import type { Ms } from '../base/units.ts'
import { angleDifference, type Curve, lerp } from './curves.ts'
import { ErrorOffset } from './error-offset.ts'

/** What a `Track` had to show; see each value. Numbers, so that they fit into typed arrays. */
export const TrackState = {
  /** No sample: nothing was written. */
  empty: 0,
  /** The time lies before all samples: the oldest is shown as it is. */
  beforeFirst: 1,
  /** Between two samples, or exactly on one. */
  between: 2,
  /** Past the newest sample, carried on by the last velocity, which decays. */
  extrapolated: 3,
  /** Past that too, or with nothing to carry on by: standing still. */
  held: 4,
} as const

/** One of the values of `TrackState`. */
export type TrackState = (typeof TrackState)[keyof typeof TrackState]

/** Settings of a `Track`. */
export interface TrackOptions {
  /** Most samples held, a power of two; the newest push the oldest out. Default 32. */
  readonly capacity?: number | undefined
  /** How each column moves between samples; their number is the number of columns, at least 1. */
  readonly curves: readonly Curve[]
  /** How long movement is carried on when samples stay away; 0 turns that off. Default 100. */
  readonly extrapolateMs?: Ms | undefined
}

/**
 * The recent past of one remote entity, in one fixed ring of typed arrays, and what it looked like at any moment
 * of it. Costs 8 bytes x `capacity` x (columns + 1) and allocates nothing after construction. Times are
 * server time in ms; a sample's is its own, not its packet's (Multiplayer Platformer Log #5, `serverDelta`).
 *
 * When late data changes what was already shown, the difference is eased away (`ErrorOffset`), never snapped. An
 * entity at rest is drawn bit-identical.
 */
export class Track {
  readonly #curves: readonly Curve[]
  readonly #columns: number
  readonly #capacity: number
  readonly #extrapolateMs: Ms
  readonly #values: Float64Array
  readonly #stamps: Float64Array
  readonly #breaks: Uint8Array
  readonly #shown: Float64Array
  readonly #again: Float64Array
  readonly #offset: ErrorOffset
  /**
   * Set it while the newest sample is known to hold still (snapshots came that do not mention the entity): what
   * lies past it is then the truth, not something to carry on. Default false.
   */
  isResting = false
  #first = 0
  #count = 0
  #newestRepeats = false
  /** The last sample at or before the last sampled time, -1 for none; counted from the oldest. */
  #cursor = -1
  #sampledMs: Ms = Number.NaN
  /** The moment, the sample being worked on: V8 boxes fractional arguments unless it inlines the call. */
  #timeMs: Ms = Number.NaN
  #stampMs: Ms = Number.NaN
  #rewritten = false
  #beforeMs: Ms = Number.NaN
  #afterMs: Ms = Number.NaN
  #alpha = 0
  #extrapolatedFrames = 0
  #heldFrames = 0
  #droppedSamples = 0

  /** Throws `misuse` when `capacity` is no power of two or there are no curves. */
  constructor(options: TrackOptions) {
    const capacity = powerOfTwo(options.capacity ?? 32, 'capacity')
    const columns = options.curves.length
    if (columns === 0) throw new GlissadeError('misuse', 'curves is empty, a track needs a column')
    this.#curves = options.curves
    this.#columns = columns
    this.#capacity = capacity
    this.#extrapolateMs = options.extrapolateMs ?? 100
    this.#values = new Float64Array(capacity * columns)
    this.#stamps = new Float64Array(capacity)
    this.#breaks = new Uint8Array(capacity)
    this.#shown = new Float64Array(columns)
    this.#again = new Float64Array(columns)
    this.#offset = new ErrorOffset(options.curves)
  }

  /**
   * Adds the state of `stampMs`: the columns found in `values` from `offset` on. May come in any order: a late
   * one is sorted in while its time is still ahead of the last sampled one, otherwise dropped and counted; one
   * with a time already held replaces that. `breakBefore`: the entity did not travel here (a teleport, a new
   * life); the old value stands until `stampMs`.
   */
  push(stampMs: Ms, values: ArrayLike<number>, offset = 0, breakBefore = false): void {
    this.#stampMs = stampMs
    this.#add(values, offset, breakBefore)
  }

  /**
   * Says that at `stampMs` the newest state still held. What a snapshot means that does not mention a resting
   * entity: called for each, or at least for the last one before the next change, so that the change does not
   * start as a glide from long ago. Called for each, a stopped entity is never extrapolated; a repeat after a
   * repeat only moves it. Ignored unless newer than the newest sample.
   */
  repeatLast(stampMs: Ms): void {
    if (this.#count === 0 || !(stampMs > this.newestMs)) return
    if (!this.#newestRepeats) {
      const columns = this.#columns
      const at = this.#open(this.#count)
      const to = this.#slot(at)
      const from = at > 0 ? this.#slot(at - 1) : to
      this.#values.copyWithin(to * columns, from * columns, (from + 1) * columns)
      this.#breaks[to] = 0
      this.#newestRepeats = at > 0
    }
    this.#stamps[this.#slot(this.#count - 1)] = stampMs
    this.#noteChange(this.#count - 1)
  }

  /** Forgets all samples at or after `stampMs`: the time base of the entity's player has moved back. */
  rewind(stampMs: Ms): void {
    while (this.#count > 0 && this.newestMs >= stampMs) {
      this.#count--
      this.#newestRepeats = false
      this.#noteChange(this.#count)
    }
  }

  /** Forgets everything but the counters: the slot is for another entity now. */
  clear(): void {
    this.isResting = false
    this.#count = 0
    this.#newestRepeats = false
    this.#cursor = -1
    this.#sampledMs = Number.NaN
    this.#rewritten = false
    this.#offset.clear()
  }

  /**
   * Writes what the entity looked like at `timeMs` into the first columns of `out`, and says what that rests
   * on; `empty` (no sample, or `timeMs` is NaN) leaves `out` alone. Call once per frame, with times that grow;
   * a time before the last is answered, but eases nothing.
   */
  sample(timeMs: Ms, out: Float64Array): TrackState {
    this.#timeMs = timeMs
    return this.#show(out)
  }

  /** How many samples are held. */
  get count(): number {
    return this.#count
  }

  /** Time of the newest sample; NaN when there is none. */
  get newestMs(): Ms {
    return this.#count > 0 ? this.#stampAt(this.#count - 1) : Number.NaN
  }

  /** Time of the older sample that the last `sample` used. */
  get beforeMs(): Ms {
    return this.#beforeMs
  }

  /** Time of the newer sample that the last `sample` used. */
  get afterMs(): Ms {
    return this.#afterMs
  }

  /** Where between the two it was: 0 at the older, 1 at the newer, above 1 past the newest. */
  get alpha(): number {
    return this.#alpha
  }

  /** Calls of `sample` answered `extrapolated`. */
  get extrapolatedFrames(): number {
    return this.#extrapolatedFrames
  }

  /** Calls of `sample` answered `held`. */
  get heldFrames(): number {
    return this.#heldFrames
  }

  /** Samples that came too late to be of use. */
  get droppedSamples(): number {
    return this.#droppedSamples
  }

  #add(values: ArrayLike<number>, offset: number, breakBefore: boolean): void {
    const stampMs = this.#stampMs
    let at = this.#count
    while (at > 0 && this.#stampAt(at - 1) > stampMs) at--
    const replaces = at > 0 && this.#stampAt(at - 1) === stampMs
    if (replaces) at--
    else {
      const late = at < this.#count
      const tooOld = late && (stampMs <= this.#sampledMs || (at === 0 && this.#isFull()))
      if (tooOld || Number.isNaN(stampMs)) {
        this.#droppedSamples++
        return
      }
      at = this.#open(at)
    }
    const slot = this.#slot(at)
    this.#stamps[slot] = stampMs
    this.#breaks[slot] = breakBefore ? 1 : 0
    const from = slot * this.#columns
    for (let i = 0; i < this.#columns; i++) this.#values[from + i] = values[offset + i] ?? 0
    this.#newestRepeats = false
    this.#noteChange(at)
  }

  #show(out: Float64Array): TrackState {
    const timeMs = this.#timeMs
    if (this.#count === 0 || Number.isNaN(timeMs)) return TrackState.empty
    if (this.#rewritten) this.#keepPicture()
    this.#timeMs = timeMs
    if (this.#moveCursor()) this.#offset.clear()
    const state = this.#evaluate(out)
    for (let i = 0; i < this.#columns; i++) this.#shown[i] = out[i]!
    if (this.#offset.active) {
      this.#offset.dtSeconds = (timeMs - this.#sampledMs) / 1000
      this.#offset.fade()
      this.#offset.apply(out)
    }
    this.#sampledMs = timeMs
    if (state === TrackState.extrapolated) this.#extrapolatedFrames++
    else if (state === TrackState.held) this.#heldFrames++
    return state
  }

  /** Fills `out` from the samples around the cursor, which must stand right for `#timeMs`. */
  #evaluate(out: Float64Array): TrackState {
    const newest = this.#count - 1
    const at = this.#cursor
    const pastMs = at === newest ? this.#timeMs - this.#stampAt(at) : 0
    const a = at < newest || at === 0 ? Math.max(at, 0) : at - 1
    const b = at < 0 ? 0 : Math.min(a + 1, newest)
    this.#beforeMs = this.#stampAt(a)
    this.#afterMs = this.#stampAt(b)
    const spanMs = this.#afterMs - this.#beforeMs
    this.#alpha = b > a ? (this.#timeMs - this.#beforeMs) / spanMs : 0
    const broken = a === b || this.#breaks[this.#slot(b)] === 1
    if (at < newest) {
      this.#blend(a, broken ? a : b, out)
      return at < 0 ? TrackState.beforeFirst : TrackState.between
    }
    if (this.isResting) {
      this.#blend(b, b, out)
      return TrackState.between
    }
    const horizonMs = broken ? 0 : this.#extrapolateMs
    if (pastMs > 0 && horizonMs > 0) {
      this.#carryOn(a, b, out)
      return pastMs < horizonMs ? TrackState.extrapolated : TrackState.held
    }
    this.#blend(b, b, out)
    return pastMs > 0 ? TrackState.held : TrackState.between
  }

  #blend(a: number, b: number, out: Float64Array): void {
    const values = this.#values
    const alpha = this.#alpha
    const from = this.#slot(a) * this.#columns
    const to = this.#slot(b) * this.#columns
    for (let i = 0; i < this.#columns; i++) {
      const curve = this.#curves[i]
      const old = values[from + i]!
      if (curve === 'linear') out[i] = lerp(old, values[to + i]!, alpha)
      else if (curve === 'angle') out[i] = old + angleDifference(old, values[to + i]!) * alpha
      else out[i] = old
    }
  }

  /** With a velocity that falls evenly to 0 at the horizon, so that it stands still there without a jolt. */
  #carryOn(a: number, b: number, out: Float64Array): void {
    const values = this.#values
    const pastMs = Math.min(this.#timeMs - this.#afterMs, this.#extrapolateMs)
    const reachMs = pastMs - (pastMs * pastMs) / (2 * this.#extrapolateMs)
    const factor = reachMs / (this.#afterMs - this.#beforeMs)
    const from = this.#slot(a) * this.#columns
    const to = this.#slot(b) * this.#columns
    for (let i = 0; i < this.#columns; i++) {
      const curve = this.#curves[i]
      const old = values[from + i]!
      const last = values[to + i]!
      if (curve === 'linear') out[i] = last + (last - old) * factor
      else out[i] = curve === 'angle' ? last + angleDifference(old, last) * factor : last
    }
  }

  /** What was shown last is no longer what the samples say: the difference becomes the offset. */
  #keepPicture(): void {
    this.#rewritten = false
    this.#timeMs = this.#sampledMs
    if (this.#moveCursor()) {
      this.#offset.clear()
      return
    }
    this.#evaluate(this.#again)
    this.#offset.add(this.#shown, this.#again)
  }

  /** Searches `#timeMs` from where it stands; true when a break was passed on the way forward. */
  #moveCursor(): boolean {
    const timeMs = this.#timeMs
    let at = Math.min(this.#cursor, this.#count - 1)
    let broken = false
    while (at + 1 < this.#count && this.#stampAt(at + 1) <= timeMs) {
      at++
      if (this.#breaks[this.#slot(at)] === 1) broken = true
    }
    while (at >= 0 && this.#stampAt(at) > timeMs) at--
    this.#cursor = at
    return broken
  }

  /** Makes room for a sample at place `at` (counted from the oldest) and returns the place it then has. */
  #open(at: number): number {
    let place = at
    if (this.#isFull()) {
      this.#first = (this.#first + 1) & (this.#capacity - 1)
      this.#count--
      place--
      if (this.#cursor <= 0) this.#noteChange(0)
      if (this.#cursor >= 0) this.#cursor--
    }
    const columns = this.#columns
    for (let i = this.#count; i > place; i--) {
      const to = this.#slot(i)
      const from = this.#slot(i - 1)
      this.#stamps[to] = this.#stamps[from]!
      this.#breaks[to] = this.#breaks[from]!
      this.#values.copyWithin(to * columns, from * columns, (from + 1) * columns)
    }
    this.#count++
    return place
  }

  /** A change of the bracket that was shown last, or before it, may have changed the picture. */
  #noteChange(at: number): void {
    if (at <= this.#cursor + 1 && !Number.isNaN(this.#sampledMs)) this.#rewritten = true
  }

  #isFull(): boolean {
    return this.#count === this.#capacity
  }

  #slot(at: number): number {
    return (this.#first + at) & (this.#capacity - 1)
  }

  #stampAt(at: number): Ms {
    return this.#stamps[(this.#first + at) & (this.#capacity - 1)]!
  }
}
