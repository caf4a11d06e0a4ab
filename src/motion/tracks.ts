import { HORIZONS_MS, LEAST_CHANGE_RATE, MOST_CHANGE_RATE, SET_MS } from '../base/horizons.ts'
import { from0, positiveInteger, powerOfTwo } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import { type Curve, checkCurves } from './curves.ts'
import { TIME } from './moment.ts'
import { Pieces, SHOWN, UNTIL } from './pieces.ts'
import { SampledTrack } from './sampled-track.ts'
import { clearTrack, pushSample, repeatLast } from './track-intake.ts'
import { TrackState } from './track-state.ts'

/** Ahead by nothing, but still in the list of entities that change lanes. */
const LEAST_AHEAD_MS = Number.MIN_VALUE

const stamp = /* @__PURE__ */ new Float64Array(1)
const moment = /* @__PURE__ */ new Float64Array(2)

/** Settings of `Tracks`. */
export interface TracksOptions {
  /** How many entities there are. All tracks are made at once. A whole number, at least 1. */
  readonly count: number
  /** How each column moves between samples. */
  readonly curves: readonly Curve[]
  /** The most samples held of each, a power of two. The newest push the oldest out. Default 32. */
  readonly capacity?: number | undefined
  /** How long movement is extrapolated when samples stay away, slower in the last third; 0: not. At least 0, default 100. */
  readonly extrapolateMs?: Ms | undefined
}

/**
 * Does what `Track` does for one entity, for many with the same columns. The pieces of their ways, from sample to sample, lie
 * side by side, and a frame evaluates them in one pass. An entity costs extra only when it starts its next piece, is
 * extrapolated, is eased or changes lanes. It has no fades; use `Track` for these. Nothing allocates after construction. All
 * methods may be called in frames and steps. A *place* is a number from 0, below `count`.
 */
export class Tracks {
  /** How many entities there are. */
  declare readonly count: number
  /** The `TrackState` of each entity in the last frame. */
  declare readonly states: Uint8Array
  /** How many samples came too late to be used. */
  droppedSamples = 0
  readonly #pieces: Pieces
  readonly #tracks: readonly SampledTrack[]
  readonly #columns: number
  /** The entities that do not continue the piece of the last frame. */
  readonly #late: Int32Array
  readonly #picture: Float64Array
  /**
   * The lane of each entity; each lane's moment now and in the frame before; how far each entity that changes lanes is ahead of
   * its lane.
   */
  readonly #laneOf: Uint16Array
  readonly #momentMs: Float64Array
  readonly #lastMs: Float64Array
  readonly #aheadMs: Float64Array
  readonly #changing: Int32Array
  #changingCount = 0
  #timeMs: Ms = Number.NaN

