import type { Ms } from '../base/units.ts'
import { Bracket } from './bracket.ts'
import type { Curve } from './curves.ts'
import { type ErrorOffset, returnOffset } from './error-offset.ts'
import type { Foresight } from './foresight.ts'
import { PASSED, TIME } from './moment.ts'
import { Pieces, SHOWN, UNTIL } from './pieces.ts'
import { BROKEN, FLAGS, Samples } from './samples.ts'
import { BEFORE_FIRST, BETWEEN, EMPTY, EXTRAPOLATED, HELD, type TrackState } from './track-state.ts'

/** How far past the newest sample movement is extrapolated. */
const reach = /* @__PURE__ */ new Float64Array(1)
/** The times of a decay: see `ErrorOffset.decayFollowed`. */
const fading = /* @__PURE__ */ new Float64Array(2)

/**
 * The samples of one entity, and its picture at any moment. A `Session` uses this; `Track` adds checks, fades and counters.
 * `track-intake.ts` adds and removes samples.
 */
export class SampledTrack {
  /** See `Track.isResting` and `rest`. */
  isResting = false
  /** Whether a picture that turned out wrong is eased to the right one. */
  easesReturn = true
  /** Extrapolates the entity past its newest sample; null: its curves do, slower in the last third. */
  foresight: Foresight | null = null
  /** How far past the newest sample movement is extrapolated. Each new sample resets it to the constructor's value. */
  declare horizonMs: Ms
  /** The entity stands still from then on. */
  endMs: Ms = Number.POSITIVE_INFINITY
  /** Whether the picture shown last may no longer match the samples. */
  isRewritten = false
  /** How many frames were extrapolated past the newest sample. The caller counts them if it needs to. */
  dryFrames = 0
  /** The time of the first sample; NaN before. */
  firstMs: Ms = Number.NaN
  /** Whether the newest sample only says that the one before it still held. */
  newestRepeats = false
  declare readonly samples: Samples
  /** How many numbers a sample has. */
  declare readonly columns: number
  readonly #extrapolateMs: Ms
  readonly #bracket: Bracket
  /** The picture shown last, and how it goes on until the next sample. */
  declare readonly pieces: Pieces
  declare readonly row: number
  declare readonly offset: ErrorOffset
  #hasRested = false
  /** The place of the last sample at or before the last sampled time, or -1. Counted from the oldest sample. */
  #cursor = -1

