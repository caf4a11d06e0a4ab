import { HISTORY_TICKS } from '../limits.ts'
import { RowPages } from './row-pages.ts'

/** The first room for rows. An entity that enters and does not change needs one row. */
const LEAST_ROWS = 2
const ALONE = /* @__PURE__ */ new RowPages(0)

/**
 * The states of one entity at the last 128 network ticks, as rows of whole numbers, each with the tick from which it holds.
 * Only changes are kept, so the state at a tick is the newest row at or before it. Both ends keep one for each entity, so
 * that the client holds what the server codes against. There is room for the ticks that may still be needed. The room doubles
 * up to 128 rows and never shrinks. Only `push` allocates, and not in steady state.
 */
export class RowHistory {
  declare readonly width: number
  /** The page that holds the rows, each followed by its tick. Each `push` may replace it. */
  declare rows: Int32Array
  count = 0
  /** Where the newest row begins. */
  declare newestOffset: number
  /** The tick of the newest row; -1 before the first. Kept here too, so that most searches do not have to touch the row. */
  newestTick = -1
  readonly #pages: RowPages
  /** The number of rows there is room for, and where that room begins and ends. */
  #room = 0
  #begin = 0
  #end = 0

  /** `pages`: pages shared with other histories; default: none. */
  constructor(width: number, pages: RowPages = ALONE) {
    this.width = width
    this.#pages = pages
    this.#take(LEAST_ROWS)
    this.newestOffset = this.#end - width - 1
  }

  /** Returns where the newest row at or before `tick` begins; -1: none. The next `push` may move it. */
  find(tick: number): number {
    const { rows, width } = this
    let at = this.newestOffset
    let since = this.newestTick
    for (let left = this.count; left > 0; left--) {
      if (since <= tick) return at
      at = (at > this.#begin ? at : this.#end) - width - 1
      since = rows[at + width]!
    }
    return -1
  }

  /**
   * Adds a row for `tick` (from 0, below 2^31), not older than the newest row. Returns where it begins; the caller sets its
   * numbers. `oldest`: the earliest tick that may still be needed; default: 128 before.
   */
  push(tick: number, oldest: number = tick - HISTORY_TICKS): number {
    const { width } = this
    const second = this.#after(this.#after(this.newestOffset))
    if (this.count < this.#room) this.count++
    // If the second row is younger than `oldest`, the oldest row is the state at `oldest` and must stay.
    else if (this.#room < HISTORY_TICKS && this.rows[second + width]! > oldest) this.#makeRoom()
    const at = this.#after(this.newestOffset)
    this.rows[at + width] = tick
    this.newestOffset = at
    this.newestTick = tick
    return at
  }

  /** Adds a row for `tick` as a copy of the state at `baseline`, see `push`. Returns -1 when that is not held. */
  pushFrom(tick: number, baseline: number, oldest?: number): number {
    const base = this.find(baseline)
    if (base < 0) return -1
    // If `push` moves the rows to make room, the old array still holds them.
    const before = this.rows
    const at = this.push(tick, oldest)
    const { rows, width } = this
    // Avoids `copyWithin`, which costs more for a row of few numbers.
    for (let i = 0; i < width; i++) rows[at + i] = before[base + i]!
    return at
  }

  /** Forgets the rows of network tick `tick` and earlier. */
  forget(tick: number): void {
    let at = this.newestOffset
    let kept = 0
    for (let since = this.newestTick; kept < this.count && since > tick; kept++) {
      at = (at > this.#begin ? at : this.#end) - this.width - 1
      since = this.rows[at + this.width]!
    }
    this.count = kept
    if (kept === 0) this.newestTick = -1
  }

  /** Gives its room back to the pages. The history must not be used afterwards. */
  release(): void {
    this.#pages.give(this.rows, this.#begin, this.#end - this.#begin)
  }

  /** Returns where the row after the one at `at` begins. At the end of the room it starts again at the beginning. */
  #after(at: number): number {
    const next = at + this.width + 1
    return next === this.#end ? this.#begin : next
  }

  /** Makes room for twice as many rows, and takes the first new row. */
  #makeRoom(): void {
    const held = this.rows.subarray(this.#begin, this.#end)
    // Rows behind the newest are the oldest: they come first now, and the new room follows all rows.
    const cut = this.#after(this.newestOffset) - this.#begin
    const { rows } = this
    const begin = this.#begin
    this.#take(2 * this.#room)
    this.rows.set(held.subarray(cut), this.#begin)
    this.rows.set(held.subarray(0, cut), this.#begin + held.length - cut)
    this.newestOffset = this.#begin + held.length - this.width - 1
    this.count++
    this.#pages.give(rows, begin, held.length)
  }

  #take(room: number): void {
    const length = room * (this.width + 1)
    this.#room = room
    this.#begin = this.#pages.take(length)
    this.#end = this.#begin + length
    this.rows = this.#pages.page
  }
}
