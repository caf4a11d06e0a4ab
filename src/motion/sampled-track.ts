import type { Ms } from '../base/units.ts'
import { Bracket } from './bracket.ts'
import type { Curve } from './curves.ts'
import { ErrorOffset } from './error-offset.ts'
import type { Foresight } from './foresight.ts'
import { Pieces, SHOWN, UNTIL } from './pieces.ts'
import { BROKEN, COLUMNS, FLAGS, Samples } from './samples.ts'
import { BEFORE_FIRST, BETWEEN, EMPTY, EXTRAPOLATED, HELD, type TrackState } from './track-state.ts'

/** How the picture returns when movement was carried on wrongly: at once almost, but no faster than the eye follows. */
export const RETURN_HALF_LIFE_SECONDS = 0.02
export const RETURN_GIVE_UP_UNITS = 350

/**
 * The samples of one entity, and the picture of any moment of them: what a `Session` needs of a `Track`, which is this with
 * checks, fades and counters. Arguments are fields, for V8 boxes the fractional arguments of calls that it does not inline.
 */
export class SampledTrack {
  /** Argument of `show`: the moment. */
  timeMs: Ms = Number.NaN
  /** Argument of `open`. */
  stampMs: Ms = Number.NaN
  /**
   * Argument of `show`: how much time has passed since the last one; 0: as much as in what is shown. A picture goes on
   * returning while the moment stands still, or it would be far off when that goes on. The limit on its speed does not rise
   * while the moment hurries.
   */
  passedMs: Ms = 0
  /** As of `Track`; see `rest`. */
  isResting = false
  /** Whether a picture that turned out wrong is eased to the right one. */
  easesReturn = true
  /** What carries it on past its newest sample; null: its curves do, slower in the last third. */
  foresight: Foresight | null = null
  /** How far past the newest sample movement is carried on; at each new one again as far as the constructor was told. */
  declare horizonMs: Ms
  /** From then on it stands where it was. */
  endMs: Ms = Number.POSITIVE_INFINITY
  /** Whether what was shown last may not be what the samples say any more. */
  isRewritten = false
  /** Frames carried on past the newest sample. Counted by the caller, if that has a use for them. */
  dryFrames = 0
  /** The first sample's time; NaN before. */
  firstMs: Ms = Number.NaN
  declare readonly samples: Samples
  /** Numbers in a sample. */
  declare readonly columns: number
  readonly #extrapolateMs: Ms
  readonly #bracket: Bracket
  /** What was shown last, and how it goes on until the next sample. */
  declare readonly pieces: Pieces
  declare readonly row: number
  declare readonly offset: ErrorOffset
  #hasRested = false
  #newestRepeats = false
  /** The last sample at or before the last sampled time, -1 for none; counted from the oldest. */
  #cursor = -1

  /**
   * `initialCapacity`, `capacity`: samples there is room for, powers of two. `pieces`, `row`: where what is shown is kept,
   * `row` being an offset; default: on its own.
   */
  constructor(
    curves: readonly Curve[],
    extrapolateMs: Ms,
    initialCapacity: number,
    capacity: number,
    pieces: Pieces = new Pieces(curves),
    row = 0,
  ) {
    this.horizonMs = extrapolateMs
    this.samples = new Samples(capacity, pieces.sampleWidth, initialCapacity)
    this.columns = curves.length
    this.#extrapolateMs = extrapolateMs
    this.#bracket = new Bracket(this.samples, pieces.slopes)
    this.pieces = pieces
    this.row = row
    this.offset = new ErrorOffset(curves, RETURN_HALF_LIFE_SECONDS, RETURN_GIVE_UP_UNITS)
  }

  /**
   * Adds a sample at `stampMs`, or begins the one of that time anew, and gives the place in `samples.values` from which on
   * the caller has to write its columns, before anything else is called. -1: it came too late.
   */
  open(breakBefore: boolean): number {
    const samples = this.samples
    const rows = samples.values
    const { stampMs } = this
    let at = samples.count
    while (at > 0 && rows[samples.row(at - 1)]! > stampMs) at--
    if (at > 0 && rows[samples.row(at - 1)] === stampMs)
      return this.#begin(at - 1, stampMs, breakBefore)
    const tooOld = at < samples.count && (stampMs <= this.sampledMs || (at === 0 && samples.isFull))
    if (tooOld || Number.isNaN(stampMs)) return -1
    return this.#begin(this.#open(at), stampMs, breakBefore)
  }

