import type { Ms } from '../../base/units.ts'

/** Four blocks make a minute: long against jitter, short against changes in a clock's rate with its temperature. */
const BLOCK_MS = 15_000
const BLOCKS = 4
/**
 * A slope is accepted if the queueing delay of its two round trips cannot cause a greater error than this, nor a greater one
 * than twice the uncertainty of the slope before. It is always accepted if the error is below `ALWAYS_BELIEVED`.
 */
const BELIEVED = 200e-6
const ALWAYS_BELIEVED = 20e-6
/** The clocks of computers are well within this. */
const MOST = 1000e-6

/**
 * How much faster one clock runs than another, from offsets measured by round trips. It keeps the quickest round trip of each
 * 15 s: a point of the lower envelope, where no queue has shifted the offset. The skew is the slope from the oldest to the
 * newest point of the last minute. Allocates only when constructed.
 */
export class SkewEstimate {
  /** Ms per ms, -0.001 to 0.001; 0 until it is known. */
  skew = 0
  /** How far off `skew` may be because of queueing. It doubles while no better slope comes. */
  uncertainty: number = MOST
  readonly #atMs = new Float64Array(BLOCKS)
  readonly #offsetMs = new Float64Array(BLOCKS)
  readonly #rttMs = new Float64Array(BLOCKS)
  /** How many blocks have been closed. The ring holds the last four. */
  #closed = 0
  #openedMs: Ms = Number.NaN
  #bestAtMs: Ms = Number.NaN
  #bestOffsetMs: Ms = Number.NaN
  #bestRttMs: Ms = Number.NaN

  /** Forgets everything. */
  clear(): void {
    this.forgetOffsets()
    this.skew = 0
    this.uncertainty = MOST
  }

  /** Forgets everything but the skew, which does not change when a clock is set. */
  forgetOffsets(): void {
    this.#closed = 0
    this.#openedMs = Number.NaN
  }

  /**
   * Adds a round trip, in order of time: its moment, its offset, and its duration. `leastRttMs` is the least duration known.
   */
  insert(atMs: Ms, offsetMs: Ms, rttMs: Ms, leastRttMs: Ms): void {
    if (atMs - this.#openedMs >= BLOCK_MS) this.#close(leastRttMs)
    if (Number.isNaN(this.#openedMs)) {
      this.#openedMs = atMs
      this.#bestRttMs = Infinity
    }
    if (rttMs > this.#bestRttMs) return
    this.#bestAtMs = atMs
    this.#bestOffsetMs = offsetMs
    this.#bestRttMs = rttMs
  }

  #close(leastRttMs: Ms): void {
    this.#openedMs = Number.NaN
    const newest = this.#closed % BLOCKS
    this.#atMs[newest] = this.#bestAtMs
    this.#offsetMs[newest] = this.#bestOffsetMs
    this.#rttMs[newest] = this.#bestRttMs
    this.#closed++
    if (this.#closed < 2) return
    const oldest = this.#closed > BLOCKS ? this.#closed % BLOCKS : 0
    const spanMs = this.#atMs[newest]! - this.#atMs[oldest]!
    const newestRttMs = this.#rttMs[newest]!
    const oldestRttMs = this.#rttMs[oldest]!
    // The oldest may be quicker than the remembered least if the path has become slower since.
    const leastMs = Math.min(leastRttMs, newestRttMs, oldestRttMs)
    const queuedMs = (newestRttMs + oldestRttMs) / 2 - leastMs
    const uncertainty = spanMs > 0 ? queuedMs / spanMs : Infinity
    this.uncertainty = Math.min(2 * this.uncertainty, MOST)
    if (uncertainty > Math.max(ALWAYS_BELIEVED, Math.min(this.uncertainty, BELIEVED))) return
    const slope = (this.#offsetMs[newest]! - this.#offsetMs[oldest]!) / spanMs
    this.uncertainty = uncertainty
    this.skew = Math.min(Math.max(slope, -MOST), MOST)
  }
}
