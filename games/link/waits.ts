/** How many arrivals are kept: those of 30 s, and some more. */
const KEPT = 1024

/**
 * How long a session waited from one piece of news to the next, in ms. NaN before there is enough to tell. Waits count by
 * their length. Otherwise, news that arrives all at once would hide one long wait among many short ones.
 */
export interface WaitFigures {
  /** Half of the time was spent in waits of at most this length. */
  readonly medianMs: number
  /** The same for 99 % of the time. */
  readonly p99Ms: number
  /** The wait that is still going on counts too. */
  readonly longestMs: number
}

/** When news arrived, and how long each piece of it was waited for. All times are on the page's own clock. */
export class Waits {
  readonly #times = new Float64Array(KEPT)
  readonly #sorted = new Float64Array(KEPT)
  #count = 0

  /** Notes news. Several pieces may arrive at the same moment. */
  note(atMs: number): void {
    // A stamp may be a little older than the one before, because each is taken in its own socket's event.
    const last = this.#count === 0 ? atMs : this.#at(this.#count - 1)
    this.#times[this.#count++ % KEPT] = Math.max(atMs, last)
  }

  /** Figures of the waits that ended in the last `spanMs`. */
  figures(nowMs: number, spanMs: number): WaitFigures {
    let n = 0
    for (let i = this.#count - 1; i > this.#oldest && this.#at(i) > nowMs - spanMs; i--)
      this.#sorted[n++] = this.#at(i) - this.#at(i - 1)
    const sorted = this.#sorted.subarray(0, n).sort()
    const running = this.#count > 0 ? nowMs - this.#at(this.#count - 1) : Number.NaN
    return {
      medianMs: lengthAt(sorted, 0.5),
      p99Ms: lengthAt(sorted, 0.99),
      longestMs: Math.max(sorted[n - 1] ?? 0, running),
    }
  }

  /**
   * Writes for each column of a graph how long ago the last news was at the worst moment of that column; NaN where that is not
   * known. The last column ends at `endMs`.
   */
  columns(endMs: number, columnMs: number, out: Float64Array): void {
    let i = this.#oldest
    let last = Number.NaN
    for (let column = 0; column < out.length; column++) {
      const untilMs = endMs - (out.length - 1 - column) * columnMs
      let most = Number.NaN
      for (; i < this.#count && this.#at(i) <= untilMs; i++) {
        const wait = this.#at(i) - last
        if (!(wait <= most)) most = wait
        last = this.#at(i)
      }
      const running = untilMs - last
      out[column] = running <= most ? most : running
    }
  }

  get #oldest(): number {
    return Math.max(0, this.#count - KEPT)
  }

  #at(index: number): number {
    return this.#times[index % KEPT]!
  }
}

/** Returns the length of the waits in which a share of the time was reached; `sorted` are all waits, shortest first. */
function lengthAt(sorted: Float64Array, share: number): number {
  let dueMs = share * sorted.reduce((sum, wait) => sum + wait, 0)
  for (const wait of sorted) if ((dueMs -= wait) <= 0) return wait
  return Number.NaN
}