  /** The capacities are powers of two. `row` is where `pieces` keeps the picture. By default the track has its own `pieces`. */
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
    this.offset = returnOffset(curves)
  }

  /** The moment shown last; NaN before. */
  get sampledMs(): Ms {
    return this.pieces.values[this.row + SHOWN]!
  }

  /** Time of the newest sample; NaN when there is none. */
  get newestMs(): Ms {
    const { count, values } = this.samples
    return count > 0 ? values[this.samples.row(count - 1)]! : Number.NaN
  }

  /**
   * Says whether the newest sample is known to hold still. Once it has rested, it is not extrapolated until a newer sample
   * comes.
   */
  rest(isResting: boolean): void {
    if (isResting !== this.isResting || (isResting && !this.#hasRested)) this.#setResting(isResting)
  }

  #setResting(isResting: boolean): void {
    this.isResting = isResting
    // A picture that stayed as it was is judged anew.
    if (!isResting || this.#hasRested) return this.pieces.stop(this.row)
    this.#hasRested = true
    this.#noteRewrite()
  }

  /** Writes the picture of a moment (see `moment.ts`) to `out`. Without samples it leaves `out` alone. */
  show(moment: Readonly<Float64Array>, out: Float64Array): TrackState {
    const timeMs = moment[TIME]!
    const { pieces, row } = this
    const { values } = pieces
    if (!(timeMs >= values[row]! && timeMs < values[row + UNTIL]!)) {
      if (this.samples.count === 0 || Number.isNaN(timeMs)) return EMPTY
      if (!this.#startNextPiece(moment)) return this.#showAnew(moment, out)
    }
    values[row + SHOWN] = timeMs
    pieces.write(row, out, 0)
    return BETWEEN
  }

  /** Starts the next piece if the moment is in it and nothing else has to be done. */
  #startNextPiece(moment: Readonly<Float64Array>): boolean {
    const timeMs = moment[TIME]!
    const { samples } = this
    const rows = samples.values
    const at = this.#cursor + 1
    if (at + 1 >= samples.count) return false
    if (this.isRewritten || this.offset.active || timeMs > this.endMs) return false
    if (timeMs < rows[samples.row(at)]! || timeMs >= rows[samples.row(at + 1)]!) return false
    this.#cursor = at
    this.#cut()
    return true
  }

  #cut(): void {
    const { pieces, row, samples } = this
    this.#bracket.set(this.#cursor)
    pieces.cut(row, this.#bracket)
    pieces.values[row + UNTIL] = Math.min(samples.values[this.#bracket.newer]!, this.endMs)
  }

  #showAnew(moment: Readonly<Float64Array>, out: Float64Array): TrackState {
    const timeMs = moment[TIME]!
    const { pieces, row, offset } = this
    const { values } = pieces
    const movedMs = timeMs - values[row + SHOWN]!
    const passedMs = moment[PASSED]! > 0 ? moment[PASSED]! : movedMs
    const rate = moment[PASSED]! > 0 ? movedMs / passedMs : 1
    if (this.isRewritten) this.#keepPicture(out)
    if (offset.active) pieces.write(row, pieces.picture, 0)
    values[row + SHOWN] = Math.min(timeMs, this.endMs)
    this.#moveCursor()
    const state = this.#evaluate(out)
    // An entity that has ended stands still from now on.
    if (values[row + SHOWN]! < timeMs) pieces.remember(row, out)
    values[row + SHOWN] = timeMs
    if (!offset.active) return state
    fading[0] = Math.max(passedMs, movedMs) / 1000
    fading[1] = rate
    offset.decayFollowed(out, pieces.picture, fading)
    offset.apply(out)
    // An offset has to be applied in each frame.
    pieces.stop(row)
    return state
  }

  /**
   * Fills `out`, and the rest of its row of pieces, with the picture of the moment in that row. The cursor must be at that
   * moment.
   */
  #evaluate(out: Float64Array): TrackState {
    const { pieces, row, foresight, samples } = this
    const { values } = pieces
    const timeMs = values[row + SHOWN]!
    const bracket = this.#bracket
    this.#cut()
    if (this.#cursor < samples.count - 1) {
      pieces.write(row, out, 0)
      return this.#cursor < 0 ? BEFORE_FIRST : BETWEEN
    }
    const newestMs = samples.values[bracket.newer]!
    const pastMs = timeMs - newestMs
    const canMove = foresight !== null || bracket.canMove
    const horizonMs = !this.#hasRested && canMove ? this.horizonMs : 0
    const extrapolatedMs = Math.min(pastMs, horizonMs)
    // It moves at full speed for two thirds, and then evenly slower, so that it stands still at the horizon without a jolt.
    const slowMs = Math.max(extrapolatedMs - (this.#extrapolateMs * 2) / 3, 0)
    // A foresight may sample other tracks.
    const outerReachMs = reach[0]!
    if (foresight !== null) reach[0] = 0
    else if (slowMs > 0) reach[0] = extrapolatedMs - 1.5 * slowMs * (slowMs / this.#extrapolateMs)
    else reach[0] = extrapolatedMs
    values[row + SHOWN] = newestMs + reach[0]!
    pieces.write(row, out, 0)
    bracket.extrapolate(reach, out)
    if (foresight !== null && extrapolatedMs > 0) {
      reach[0] = extrapolatedMs
      foresight.write(out, reach)
    }
    reach[0] = outerReachMs
    values[row + SHOWN] = timeMs
    pieces.remember(row, out)
    if (this.isResting) {
      // The picture stays as it is until a newer sample comes.
      values[row] = newestMs
      values[row + UNTIL] = this.endMs
    } else if (pastMs > 0) return pastMs < horizonMs ? EXTRAPOLATED : HELD
    return BETWEEN
  }

  /** The picture shown last no longer matches the samples, so the difference becomes the offset. */
  #keepPicture(scratch: Float64Array): void {
    this.isRewritten = false
    if (!this.easesReturn) return
    const { pieces, row } = this
    pieces.write(row, pieces.picture, 0)
    pieces.values[row + SHOWN] = Math.min(pieces.values[row + SHOWN]!, this.endMs)
    if (this.#moveCursor()) return
    this.#evaluate(scratch)
    this.offset.add(pieces.picture, scratch)
  }

  /** Moves the cursor to the moment in its row of pieces. Returns true if it passed a break: then nothing is eased. */
  #moveCursor(): boolean {
    const { samples, pieces, row } = this
    const timeMs = pieces.values[row + SHOWN]!
    const rows = samples.values
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

  /** Makes room for a sample at place `at` (counted from the oldest) and returns its place after that. */
  makeRoom(at: number): number {
    if (this.samples.isFull) {
      if (this.#cursor <= 0) this.noteChange(0)
      if (this.#cursor >= 0) this.#cursor--
    }
    return this.samples.open(at)
  }

  /**
   * Notes that the sample at place `at` has changed. This may change the picture if the sample is one of those shown last or
   * before them.
   */
  noteChange(at: number): void {
    const samples = this.samples
    if (at <= this.#cursor + 1) this.#noteRewrite()
    // The slopes of the brackets on both sides were chosen from other samples.
    for (let i = at; i <= at + 1 && i < samples.count; i++)
      samples.values[samples.row(i) + FLAGS]! &= BROKEN
    if (at < samples.count - 1) return
    this.dryFrames = 0
    this.horizonMs = this.#extrapolateMs
    this.#hasRested = false
  }

  /** Nothing was seen before the first sample, so nothing is eased. */
  #noteRewrite(): void {
    const { pieces, row } = this
    pieces.stop(row)
    if (pieces.values[row + SHOWN]! >= this.firstMs) this.isRewritten = true
  }
}
