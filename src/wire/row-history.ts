import { HISTORY_TICKS } from './packets.ts'

/** Rows there is room for at first: what enters and stays as it is needs one. */
const LEAST_ROWS = 2

/**
 * The states of one entity at the last 128 network ticks, as rows of whole numbers, each with the tick from which it held.
 * Only changes are kept, so the state at a tick is the newest row at or before it. Both ends keep one for each entity: what
 * the server codes against is what the client holds. There is room for the ticks that somebody may still ask for. The room
 * doubles up to 128 rows and never shrinks. Only `push` allocates, and not in steady state.
 */
export class RowHistory {
  declare readonly width: number
  /** The rows, each followed by its tick in the same array. Each `push` may replace the array. */
  declare rows: Int32Array
  /** How many rows are held. */
  count = 0
  /** Where the newest row begins. */
  newestOffset = 0
  /** The tick of the newest row; -1 before the first. Beside the row, which many a search need not touch then. */
  newestTick = -1
  /** How many rows there is room for. */
  #room = LEAST_ROWS

  constructor(width: number) {
    this.width = width
    this.rows = new Int32Array(LEAST_ROWS * (width + 1))
  }

  /**
   * Where the newest row at or before `tick` begins, or -1 when none is held. Holds until the next `push`, which may put it
   * elsewhere.
   */
  find(tick: number): number {
    const { rows, width } = this
    let at = this.newestOffset
    let since = this.newestTick
    for (let left = this.count; left > 0; left--) {
      if (since <= tick) return at
      at = at > 0 ? at - width - 1 : rows.length - width - 1
      since = rows[at + width]!
    }
    return -1
  }

  /**
   * Adds a row for `tick` (from 0, below 2^31), not older than the newest one. Returns where it begins; its numbers are the
   * caller's to set. `oldest`: nobody asks for the state at an earlier tick; default: 128 before.
   */
  push(tick: number, oldest: number = tick - HISTORY_TICKS): number {
    const { width } = this
    const isFirst = this.count === 0
    if (this.count < this.#room) this.count++
    else if (this.#room < HISTORY_TICKS && this.#needsOldest(oldest)) this.#makeRoom()
    const at = isFirst ? 0 : this.#after(this.newestOffset)
    this.rows[at + width] = tick
    this.newestOffset = at
    this.newestTick = tick
    return at
  }

  /** Adds a row for `tick` as a copy of the one that begins at `base`: see `push`. */
  pushCopy(tick: number, base: number, oldest?: number): number {
    // Where rows are moved to make room, these keep theirs.
    const before = this.rows
    const { width } = this
    const at = this.push(tick, oldest)
    const { rows } = this
    // Not by `copyWithin`, which costs more than a row of few numbers.
    for (let i = 0; i < width; i++) rows[at + i] = before[base + i]!
    return at
  }

  /** Where the row after the one at `at` begins; after the newest comes the oldest, once there is no more room. */
  #after(at: number): number {
    const next = at + this.width + 1
    return next === this.rows.length ? 0 : next
  }

  /** Whether the room is full and its oldest row is the state at a tick from `oldest` on. */
  #needsOldest(oldest: number): boolean {
    const second = this.#after(this.#after(this.newestOffset))
    return this.rows[second + this.width]! > oldest
  }

  /** Makes room for twice as many rows, and takes the first of it. */
  #makeRoom(): void {
    const { rows } = this
    const more = new Int32Array(rows.length * 2)
    const end = this.newestOffset + this.width + 1
    // The room lies behind the newest row; the older ones that lay there come last.
    more.set(rows.subarray(0, end))
    more.set(rows.subarray(end), end + rows.length)
    this.rows = more
    this.#room *= 2
    this.count++
  }
}
