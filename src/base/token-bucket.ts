import type { Ms } from './units.ts'

/** How a `TokenBucket` fills. */
export interface TokenRate {
  /** Tokens added per second, above 0. */
  readonly perSecond: number
  /** The most tokens that can be saved up, and so the most that can be taken at once after a pause. */
  readonly most: number
  /** Tokens at the start, at most `most`. */
  readonly start: number
}

/** A token bucket (RFC 2697): it fills with time and says whether something may happen once more. Free of allocation. */
export class TokenBucket {
  readonly #rate: TokenRate
  /** The tokens that it held at `atMs`, the newest time so far. */
  tokens: number
  atMs: Ms

  /** `nowMs` is the present, on the clock whose times are passed to `has` and `take`. */
  constructor(rate: TokenRate, nowMs: Ms) {
    this.#rate = rate
    this.tokens = rate.start
    this.atMs = nowMs
  }

  /** Whether the bucket holds `tokens` at `nowMs`. A time before the newest one so far adds none. */
  has(tokens: number, nowMs: Ms): boolean {
    if (nowMs > this.atMs) {
      const { perSecond, most } = this.#rate
      this.tokens = Math.min(most, this.tokens + ((nowMs - this.atMs) * perSecond) / 1000)
      this.atMs = nowMs
    }
    return this.tokens >= tokens
  }

  /** Takes `tokens` if the bucket holds as many. Otherwise takes none and returns false. */
  take(tokens: number, nowMs: Ms): boolean {
    if (!this.has(tokens, nowMs)) return false
    this.tokens -= tokens
    return true
  }
}
