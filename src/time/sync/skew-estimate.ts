import type { Ms } from '../../base/units.ts'

/** Four blocks: a minute, long against jitter, short against how the rate of a clock changes with its warmth. */
const BLOCK_MS = 15_000
const BLOCKS = 4
/**
 * A slope is believed when what its two round trips took beyond the least cannot make more than this, nor more than
 * twice what the slope before was uncertain by; but always when it is below the least.
 */
const BELIEVED = 200e-6
const ALWAYS_BELIEVED = 20e-6
/** Clocks of computers are well within this. */
const MOST = 1000e-6

/**
 * How much faster one clock runs than another, from offsets measured by round trips. Of each 15 s it keeps the
 * quickest round trip: the points of the lower envelope, where no queue has bent the offset. The skew is the
 * slope from the oldest to the newest of the last minute's. Allocates only when constructed.
 */
export class SkewEstimate {
  /** Ms per ms, -0.001 to 0.001; 0 until it is known. */
  skew = 0
  /** How far off `skew` may be, from what the round trips left open; doubles while nothing better comes. */
  uncertainty: number = MOST
  readonly #atMs = new Float64Array(BLOCKS)
  readonly #offsetMs = new Float64Array(BLOCKS)
  readonly #rttMs = new Float64Array(BLOCKS)
  /** Blocks closed so far; the ring holds the last four. */
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

  /** Forgets everything but the skew, which a clock that was set does not change. */
  forgetOffsets(): void {
    this.#closed = 0
    this.#openedMs = Number.NaN
  }

  /**
   * Takes a round trip, in order of time: when it was, the offset that it gave, and what it took. `leastRttMs`: what one
   * takes at least.
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
    // The oldest may be quicker than what is remembered as the least, when the way has become slower since.
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
