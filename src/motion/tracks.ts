import { HORIZONS_MS, LEAST_CHANGE_RATE, MOST_CHANGE_RATE, SET_MS } from '../base/horizons.ts'
import { from0, misuse, positiveInteger, powerOfTwo } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import { type Curve, checkCurves, isRotation } from './curves.ts'
import { ErrorOffset } from './error-offset.ts'
import { COEFFICIENTS, REPEATS, RESTED, RESTS, REWRITTEN, SEEN, UNTIL } from './piece-layout.ts'
import { Pieces } from './pieces.ts'
import { RETURN_GIVE_UP_UNITS, RETURN_HALF_LIFE_SECONDS } from './sampled-track.ts'
import { BROKEN, COLUMNS, FLAGS } from './samples.ts'
import { TrackState } from './track-state.ts'

/** Ahead by nothing, but on the list of those that change lanes. */
const LEAST_AHEAD_MS = Number.MIN_VALUE

/** Settings of `Tracks`. */
export interface TracksOptions {
  /** How many there are; all are made at once. A whole number from 1. */
  readonly count: number
  /** How each column moves between samples: all but rotations and functions, for which there is `Track`. */
  readonly curves: readonly Curve[]
  /** Most samples held of each, a power of two; the newest push the oldest out. Default 32. */
  readonly capacity?: number | undefined
  /** How long movement is carried on when samples stay away, slower in the last third; 0: not. From 0, default 100. */
  readonly extrapolateMs?: Ms | undefined
}

/**
 * What `Track` is for one entity, for many with the same columns, without objects: all their samples lie in one array,
 * and the pieces of their ways, from sample to sample, in another, those of one moment side by side. A piece is worked
 * out when its samples come; then a frame is a few sums for each entity, in one straight pass, and what it costs grows
 * evenly with their number. For fades, rotations and curves of one's own there is `Track`. Nothing allocates after
 * construction; all methods may be called in frames and steps. A *place* is 0 up to `count`.
 */
export class Tracks {
  /** How many there are. */
  readonly count: number
  /** What each showed in the last frame. */
  readonly states: Uint8Array
  /** Samples that came too late to be of use. */
  droppedSamples = 0
  readonly #capacity: number
  readonly #pieces: Pieces
  readonly #offsets: readonly ErrorOffset[]
  /** Those that are no simple case in this frame. */
  readonly #late: Int32Array
  #lateCount = 0
  readonly #old: Float64Array
  readonly #new: Float64Array
  /** The time of the first sample ever of each. */
  readonly #firstMs: Float64Array
  /** The moment that each showed last; of those that show a piece of the ring it is where their lane was. */
  readonly #shownMs: Float64Array
  /** The lane of each; where it is, and was in the frame before; how far ahead of it those are that change. */
  readonly #laneOf: Uint16Array
  readonly #momentMs: Float64Array
  readonly #lastMs: Float64Array
  readonly #aheadMs: Float64Array
  readonly #changing: Int32Array
  #changingCount = 0
  /** The time of the last frame, how long it took. */
  readonly #frame = new Float64Array(2).fill(Number.NaN)

