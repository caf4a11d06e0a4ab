import { HISTORY_TICKS } from './packets.ts'

/**
 * The last 128 states of one entity as rows of whole numbers, each with the network tick it is of. Only changes
 * are kept, so the state at a tick is the newest row at or before it. Both ends keep one for each entity: what the
 * server codes against is what the client holds. Free of allocation after construction.
 */
export class RowHistory {
  readonly width: number
  /** The rows; behind each, in the same stretch of memory, stands its tick. */
  readonly rows: Int32Array
  #count = 0
  #newest = 0

  constructor(width: number) {
    this.width = width
    this.rows = new Int32Array(HISTORY_TICKS * (width + 1))
  }

  /** How many rows are held. */
  get count(): number {
    return this.#count
  }

  /** The tick of the newest row; -1 before the first. */
  get newestTick(): number {
    return this.#count === 0 ? -1 : this.rows[this.#newest + this.width]!
  }

  /** Where the newest row begins. */
  get newestOffset(): number {
    return this.#newest
  }

  /** Where the newest row at or before `tick` begins, or -1 when none is held. */
  find(tick: number): number {
    const { rows, width } = this
    let at = this.#newest
    for (let left = this.#count; left > 0; left--) {
      if (rows[at + width]! <= tick) return at
      at = at > 0 ? at - width - 1 : rows.length - width - 1
    }
    return -1
  }

  /**
   * Adds a row for `tick` (from 0, below 2^31), not older than the newest one. Returns where it begins; its numbers are the
   * caller's to set.
   */
  push(tick: number): number {
    const { rows, width } = this
    const next = this.#newest + width + 1
    const at = this.#count === 0 || next === rows.length ? 0 : next
    rows[at + width] = tick
    if (this.#count < HISTORY_TICKS) this.#count++
    this.#newest = at
    return at
  }

  /** Adds a row for `tick` as a copy of the one held at `baseline`. Returns where it begins, or -1 without that one. */
  pushFrom(tick: number, baseline: number): number {
    const base = this.find(baseline)
    return base < 0 ? -1 : this.pushCopy(tick, base)
  }

  /** Adds a row for `tick` as a copy of the one that begins at `base`. Returns where it begins. */
  pushCopy(tick: number, base: number): number {
    const { rows, width } = this
    const at = this.push(tick)
    // Not by `copyWithin`, which costs more than a row of few numbers.
    for (let i = 0; i < width; i++) rows[at + i] = rows[base + i]!
    return at
  }
}
