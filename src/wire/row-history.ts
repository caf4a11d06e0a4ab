import { HISTORY_TICKS } from './packets.ts'

/**
 * The last 128 states of one entity as rows of whole numbers, each with the network tick it is of. Only changes
 * are kept, so the state at a tick is the newest row at or before it. Both ends keep one for each entity: what the
 * server codes against is what the client holds. Free of allocation after construction.
 */
export class RowHistory {
  readonly width: number
  readonly rows: Int32Array
  readonly #ticks = new Float64Array(HISTORY_TICKS)
  #count = 0

  constructor(width: number) {
    this.width = width
    this.rows = new Int32Array(HISTORY_TICKS * width)
  }

  /** Rows pushed so far. */
  get count(): number {
    return this.#count
  }

  /** The tick of the newest row; -1 before the first. */
  get newestTick(): number {
    return this.#count === 0 ? -1 : this.#ticks[(this.#count - 1) % HISTORY_TICKS]!
  }

  /** Where the newest row begins. */
  get newestOffset(): number {
    return ((this.#count - 1) % HISTORY_TICKS) * this.width
  }

  /** Where the newest row at or before `tick` begins, or -1 when none is held. */
  find(tick: number): number {
    const oldest = Math.max(0, this.#count - HISTORY_TICKS)
    for (let n = this.#count - 1; n >= oldest; n--)
      if (this.#ticks[n % HISTORY_TICKS]! <= tick) return (n % HISTORY_TICKS) * this.width
    return -1
  }

  /** Adds a row for `tick`, not older than the newest one. Returns where it begins; its numbers are the caller's to set. */
  push(tick: number): number {
    const at = this.#count % HISTORY_TICKS
    this.#ticks[at] = tick
    this.#count++
    return at * this.width
  }

  /** Adds a row for `tick` as a copy of the one held at `baseline`. Returns where it begins, or -1 without that one. */
  pushFrom(tick: number, baseline: number): number {
    const base = this.find(baseline)
    if (base < 0) return -1
    const at = this.push(tick)
    this.rows.copyWithin(at, base, base + this.width)
    return at
  }
}
