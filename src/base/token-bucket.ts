import type { Ms } from './units.ts'

/** How a `TokenBucket` fills. */
export interface TokenRate {
  /** Tokens that come in a second, above 0. */
  readonly perSecond: number
  /** Tokens that can be saved up: what may be taken at once after a rest. */
  readonly most: number
  /** Tokens at the start, at most `most`. */
  readonly start: number
}

/**
 * Says whether something may happen once more: fills with time, and gives as long as it has (token bucket, RFC 2697).
 * Free of allocation.
 */
export class TokenBucket {
  readonly #rate: TokenRate
  #tokens: number
  #atMs: Ms

  /** `nowMs`: the present, on the clock that `has` and `take` are told. */
  constructor(rate: TokenRate, nowMs: Ms) {
    this.#rate = rate
    this.#tokens = rate.start
    this.#atMs = nowMs
  }

  /** Whether there are `tokens` at `nowMs`. Time that runs backwards counts as standing still. */
  has(tokens: number, nowMs: Ms): boolean {
    if (nowMs > this.#atMs) {
      const { perSecond, most } = this.#rate
      this.#tokens = Math.min(most, this.#tokens + ((nowMs - this.#atMs) * perSecond) / 1000)
      this.#atMs = nowMs
    }
    return this.#tokens >= tokens
  }

  /** Takes `tokens` if there are so many; else it takes none and returns false. */
  take(tokens: number, nowMs: Ms): boolean {
    if (!this.has(tokens, nowMs)) return false
    this.#tokens -= tokens
    return true
  }
}
