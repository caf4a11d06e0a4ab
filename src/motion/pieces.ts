import type { Ms } from '../base/units.ts'
import { ACCELERATION_MS, steadyAcceleration } from './acceleration.ts'
import { type Curve, isSmooth, velocityOf } from './curves.ts'
import {
  ANGLE,
  COEFFICIENTS,
  FAR,
  MOVES,
  PAST,
  RESTED,
  RESTS,
  SEEN,
  SMOOTH,
  SORTS,
  STEP,
  UNTIL,
  WHOLE,
} from './piece-layout.ts'
import { SampleRing } from './sample-ring.ts'
import { BROKEN, COLUMNS, FLAGS } from './samples.ts'
import { freezeSlopes } from './slopes.ts'
import { TrackState } from './track.ts'

const TURN = 2 * Math.PI

/**
 * The samples of the entities of `Tracks`, and the pieces of their ways, worked out as samples come, so that a frame
 * only evaluates them. What is no whole piece (before the first sample, past the newest, at a break) is worked out in
 * frames, in a row of each entity's own. Fields are public for `Tracks`. Nothing allocates after construction.
 */
export class Pieces {
  readonly columns: number
  /** Of each column: where it stands in a piece, c0 and c1, or c0 to c3; and whether it is such a cubic. */
  readonly offsets: Int32Array
  readonly cubics: Uint8Array
  /** Whether no column is. */
  readonly isStraight: boolean
  /** Samples: `rowWidth` numbers each, as in `Samples`; those of one moment side by side. */
  readonly rows: Float64Array
  readonly rowWidth: number
  /** As many pieces, each at its first sample's place; behind them one of each entity's own. */
  readonly pieces: Float64Array
  readonly width: number
  /** From one piece of an entity to its next; where those of their own begin. */
  readonly step: number
  readonly own: number
  /** Of each: which piece is on display. */
  readonly at: Int32Array
  /** Of each: how many samples it ever had, the last of them at or before what is on display, flags. */
  readonly totals: Int32Array
  readonly cursors: Int32Array
  readonly flags: Uint16Array
  /** Of each that shows its own piece: where in it, and until when it is the right one. */
  readonly us: Float64Array
  readonly untils: Float64Array
  /** Arguments, which V8 boxes in calls that it does not inline: the moment on display, the one before. */
  readonly args: Float64Array = new Float64Array(2)
  /** Of each: the brackets from and to which all have been shown, by their first samples. */
  readonly #shownFrom: Int32Array
  readonly #shownTo: Int32Array
  readonly #sorts: readonly number[]
  readonly #curves: readonly Curve[]
  readonly #capacity: number
  readonly #extrapolateMs: Ms
  readonly #hasVelocities: boolean
  readonly #rowStep: number
  readonly #ring: SampleRing

