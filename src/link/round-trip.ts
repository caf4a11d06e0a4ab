import type { Ms } from '../base/units.ts'

/** What Linux adds to the round trip at least, where RFC 6298 asks for a timeout of at least a second. */
export const LEAST_VARIANCE_MS = 200
const MOST_TIMEOUT_MS = 120_000

/**
 * The round trip as TCP measures it, and the retransmission timeout, as in RFC 6298 with Linux's changes: the timeout is
 * srtt + max(200 ms, 4 rttvar); a fall of the round trip hardly raises the variation; and the variation in the timeout is the
 * greatest of the last round trip and sinks slowly.
 */
export class RoundTrip {
  /** The smoothed round trip. */
  smoothedMs: Ms
  /** The least round trip so far. */
  leastMs: Ms
  /** The timeout after which the oldest packet counts as lost. */
  timeoutMs: Ms = 0
  /** Four times the mean deviation, as in Linux. */
  #deviationMs: Ms
  #mostDeviationMs: Ms = LEAST_VARIANCE_MS
  #varianceMs: Ms

  /** `firstMs`: the round trip of the handshake. */
  constructor(firstMs: Ms) {
    this.smoothedMs = this.leastMs = firstMs
    this.#deviationMs = 2 * firstMs
    this.#varianceMs = Math.max(2 * firstMs, LEAST_VARIANCE_MS)
    this.#set()
  }

  /** Takes a measurement. `isNextRound`: whether it is the first of a packet sent since the last such one. */
  add(rttMs: Ms, isNextRound: boolean): void {
    let error = rttMs - this.smoothedMs
    this.smoothedMs += error / 8
    if (error < 0) {
      error = -error - this.#deviationMs / 4
      if (error > 0) error /= 8
    } else error -= this.#deviationMs / 4
    this.#deviationMs += error
    if (this.#deviationMs > this.#mostDeviationMs) {
      this.#mostDeviationMs = this.#deviationMs
      if (this.#mostDeviationMs > this.#varianceMs) this.#varianceMs = this.#mostDeviationMs
    }
    if (isNextRound) {
      if (this.#mostDeviationMs < this.#varianceMs)
        this.#varianceMs -= (this.#varianceMs - this.#mostDeviationMs) / 4
      this.#mostDeviationMs = LEAST_VARIANCE_MS
    }
    this.#set()
  }

  /** Takes another measurement, as a bound of the least round trip only. */
  atLeast(rttMs: Ms): void {
    if (rttMs < this.leastMs) this.leastMs = rttMs
  }

  /** Doubles the timeout, until the next measurement. */
  backOff(): void {
    this.timeoutMs = Math.min(2 * this.timeoutMs, MOST_TIMEOUT_MS)
  }

  #set(): void {
    this.timeoutMs = Math.min(this.smoothedMs + this.#varianceMs, MOST_TIMEOUT_MS)
  }
}