  /** Throws `misuse` for numbers out of range, and for curves that make no record. */
  constructor(options: TracksOptions) {
    const { curves } = options
    const count = positiveInteger(options.count, 'count')
    const columns = checkCurves(curves).length
    const capacity = powerOfTwo(options.capacity ?? 32, 'capacity')
    const extrapolateMs = from0(options.extrapolateMs ?? 100, 'extrapolateMs')
    const pieces = new Pieces(curves, count)
    this.count = count
    this.#columns = columns
    this.#pieces = pieces
    this.#tracks = Array.from({ length: count }, (_, k) => {
      return new SampledTrack(curves, extrapolateMs, capacity, capacity, pieces, k * pieces.width)
    })
    this.states = new Uint8Array(count)
    this.#late = new Int32Array(count)
    this.#picture = new Float64Array(columns)
    const lanes = HORIZONS_MS.length
    this.#laneOf = new Uint16Array(count)
    this.#momentMs = new Float64Array(lanes).fill(Number.NaN)
    this.#lastMs = new Float64Array(lanes)
    this.#aheadMs = new Float64Array(count)
    this.#changing = new Int32Array(count)
  }

  /** Forgets everything about place `k`, to reuse it for another entity. It is then in lane 0. */
  clear(k: number): void {
    clearTrack(this.#tracks[k]!)
    this.states[k] = TrackState.empty
    this.#laneOf[k] = 0
    if (this.#aheadMs[k] !== 0) this.#aheadMs[k] = LEAST_AHEAD_MS
  }

  /** Adds a state to place `k`: see `Track.push`. */
  push(k: number, stampMs: Ms, values: ArrayLike<number>, offset = 0, breakBefore = false): void {
    stamp[0] = stampMs
    if (!pushSample(this.#tracks[k]!, stamp, values, offset, breakBefore)) this.droppedSamples++
  }

  /** Says that the newest state of place `k` still held at `stampMs`: see `Track.repeatLast`. */
  repeatLast(k: number, stampMs: Ms): void {
    stamp[0] = stampMs
    repeatLast(this.#tracks[k]!, stamp)
  }

  /**
   * Says whether the newest sample of place `k` is known to hold still: see `Track.isResting`. Call it after each newer sample.
   */
  rest(k: number, isResting: boolean): void {
    this.#tracks[k]!.rest(isResting)
  }

  /**
   * Puts place `k` into `lane`, an index in the `leadsMs` of `sample`. An entity already shown runs there at 0.85x to 1.15x.
   * With the `leadsMs` of a `Playout`, a lane is an index in `HORIZONS_MS`, such as `ExtrapolationHorizon.code`.
   */
  setLane(k: number, lane: number): void {
    if (lane === this.#laneOf[k]) return
    const row = k * this.#pieces.width
    const shownMs = this.#pieces.values[row + SHOWN]!
    if (!Number.isNaN(shownMs)) {
      this.#pieces.stop(row)
      if (this.#aheadMs[k] === 0) this.#changing[this.#changingCount++] = k
      this.#aheadMs[k] = shownMs - this.#momentMs[lane]! || LEAST_AHEAD_MS
    }
    this.#laneOf[k] = lane
  }

  /**
   * Does what `Track.sample` does for all: writes the columns of place k to `out` from k x columns on. Numbers of entities
   * without samples are meaningless. Call once per frame. `leadsMs`: how far each lane is ahead of `timeMs`; default: not at
   * all.
   */
  sample(timeMs: Ms, out: Float64Array, leadsMs?: Float64Array | undefined): void {
    if (Number.isNaN(timeMs)) return
    const frameMs = timeMs - this.#timeMs
    this.#timeMs = timeMs
    for (let lane = 0; lane < this.#momentMs.length; lane++) {
      this.#lastMs[lane] = this.#momentMs[lane]!
      this.#momentMs[lane] = timeMs + (leadsMs ? leadsMs[lane]! : 0)
    }
    if (this.#changingCount > 0) this.#changeLanes(frameMs)
    const late = this.#writePieces(out)
    for (let i = 0; i < late; i++) this.#writeLate(this.#late[i]!, out)
  }

  /** Writes the entities that continue their piece. Lists the others and returns how many there are. */
  #writePieces(out: Float64Array): number {
    const pieces = this.#pieces
    const { values, width } = pieces
    const laneOf = this.#laneOf
    const momentMs = this.#momentMs
    const columns = this.#columns
    let late = 0
    for (let k = 0, row = 0; k < this.count; k++, row += width) {
      const timeMs = momentMs[laneOf[k]!]!
      if (timeMs >= values[row]! && timeMs < values[row + UNTIL]!) {
        values[row + SHOWN] = timeMs
        pieces.write(row, out, k * columns)
      } else this.#late[late++] = k
    }
    return late
  }

  /** Shows one entity in any other way. */
  #writeLate(k: number, out: Float64Array): void {
    const track = this.#tracks[k]!
    const aheadMs = this.#aheadMs[k]!
    const picture = this.#picture
    moment[TIME] = this.#momentMs[this.#laneOf[k]!]! + aheadMs
    const state = track.show(moment, picture)
    if (state === TrackState.empty) return
    this.states[k] = state
    if (aheadMs !== 0) this.#pieces.stop(k * this.#pieces.width)
    for (let i = 0, to = k * this.#columns; i < picture.length; i++) out[to++] = picture[i]!
  }

  #changeLanes(frameMs: Ms): void {
    const isRunning = frameMs >= 0 && frameMs <= SET_MS
    let left = 0
    for (let i = 0; i < this.#changingCount; i++) {
      const k = this.#changing[i]!
      const aheadMs = this.#aheadMs[k]!
      const lane = this.#laneOf[k]!
      const movedMs = this.#momentMs[lane]! - this.#lastMs[lane]!
      const leastMs = Math.min(0, LEAST_CHANGE_RATE * frameMs - movedMs)
      const mostMs = Math.max(0, MOST_CHANGE_RATE * frameMs - movedMs)
      if (!isRunning || !(Math.abs(aheadMs) <= SET_MS)) this.#aheadMs[k] = 0
      else this.#aheadMs[k] = aheadMs + Math.min(Math.max(-aheadMs, leastMs), mostMs)
      if (this.#aheadMs[k] !== 0) this.#changing[left++] = k
    }
    this.#changingCount = left
  }
}