  /** All checked by the caller. */
  constructor(count: number, curves: readonly Curve[], capacity: number, extrapolateMs: Ms) {
    const columns = curves.length
    this.columns = columns
    this.#sorts = curves.map((curve) => (isSmooth(curve) ? SMOOTH : SORTS.indexOf(curve)))
    this.cubics = Uint8Array.from(this.#sorts, (sort) => (sort === SMOOTH ? 1 : 0))
    this.isStraight = !this.cubics.includes(1)
    this.offsets = new Int32Array(columns)
    let width = COEFFICIENTS
    let smooth = 0
    for (let i = 0; i < columns; i++) {
      this.offsets[i] = width
      width += 2 + 2 * this.cubics[i]!
      smooth += this.cubics[i]!
    }
    this.width = width
    this.step = count * width
    this.own = capacity * this.step
    this.pieces = new Float64Array(this.own + this.step)
    this.rowWidth = COLUMNS + columns + 2 * smooth
    this.#rowStep = count * this.rowWidth
    this.rows = new Float64Array(capacity * this.#rowStep)
    this.#ring = new SampleRing(this.rows, capacity, this.#rowStep)
    this.#curves = curves
    this.#capacity = capacity
    this.#extrapolateMs = extrapolateMs
    this.#hasVelocities = curves.some((curve) => velocityOf(curve) >= 0)
    this.at = new Int32Array(count)
    this.totals = new Int32Array(count)
    this.cursors = new Int32Array(count)
    this.flags = new Uint16Array(count)
    this.us = new Float64Array(count)
    this.untils = new Float64Array(count)
    this.#shownFrom = new Int32Array(count)
    this.#shownTo = new Int32Array(count)
  }

  /** Forgets all samples. */
  clear(k: number): void {
    this.totals[k] = 0
    this.cursors[k] = -1
    this.flags[k] = 0
    this.untils[k] = Number.NEGATIVE_INFINITY
    this.at[k] = this.own + k * this.width
    this.pieces[this.at[k]! + UNTIL] = Number.NEGATIVE_INFINITY
  }

  /** Where the numbers of a sample begin, counted from the first ever. */
  row(k: number, sample: number): number {
    return (sample & (this.#capacity - 1)) * this.#rowStep + k * this.rowWidth
  }

  /** Where the piece begins that begins with that sample. */
  piece(k: number, sample: number): number {
    return (sample & (this.#capacity - 1)) * this.step + k * this.width
  }

  /** The oldest sample held. */
  oldest(k: number): number {
    return Math.max(0, this.totals[k]! - this.#capacity)
  }

  /** Moves the samples from `j` on by one, to make room. */
  shift(k: number, j: number): void {
    for (let i = this.totals[k]!; i > j; i--) {
      const row = this.row(k, i - 1)
      this.rows.copyWithin(this.row(k, i), row, row + this.rowWidth)
      const piece = this.piece(k, i - 1)
      this.pieces.copyWithin(this.piece(k, i), piece, piece + this.width)
    }
  }

  /** Takes what is on display out of the ring, where it has to stand; `args[1]`: the moment. */
  detach(k: number): void {
    const { pieces } = this
    const from = this.at[k]!
    this.untils[k] = pieces[from + UNTIL]!
    this.#noteShown(k)
    const to = this.own + k * this.width
    for (let i = 0; i < this.width; i++) pieces[to + i] = pieces[from + i]!
    pieces[to + UNTIL] = Number.NEGATIVE_INFINITY
    this.us[k] = this.args[1]! - pieces[to]!
    this.at[k] = to
  }

  /** Puts what is on display back to the ring, if it is a piece of that. */
  attach(k: number): void {
    if (!(this.flags[k]! & WHOLE)) return
    this.at[k] = this.piece(k, this.cursors[k]!)
    this.untils[k] = Number.NEGATIVE_INFINITY
  }

  /**
   * Adds a sample at `args[0]`, newer than all, where nothing is on display that it changes and all columns are lines:
   * what `link` does, in one go, as this is what nearly always happens.
   */
  append(k: number, values: ArrayLike<number>, from: number): void {
    const { rows, pieces, columns } = this
    const sorts = this.#sorts
    const stampMs = this.args[0]!
    const total = this.totals[k]!
    const row = this.row(k, total)
    let p = this.piece(k, total)
    let last = this.piece(k, total - 1)
    const per = 1 / (stampMs - pieces[last]!)
    pieces[last + UNTIL] = stampMs
    pieces[p] = stampMs
    pieces[p + UNTIL] = Number.NEGATIVE_INFINITY
    rows[row] = stampMs
    rows[row + FLAGS] = 0
    p += COEFFICIENTS
    last += COEFFICIENTS
    for (let i = 0; i < columns; i++, p += 2, last += 2) {
      const value = values[from + i] ?? 0
      rows[row + COLUMNS + i] = value
      pieces[p] = value
      const sort = sorts[i]!
      let way = value - pieces[last]!
      if (sort === ANGLE) way -= TURN * Math.floor(way / TURN + 0.5)
      pieces[last + 1] = sort === STEP ? 0 : way * per
    }
    this.totals[k] = total + 1
  }

  /** Works the pieces out anew that sample `j` has a part in, where they have not been shown otherwise. */
  link(k: number, j: number): void {
    const newest = this.totals[k]! - 1
    const oldest = this.oldest(k)
    const p = this.piece(k, j)
    const row = this.row(k, j)
    this.pieces[p] = this.rows[row]!
    for (let i = 0; i < this.columns; i++)
      this.pieces[p + this.offsets[i]!] = this.rows[row + COLUMNS + i]!
    if (j === newest) this.pieces[p + UNTIL] = Number.NEGATIVE_INFINITY
    if (!this.isStraight && j - 2 >= oldest && !this.#wasShown(k, j - 2)) this.#join(k, j - 2)
    if (j > oldest) this.#join(k, j - 1)
    if (j < newest) this.#join(k, j)
    if (!this.isStraight && j + 1 < newest && !this.#wasShown(k, j + 1)) this.#join(k, j + 1)
  }

  /** Works out the piece from sample `j` to the next. */
  #join(k: number, j: number): void {
    const { rows, pieces } = this
    const a = this.row(k, j)
    const b = this.row(k, j + 1)
    let p = this.piece(k, j)
    const isBroken = (rows[b + FLAGS]! & BROKEN) !== 0
    pieces[p + UNTIL] = isBroken ? Number.NEGATIVE_INFINITY : rows[b]!
    if (isBroken) return
    const per = 1 / (rows[b]! - rows[a]!)
    if (!this.isStraight) {
      rows[b + FLAGS] = 0
      this.#freeze(k, j + 1, false)
    }
    p += COEFFICIENTS
    let slope = b + COLUMNS + this.columns
    for (let i = 0; i < this.columns; i++) {
      const sort = this.#sorts[i]!
      let way = rows[b + COLUMNS + i]! - rows[a + COLUMNS + i]!
      if (sort === ANGLE) way -= TURN * Math.floor(way / TURN + 0.5)
      way *= per
      if (sort < SMOOTH) {
        pieces[p + 1] = sort === STEP ? 0 : way
        p += 2
        continue
      }
      const start = rows[slope]!
      const end = rows[slope + 1]!
      slope += 2
      pieces[p + 1] = start
      pieces[p + 2] = (3 * way - 2 * start - end) * per
      pieces[p + 3] = (start + end - 2 * way) * per * per
      p += 4
    }
  }

  #freeze(k: number, second: number, isBroken: boolean): void {
    this.#ring.set(k * this.rowWidth, this.oldest(k), this.totals[k]!)
    freezeSlopes(this.#ring, second - this.oldest(k), isBroken, this.#curves)
  }

  /** Whether the bracket from sample `j` to the next has been shown, so that it must not bend. */
  #wasShown(k: number, j: number): boolean {
    this.#noteShown(k)
    return (this.flags[k]! & SEEN) !== 0 && j >= this.#shownFrom[k]! && j <= this.#shownTo[k]!
  }

  #noteShown(k: number): void {
    if (this.at[k]! >= this.own) return
    this.#shownTo[k] = Math.max(this.#shownTo[k]!, this.cursors[k]!)
  }

  /** Finds the piece of the moment; true when a break was passed on the way forward. */
  seek(k: number): boolean {
    const rows = this.rows
    const timeMs = this.args[0]!
    const newest = this.totals[k]! - 1
    const oldest = this.oldest(k)
    let j = Math.max(oldest - 1, Math.min(this.cursors[k]!, newest))
    let isBroken = false
    this.#noteShown(k)
    this.at[k] = this.own + k * this.width
    for (; j < newest; j++) {
      const row = this.row(k, j + 1)
      if (rows[row]! > timeMs) break
      if (rows[row + FLAGS]! & BROKEN) isBroken = true
    }
    while (j >= oldest && rows[this.row(k, j)]! > timeMs) j--
    this.cursors[k] = j
    this.#show(k, Math.min(j, newest - 1))
    this.#fill(k)
    return isBroken
  }

  /** Notes that the bracket from `j` on is shown: one that does not follow the last begins with a slope of its own. */
  #show(k: number, j: number): void {
    if (this.#wasShown(k, j)) return
    if (!(this.flags[k]! & SEEN) || j !== this.#shownTo[k]! + 1) {
      this.#shownFrom[k] = j
      if (!this.isStraight && j >= this.oldest(k)) {
        const a = this.row(k, j) + FLAGS
        const flags = this.rows[a]!
        this.rows[a] = flags & BROKEN
        this.#join(k, j)
        this.rows[a] = flags
      }
    }
    this.#shownTo[k] = j
    this.flags[k]! |= SEEN
  }

  /** Fills in its own piece, at the cursor. */
  #fill(k: number): void {
    const { rows, pieces } = this
    const cursor = this.cursors[k]!
    const newest = this.totals[k]! - 1
    const to = this.own + k * this.width
    const isPast = cursor === newest
    const isBefore = cursor < this.oldest(k)
    const first = isPast ? Math.max(this.oldest(k), cursor - 1) : isBefore ? cursor + 1 : cursor
    const second = isPast ? cursor : cursor + 1
    const b = this.row(k, second)
    const isBroken = first === second || (rows[b + FLAGS]! & BROKEN) !== 0
    const canMove = !(this.flags[k]! & RESTED) && (this.#hasVelocities || !isBroken)
    const isWhole = !isPast && !isBroken
    this.flags[k] =
      (this.flags[k]! & ~(PAST | MOVES | WHOLE)) |
      (isPast ? PAST : 0) |
      (canMove ? MOVES : 0) |
      (isWhole ? WHOLE : 0)
    const from = this.piece(k, isPast ? cursor : first)
    for (let i = 0; i < this.width; i++) pieces[to + i] = pieces[from + i]!
    pieces[to + UNTIL] = Number.NEGATIVE_INFINITY
    this.untils[k] = isPast ? Number.POSITIVE_INFINITY : rows[b]!
    if (!isWhole) this.#carryOn(k, first, second, isBroken)
  }

  /** Works out how its own piece moves when that is none of the ring's: past the newest sample, or not at all. */
  #carryOn(k: number, first: number, second: number, isBroken: boolean): void {
    const { rows, pieces } = this
    const isPast = (this.flags[k]! & PAST) > 0
    const a = this.row(k, first)
    const b = this.row(k, second)
    if (isPast && !this.isStraight) this.#freeze(k, second, isBroken)
    const per = isPast && !isBroken ? 1 / (rows[b]! - rows[a]!) : 0
    let slope = b + COLUMNS + this.columns
    for (let i = 0; i < this.columns; i++) {
      const sort = this.#sorts[i]!
      const c = this.own + k * this.width + this.offsets[i]!
      if (sort < SMOOTH) {
        let way = rows[b + COLUMNS + i]! - rows[a + COLUMNS + i]!
        if (sort === ANGLE) way -= TURN * Math.round(way / TURN)
        pieces[c + 1] = sort === STEP ? 0 : way * per
        continue
      }
      pieces[c + 1] = isPast ? rows[slope + 1]! : 0
      pieces[c + 2] = 0
      pieces[c + 3] = 0
      slope += 2
      if (isPast) this.#accelerate(k, c, i, a, b)
    }
  }

  /** Past the newest sample a column with a sent velocity keeps its acceleration for a while. */
  #accelerate(k: number, c: number, column: number, a: number, b: number): void {
    const { rows, pieces } = this
    const velocity = velocityOf(this.#curves[column])
    const hasTwo = this.cursors[k]! - 2 >= this.oldest(k)
    const isKnown = hasTwo && ((rows[a + FLAGS]! | rows[b + FLAGS]!) & BROKEN) === 0
    if (!isKnown || velocity < 0) return
    const before = this.row(k, this.cursors[k]! - 2)
    const v = COLUMNS + velocity
    const half =
      steadyAcceleration(
        rows[before + v]!,
        rows[a + v]!,
        rows[b + v]!,
        (rows[a]! - rows[before]!) / 1000,
        (rows[b]! - rows[a]!) / 1000,
      ) / 2e6
    if (this.flags[k]! & FAR) {
      pieces[c]! -= half * ACCELERATION_MS * ACCELERATION_MS
      pieces[c + 1]! += 2 * half * ACCELERATION_MS
    } else pieces[c + 2] = half
  }

  /** Sets u to the moment, and says what the picture rests on. */
  place(k: number): TrackState {
    const flags = this.flags[k]!
    const isBefore = this.cursors[k]! < this.oldest(k)
    const sinceMs = this.args[0]! - this.pieces[this.own + k * this.width]!
    this.us[k] = isBefore ? 0 : sinceMs
    if (!(flags & PAST)) return isBefore ? TrackState.beforeFirst : TrackState.between
    const horizonMs = this.#extrapolateMs
    const limitMs = flags & MOVES ? horizonMs : 0
    const carriedMs = Math.min(sinceMs, limitMs)
    // As in `Track`: at full speed for two thirds, then evenly slower.
    const slowMs = Math.max(carriedMs - (horizonMs * 2) / 3, 0)
    this.us[k] = slowMs > 0 ? carriedMs - 1.5 * slowMs * (slowMs / horizonMs) : carriedMs
    const isFar = this.us[k]! > ACCELERATION_MS
    if (isFar !== (flags & FAR) > 0) {
      this.flags[k] = flags ^ FAR
      this.#fill(k)
    }
    if (sinceMs === 0 || flags & RESTS) return TrackState.between
    return sinceMs < limitMs ? TrackState.extrapolated : TrackState.held
  }
}