  /** Throws `misuse` for numbers out of range, and for curves that make no record or are not for this. */
  constructor(options: TracksOptions) {
    const { count, curves, capacity = 32, extrapolateMs = 100 } = options
    this.count = positiveInteger(count, 'count')
    const apart = checkCurves(curves).findIndex((c) => isRotation(c) || typeof c === 'function')
    if (apart >= 0)
      misuse(`curves[${apart}]`, 'a rotation or a function', 'one that Tracks can show')
    this.#capacity = powerOfTwo(capacity, 'capacity')
    this.#pieces = new Pieces(count, curves, capacity, from0(extrapolateMs, 'extrapolateMs'))
    this.states = new Uint8Array(count)
    this.#late = new Int32Array(count)
    this.#offsets = Array.from(
      { length: count },
      () => new ErrorOffset(curves, RETURN_HALF_LIFE_SECONDS, RETURN_GIVE_UP_UNITS),
    )
    this.#old = new Float64Array(curves.length)
    this.#new = new Float64Array(curves.length)
    this.#firstMs = new Float64Array(count)
    const lanes = HORIZONS_MS.length
    this.#shownMs = new Float64Array(count)
    this.#laneOf = new Uint16Array(count)
    this.#momentMs = new Float64Array(lanes).fill(Number.NaN)
    this.#lastMs = new Float64Array(lanes)
    this.#aheadMs = new Float64Array(count)
    this.#changing = new Int32Array(count)
    for (let k = 0; k < count; k++) this.clear(k)
  }

  /** Forgets all of place `k`: it is for another entity now, in lane 0. */
  clear(k: number): void {
    this.#pieces.clear(k)
    this.states[k] = TrackState.empty
    this.#firstMs[k] = Number.NaN
    this.#laneOf[k] = 0
    if (this.#aheadMs[k] !== 0) this.#aheadMs[k] = LEAST_AHEAD_MS
    this.#offsets[k]!.clear()
  }

  /** Adds a state to place `k`: see `Track.push`. */
  push(k: number, stampMs: Ms, values: ArrayLike<number>, offset = 0, breakBefore = false): void {
    const pieces = this.#pieces
    pieces.args[0] = stampMs
    const total = pieces.totals[k]!
    const cursor = pieces.cursors[k]!
    // Apart from what is on display, not the first, and newer than all.
    const isSimple = pieces.isStraight && !breakBefore && cursor + 1 < total && cursor >= 0
    const isFree = isSimple && cursor > total - this.#capacity
    if (isFree && stampMs > pieces.rows[pieces.row(k, total - 1)]!) {
      pieces.append(k, values, offset)
      pieces.flags[k]! &= ~(REPEATS | RESTED)
    } else this.#add(k, values, offset, breakBefore ? BROKEN : 0)
  }

  /** Says that at `stampMs` the newest state of place `k` still held: see `Track.repeatLast`. */
  repeatLast(k: number, stampMs: Ms): void {
    const pieces = this.#pieces
    const { rows } = pieces
    const total = pieces.totals[k]!
    if (total === 0 || !(stampMs > rows[pieces.row(k, total - 1)]!)) return
    let j = total - 1
    const isNew = !(pieces.flags[k]! & REPEATS)
    if (isNew) j = total
    this.#noteChange(k, j)
    if (isNew) {
      const newest = pieces.row(k, total - 1)
      rows.copyWithin(pieces.row(k, total), newest, newest + pieces.rowWidth)
      pieces.totals[k] = total + 1
    }
    const row = pieces.row(k, j)
    rows[row] = stampMs
    rows[row + FLAGS] = 0
    pieces.flags[k] = (pieces.flags[k]! & ~RESTED) | REPEATS
    pieces.link(k, j)
  }

  /**
   * Says whether the newest sample of place `k` is known to hold still: see `Track.isResting`. Say it anew after each
   * newer sample.
   */
  rest(k: number, isResting: boolean): void {
    const flags = this.#pieces.flags[k]!
    this.#pieces.flags[k] = isResting ? flags | RESTS | RESTED : flags & ~RESTS
    if (isResting && !(flags & RESTED)) this.#noteRewrite(k)
  }

  /**
   * Puts place `k` into `lane`: by its index in the `leadsMs` of `sample` it is ahead of the others. What was shown
   * already goes over at 0.85x to 1.15x. With the `leadsMs` of a `Playout` a lane is a carry code.
   */
  setLane(k: number, lane: number): void {
    if (lane === this.#laneOf[k]) return
    if (this.#pieces.flags[k]! & SEEN) {
      this.#takeOut(k, this.#momentMs)
      if (this.#aheadMs[k] === 0) this.#changing[this.#changingCount++] = k
      this.#aheadMs[k] = this.#shownMs[k]! - this.#momentMs[lane]! || LEAST_AHEAD_MS
    }
    this.#laneOf[k] = lane
  }

  /**
   * Does what `Track.sample` does for all: writes the columns of place k to `out` from k x columns on. What it
   * writes for those without samples means nothing. Call once per frame. `leadsMs`: how far each lane is ahead of
   * `timeMs`; without, all are there.
   */
  sample(timeMs: Ms, out: Float64Array, leadsMs?: Float64Array | undefined): void {
    if (Number.isNaN(timeMs)) return
    this.#frame[1] = timeMs - this.#frame[0]!
    this.#frame[0] = timeMs
    for (let lane = 0; lane < this.#momentMs.length; lane++) {
      this.#lastMs[lane] = this.#momentMs[lane]!
      this.#momentMs[lane] = timeMs + (leadsMs ? leadsMs[lane]! : 0)
    }
    if (this.#changingCount > 0) this.#changeLanes()
    this.#writeAll(out)
    for (let i = 0; i < this.#lateCount; i++) this.#writeLate(this.#late[i]!, out)
  }

  /** Writes those that show a piece of the ring, or now the next. Calls nothing. */
  #writeAll(out: Float64Array): void {
    const { pieces, at, cursors, step, own, columns, cubics, isStraight } = this.#pieces
    const laneOf = this.#laneOf
    const momentMs = this.#momentMs
    const late = this.#late
    const count = this.count
    let lateCount = 0
    let to = 0
    for (let k = 0; k < count; k++) {
      const timeMs = momentMs[laneOf[k]!]!
      let p = at[k]!
      if (!(timeMs >= pieces[p]! && timeMs < pieces[p + UNTIL]!)) {
        const next = p + step < own ? p + step : p + step - own
        if (p < own && timeMs >= pieces[p + UNTIL]! && timeMs < pieces[next + UNTIL]!) {
          p = next
          at[k] = p
          cursors[k]!++
        } else late[lateCount++] = k
      }
      const u = timeMs - pieces[p]!
      const end = to + columns
      p += COEFFICIENTS
      // Three at a time, as many have x, y and an angle.
      for (; isStraight && to + 2 < end; to += 3, p += 6) {
        out[to] = pieces[p]! + u * pieces[p + 1]!
        out[to + 1] = pieces[p + 2]! + u * pieces[p + 3]!
        out[to + 2] = pieces[p + 4]! + u * pieces[p + 5]!
      }
      for (let i = columns - end + to; i < columns; i++, to++) {
        if (cubics[i]! > 0) {
          out[to] = pieces[p]! + u * (pieces[p + 1]! + u * (pieces[p + 2]! + u * pieces[p + 3]!))
          p += 4
        } else {
          out[to] = pieces[p]! + u * pieces[p + 1]!
          p += 2
        }
      }
    }
    this.#lateCount = lateCount
  }

  #changeLanes(): void {
    const frameMs = this.#frame[1]!
    let left = 0
    for (let i = 0; i < this.#changingCount; i++) {
      const k = this.#changing[i]!
      const aheadMs = this.#aheadMs[k]!
      const lane = this.#laneOf[k]!
      const movedMs = this.#momentMs[lane]! - this.#lastMs[lane]!
      const isRunning = frameMs >= 0 && frameMs <= SET_MS
      const leastMs = Math.min(0, LEAST_CHANGE_RATE * frameMs - movedMs)
      const mostMs = Math.max(0, MOST_CHANGE_RATE * frameMs - movedMs)
      if (!isRunning || !(Math.abs(aheadMs) <= SET_MS)) this.#aheadMs[k] = 0
      else this.#aheadMs[k] = aheadMs + Math.min(Math.max(-aheadMs, leastMs), mostMs)
      if (this.#aheadMs[k] !== 0) this.#changing[left++] = k
    }
    this.#changingCount = left
  }

  #add(k: number, values: ArrayLike<number>, offset: number, broken: number): void {
    const pieces = this.#pieces
    const { rows } = pieces
    const stampMs = pieces.args[0]!
    const total = pieces.totals[k]!
    const oldest = pieces.oldest(k)
    let j = total
    while (j > oldest && rows[pieces.row(k, j - 1)]! > stampMs) j--
    const replaces = j > oldest && rows[pieces.row(k, j - 1)] === stampMs
    if (replaces) j--
    else {
      const isFull = total - oldest === this.#capacity
      const isLate = j < total && (this.#wasShown(k) || (j === oldest && isFull))
      if (isLate || Number.isNaN(stampMs)) {
        this.droppedSamples++
        return
      }
    }
    this.#noteChange(k, j)
    if (!replaces) {
      if (j < total) pieces.shift(k, j)
      pieces.totals[k] = total + 1
    }
    if (!(stampMs >= this.#firstMs[k]!)) this.#firstMs[k] = stampMs
    const row = pieces.row(k, j)
    rows[row] = stampMs
    rows[row + FLAGS] = broken
    for (let i = 0; i < pieces.columns; i++) rows[row + COLUMNS + i] = values[offset + i] ?? 0
    pieces.flags[k]! &= j < pieces.totals[k]! - 1 ? ~REPEATS : ~(REPEATS | RESTED)
    pieces.link(k, j)
  }

  /** Sample `j` is about to change: if that, or its place in the ring, is on display, the picture may too. */
  #noteChange(k: number, j: number): void {
    const pieces = this.#pieces
    const cursor = pieces.cursors[k]!
    const isFull = pieces.totals[k]! >= this.#capacity
    if (j <= cursor + 1 || (isFull && cursor <= pieces.oldest(k))) this.#noteRewrite(k)
  }

  #noteRewrite(k: number): void {
    const { flags } = this.#pieces
    this.#takeOut(k, this.#momentMs)
    this.#pieces.untils[k] = Number.NEGATIVE_INFINITY
    // Nothing was seen before the first sample, so nothing is eased.
    if ((flags[k]! & SEEN) !== 0 && this.#shownMs[k]! >= this.#firstMs[k]!) flags[k]! |= REWRITTEN
  }

  /** Whether the moment in `args[0]`, or a later one, has been shown. */
  #wasShown(k: number): boolean {
    const { flags, at, own, args } = this.#pieces
    if (!(flags[k]! & SEEN)) return false
    return args[0]! <= (at[k]! < own ? this.#momentMs[this.#laneOf[k]!]! : this.#shownMs[k]!)
  }

  /** Lets it show a piece of its own from now on; `momentMs`: where the lanes were when it was shown last. */
  #takeOut(k: number, momentMs: Float64Array): void {
    const pieces = this.#pieces
    if (pieces.at[k]! >= pieces.own) return
    this.#shownMs[k] = momentMs[this.#laneOf[k]!]!
    pieces.args[1] = this.#shownMs[k]!
    pieces.detach(k)
  }

  /** Shows one in whatever way there is. */
  #writeLate(k: number, out: Float64Array): void {
    const pieces = this.#pieces
    const { args } = pieces
    const timeMs = this.#momentMs[this.#laneOf[k]!]! + this.#aheadMs[k]!
    if (pieces.totals[k] === 0 || Number.isNaN(timeMs)) return
    args[0] = timeMs
    this.#takeOut(k, this.#lastMs)
    const offset = this.#offsets[k]!
    if (offset.active || pieces.flags[k]! & REWRITTEN) this.#evaluate(k, this.#old)
    if (pieces.flags[k]! & REWRITTEN) this.#keepPicture(k)
    const fromMs = pieces.pieces[pieces.at[k]!]!
    if (!(timeMs >= fromMs && timeMs < pieces.untils[k]!) && pieces.seek(k)) offset.clear()
    this.states[k] = pieces.place(k)
    this.#evaluate(k, this.#new)
    if (offset.active) {
      // It dies away, no faster than the eye follows: see `Track`.
      offset.dtSeconds = (timeMs - this.#shownMs[k]!) / 1000
      offset.follow(this.#new, this.#old)
      offset.fade()
      offset.apply(this.#new)
    } else if (this.#aheadMs[k] === 0) pieces.attach(k)
    this.#shownMs[k] = timeMs
    const to = k * pieces.columns
    for (let i = 0; i < pieces.columns; i++) out[to + i] = this.#new[i]!
  }

  /** Writes the columns of one that shows its own piece. */
  #evaluate(k: number, out: Float64Array): void {
    const { pieces, own, width, columns, offsets, cubics } = this.#pieces
    const u = this.#pieces.us[k]!
    for (let i = 0; i < columns; i++) {
      const c = own + k * width + offsets[i]!
      const bend = cubics[i]! > 0 ? u * (pieces[c + 2]! + u * pieces[c + 3]!) : 0
      out[i] = pieces[c]! + u * (pieces[c + 1]! + bend)
    }
  }

  /** What was shown last is no longer what the samples say: the difference becomes the offset. */
  #keepPicture(k: number): void {
    const pieces = this.#pieces
    const timeMs = pieces.args[0]!
    pieces.flags[k]! &= ~REWRITTEN
    pieces.args[0] = this.#shownMs[k]!
    if (pieces.seek(k)) this.#offsets[k]!.clear()
    else {
      pieces.place(k)
      this.#evaluate(k, this.#new)
      this.#offsets[k]!.add(this.#old, this.#new)
      // The correction itself is no movement.
      this.#old.set(this.#new)
    }
    pieces.args[0] = timeMs
  }
}