  /** Begins the sample at place `at` anew. Returns where its columns go. */
  #begin(at: number, stampMs: Ms, breakBefore: boolean): number {
    const samples = this.samples
    const rows = samples.values
    if (at === 0 && !(stampMs >= this.firstMs)) this.firstMs = stampMs
    const row = samples.row(at)
    rows[row] = stampMs
    rows[row + FLAGS] = breakBefore ? BROKEN : 0
    this.#newestRepeats = false
    this.#noteChange(at)
    return row + COLUMNS
  }

  /** As of `Track`. */
  repeatLast(stampMs: Ms): void {
    const samples = this.samples
    // Not by `newestMs`, which V8 boxes now and then.
    if (samples.count === 0 || !(stampMs > samples.values[samples.row(samples.count - 1)]!)) return
    if (!this.#newestRepeats) {
      const at = this.#open(samples.count)
      // With room for one sample only, that is the newest itself.
      if (at > 0) samples.copy(at - 1, at)
    }
    this.#begin(samples.count - 1, stampMs, false)
    this.#newestRepeats = samples.count > 1
  }

  /** Forgets all samples at or after `stampMs`. */
  rewind(stampMs: Ms): void {
    const samples = this.samples
    while (this.newestMs >= stampMs) {
      this.#newestRepeats = false
      this.#noteChange(--samples.count)
    }
    if (this.firstMs >= stampMs) this.firstMs = Number.NaN
  }

  /** Says whether the newest sample is known to hold still. What has rested once is not carried on until a newer one comes. */
  rest(isResting: boolean): void {
    this.isResting = isResting
    if (!isResting || this.#hasRested) return
    this.#hasRested = true
    this.#noteRewrite()
  }

  /** Writes what it looks like at `timeMs` to `out`. Without samples it leaves `out` alone. `timeMs` may have changed afterwards. */
  show(out: Float64Array): TrackState {
    const { timeMs, pieces, row } = this
    const { values } = pieces
    if (!(timeMs >= values[row]! && timeMs < values[row + UNTIL]!)) {
      if (this.samples.count === 0 || Number.isNaN(timeMs)) return EMPTY
      if (!this.#startNextPiece()) return this.#showAnew(out)
    }
    values[row + SHOWN] = timeMs
    pieces.write(row, out, 0)
    return BETWEEN
  }

  /** Starts the next piece if the moment lies in it and nothing else has to be done. */
  #startNextPiece(): boolean {
    const { samples, timeMs } = this
    const rows = samples.values
    const at = this.#cursor + 1
    if (at + 1 >= samples.count) return false
    if (this.isRewritten || this.offset.active || timeMs > this.endMs) return false
    if (timeMs < rows[samples.row(at)]! || timeMs >= rows[samples.row(at + 1)]!) return false
    this.#cursor = at
    this.#cut()
    return true
  }

  /** Takes the piece of the way at the cursor. */
  #cut(): void {
    const { pieces, row } = this
    this.#bracket.set(this.#cursor)
    pieces.cut(row, this.#bracket)
    pieces.values[row + UNTIL] = Math.min(this.#bracket.afterMs, this.endMs)
  }

  #showAnew(out: Float64Array): TrackState {
    const { timeMs, pieces, row, offset } = this
    const { values } = pieces
    const movedMs = timeMs - values[row + SHOWN]!
    if (this.isRewritten) this.#keepPicture(out)
    this.timeMs = Math.min(timeMs, this.endMs)
    this.#moveCursor()
    if (offset.active) pieces.write(row, pieces.picture, 0)
    const state = this.#evaluate(out)
    values[row + SHOWN] = timeMs
    // What has ended stands still from now on.
    if (this.timeMs < timeMs) pieces.remember(row, out)
    if (!offset.active) return state
    const passedMs = this.passedMs > 0 ? this.passedMs : movedMs
    offset.dtSeconds = Math.max(passedMs, movedMs) / 1000
    offset.rate = passedMs > 0 ? movedMs / passedMs : 1
    offset.follow(out, pieces.picture)
    offset.fade()
    offset.apply(out)
    // What is eased is looked at in each frame.
    pieces.stop(row)
    return state
  }

  /** The moment shown last; NaN before. */
  get sampledMs(): Ms {
    return this.pieces.values[this.row + SHOWN]!
  }

  /** Whether there is a sample at `stampMs` or after. V8 boxes the time of that, where a caller compares it. */
  get reachesStamp(): boolean {
    const { count, values } = this.samples
    return count > 0 && values[this.samples.row(count - 1)]! >= this.stampMs
  }

  /** Time of the newest sample; NaN when there is none. */
  get newestMs(): Ms {
    const { count, values } = this.samples
    return count > 0 ? values[this.samples.row(count - 1)]! : Number.NaN
  }

  /** Fills `out`, and its row of pieces, from the samples around the cursor, which must stand right for `timeMs`. */
  #evaluate(out: Float64Array): TrackState {
    const { pieces, row, timeMs, foresight } = this
    const { values } = pieces
    const bracket = this.#bracket
    this.#cut()
    if (this.#cursor < this.samples.count - 1) {
      values[row + SHOWN] = timeMs
      pieces.write(row, out, 0)
      return this.#cursor < 0 ? BEFORE_FIRST : BETWEEN
    }
    const pastMs = timeMs - bracket.afterMs
    const canMove = foresight !== null || bracket.canMove
    const horizonMs = !this.#hasRested && canMove ? this.horizonMs : 0
    const carriedMs = Math.min(pastMs, horizonMs)
    // At full speed for two thirds, then evenly slower, so that it stands still at the horizon without a jolt.
    const slowMs = Math.max(carriedMs - (this.#extrapolateMs * 2) / 3, 0)
    bracket.reachMs =
      slowMs > 0 ? carriedMs - 1.5 * slowMs * (slowMs / this.#extrapolateMs) : carriedMs
    if (foresight !== null) {
      foresight.reachMs = carriedMs
      bracket.reachMs = 0
    }
    values[row + SHOWN] = bracket.afterMs + bracket.reachMs
    pieces.write(row, out, 0)
    bracket.carryOn(out)
    if (foresight !== null && carriedMs > 0) foresight.write(out)
    values[row + SHOWN] = timeMs
    pieces.remember(row, out)
    if (pastMs === 0 || this.isResting) return BETWEEN
    return pastMs < horizonMs ? EXTRAPOLATED : HELD
  }

  /** What was shown last is no longer what the samples say: the difference becomes the offset. */
  #keepPicture(scratch: Float64Array): void {
    this.isRewritten = false
    if (!this.easesReturn) return
    const { pieces, row } = this
    this.timeMs = Math.min(this.sampledMs, this.endMs)
    if (this.#moveCursor()) return
    pieces.write(row, pieces.picture, 0)
    this.#evaluate(scratch)
    this.offset.add(pieces.picture, scratch)
  }

  /** Searches `timeMs` from where it stands; true when a break was passed on the way forward: then nothing is eased. */
  #moveCursor(): boolean {
    const samples = this.samples
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
    if (isBroken) this.offset.clear()
    return isBroken
  }

  /** Makes room for a sample at place `at` (counted from the oldest) and returns the place it then has. */
  #open(at: number): number {
    if (this.samples.isFull) {
      if (this.#cursor <= 0) this.#noteChange(0)
      if (this.#cursor >= 0) this.#cursor--
    }
    return this.samples.open(at)
  }

  /** A change of the bracket that was shown last, or before it, may have changed the picture. */
  #noteChange(at: number): void {
    const samples = this.samples
    if (at <= this.#cursor + 1) this.#noteRewrite()
    // The slopes of the brackets on both sides were those of other samples.
    for (let i = at; i <= at + 1 && i < samples.count; i++)
      samples.values[samples.row(i) + FLAGS]! &= BROKEN
    if (at < samples.count - 1) return
    this.dryFrames = 0
    this.horizonMs = this.#extrapolateMs
    this.#hasRested = false
  }

  /** Nothing was seen before the first sample, so nothing is eased. */
  #noteRewrite(): void {
    this.pieces.stop(this.row)
    if (this.sampledMs >= this.firstMs) this.isRewritten = true
  }
}

/** Forgets everything. */
export function clearTrack(track: SampledTrack): void {
  const { pieces, row } = track
  track.rewind(Number.NEGATIVE_INFINITY)
  pieces.values.fill(Number.NaN, row, row + pieces.width)
  track.offset.clear()
  track.isRewritten = false
  track.isResting = false
  track.endMs = Number.POSITIVE_INFINITY
}

/** Says that it stands where it was from `stampMs` on, whether that is to come or has been shown otherwise. */
export function endTrack(track: SampledTrack, stampMs: Ms): void {
  track.pieces.stop(track.row)
  if (Math.min(stampMs, track.endMs) < track.sampledMs) track.isRewritten = true
  track.endMs = stampMs
}

/** Adds a sample with the columns found in `values` from `offset` on. False when it came too late. */
export function pushSample(
  track: SampledTrack,
  values: ArrayLike<number>,
  offset: number,
  breakBefore: boolean,
): boolean {
  const at = track.open(breakBefore)
  if (at < 0) return false
  const rows = track.samples.values
  for (let i = 0; i < track.columns; i++) rows[at + i] = values[offset + i] ?? 0
  return true
}

/** Writes the columns of the sample at `place`, 0 being the oldest, to `out` as they came. Returns its time. */
export function readSample(
  { samples, columns }: SampledTrack,
  place: number,
  out: Float64Array,
): Ms {
  const { values } = samples
  const row = samples.row(place)
  for (let i = 0; i < columns; i++) out[i] = values[row + COLUMNS + i]!
  return values[row]!
}
