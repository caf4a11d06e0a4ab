import { from0, misuse, positiveInteger, powerOfTwo } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import { type Curve, checkCurves } from './curves.ts'
import { TrackState } from './track.ts'

/** Settings of `SnapshotTracks`. */
export interface SnapshotTracksOptions {
  /** How many entities a snapshot has. A whole number, at least 1. */
  readonly count: number
  /** How each column of an entity moves: `linear`, `angle` or `step`. */
  readonly curves: readonly Curve[]
  /** The most snapshots held, a power of two. Default 16. */
  readonly capacity?: number | undefined
  /**
   * How long movement is extrapolated when snapshots stay away. After that the entities stand still. The next snapshot is
   * jumped to. At least 0. Default 0.
   */
  readonly extrapolateMs?: Ms | undefined
}

const TURN = 2 * Math.PI

/**
 * The recent past of entities that all come in each snapshot and share its stamp. This is the cheapest interpolation possible,
 * for thousands of things that move evenly: one search for all of them, and one straight line for each number. Snapshots that
 * are not newer than the newest are dropped, and nothing is eased; use `Tracks` for more. Nothing allocates after construction.
 * All methods may be called in frames and steps.
 */
export class SnapshotTracks {
  /** How many snapshots came too late to be used. */
  dropped = 0
  readonly #sorts: readonly number[]
  readonly #capacity: number
  readonly #extrapolateMs: Ms
  readonly #size: number
  readonly #stamps: Float64Array
  readonly #values: Float64Array
  /** For the two snapshots on display: how far each number moves per ms, and where the numbers of the older one begin. */
  readonly #ways: Float64Array
  #from = 0
  #total = 0
  /** The older of the two, counted from the first ever. -1: there is none, or the newest has changed. */
  #shown = -1

  /** Throws `misuse` for numbers out of range and for other curves. */
  constructor({ count, curves, capacity = 16, extrapolateMs = 0 }: SnapshotTracksOptions) {
    this.#sorts = checkCurves(curves).map((curve) =>
      ['linear', 'angle', 'step'].indexOf(curve as string),
    )
    const other = this.#sorts.indexOf(-1)
    if (other >= 0) misuse(`curves[${other}]`, 'another curve', 'linear, angle or step')
    this.#size = positiveInteger(count, 'count') * curves.length
    this.#capacity = powerOfTwo(capacity, 'capacity')
    this.#extrapolateMs = from0(extrapolateMs, 'extrapolateMs')
    this.#stamps = new Float64Array(capacity)
    this.#values = new Float64Array(capacity * this.#size)
    this.#ways = new Float64Array(this.#size)
  }

  /** Adds the snapshot of `stampMs`. `values` holds the columns of the first entity, then those of the next, and so on. */
  push(stampMs: Ms, values: ArrayLike<number>): void {
    const mask = this.#capacity - 1
    const at = this.#total & mask
    const newestMs = this.#total > 0 ? this.#stamps[(this.#total - 1) & mask]! : -Infinity
    if (!(stampMs > newestMs)) {
      this.dropped++
      return
    }
    this.#stamps[at] = stampMs
    const from = at * this.#size
    for (let i = 0; i < this.#size; i++) this.#values[from + i] = values[i]!
    if (this.#shown >= this.#total - 1) this.#shown = -1
    this.#total++
    if (this.#shown >= 0 && this.#shown <= this.#total - this.#capacity) this.#shown = -1
  }

  /** Forgets all snapshots. */
  clear(): void {
    this.#total = 0
    this.#shown = -1
  }

  /** Writes what all entities looked like at `timeMs` to `out`, and returns how it was found. `empty` leaves `out` alone. */
  sample(timeMs: Ms, out: Float64Array): TrackState {
    const stamps = this.#stamps
    const mask = this.#capacity - 1
    const newest = this.#total - 1
    const oldest = Math.max(0, this.#total - this.#capacity)
    if (newest < 0 || Number.isNaN(timeMs)) return TrackState.empty
    let at = newest
    while (at > oldest && stamps[at & mask]! > timeMs) at--
    if (at !== this.#shown) this.#take(at, oldest)
    const sinceMs = timeMs - stamps[at & mask]!
    const isPast = at === newest
    const u = Math.max(0, isPast ? Math.min(sinceMs, this.#extrapolateMs) : sinceMs)
    const values = this.#values
    const ways = this.#ways
    const from = this.#from
    const size = ways.length
    let i = 0
    // Four at a time, because a loop iteration takes as long as the sum.
    for (; i + 3 < size; i += 4) {
      out[i] = values[from + i]! + ways[i]! * u
      out[i + 1] = values[from + i + 1]! + ways[i + 1]! * u
      out[i + 2] = values[from + i + 2]! + ways[i + 2]! * u
      out[i + 3] = values[from + i + 3]! + ways[i + 3]! * u
    }
    for (; i < size; i++) out[i] = values[from + i]! + ways[i]! * u
    if (sinceMs < 0) return TrackState.beforeFirst
    if (!isPast || sinceMs === 0) return TrackState.between
    return sinceMs < this.#extrapolateMs && newest > oldest
      ? TrackState.extrapolated
      : TrackState.held
  }

  /** Prepares snapshot `at` and the next one. Past the newest, it uses the movement since the snapshot before. */
  #take(at: number, oldest: number): void {
    const mask = this.#capacity - 1
    const size = this.#size
    const a = at === this.#total - 1 ? Math.max(oldest, at - 1) : at
    const b = Math.min(a + 1, this.#total - 1)
    const per = a < b ? 1 / (this.#stamps[b & mask]! - this.#stamps[a & mask]!) : 0
    const old = (a & mask) * size
    const last = (b & mask) * size
    const columns = this.#sorts.length
    const values = this.#values
    const ways = this.#ways
    for (let i = 0; i < size; i++) ways[i] = (values[last + i]! - values[old + i]!) * per
    for (let column = 0; column < columns; column++) {
      const sort = this.#sorts[column]
      if (sort === 0) continue
      for (let i = column; i < size; i += columns) {
        const way = values[last + i]! - values[old + i]!
        ways[i] = sort === 1 ? (way - TURN * Math.round(way / TURN)) * per : 0
      }
    }
    this.#from = (at & mask) * size
    this.#shown = at
  }
}
