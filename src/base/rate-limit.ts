import { above0 } from './settings.ts'
import type { Ms } from './units.ts'

/** How many keys are held before the first sweep. */
const FIRST_SWEEP = 256
/** Tolerance for rounding errors in sums of fractions. */
const ROUNDING_MS: Ms = 1e-3

/**
 * Limits how often something happens, separately for each key: `perSecond` times a second in the long run, `burst` times at
 * once. It keeps one number per key and forgets a key whose burst is fully restored. The algorithm is the generic cell rate
 * algorithm (ITU-T I.371), a token bucket stored as the moment at which it will be full.
 */
export class RateLimit {
  readonly #costMs: Ms
  readonly #mostMs: Ms
  readonly #fullAtMs = new Map<string, Ms>()
  #sweepAt = FIRST_SWEEP

  /**
   * `perSecond` and `burst` are above 0; a `perSecond` of Infinity means no limit. Otherwise throws `misuse`, which names the
   * setting as `name`.
   */
  constructor(perSecond: number, burst: number, name: string) {
    this.#costMs = 1000 / above0(perSecond, name)
    this.#mostMs = this.#costMs * above0(burst, `${name}, its burst`)
  }

  /** Whether `key` is allowed once more at `nowMs`. If so, it is counted. */
  take(key: string, nowMs: Ms): boolean {
    if (this.#costMs === 0) return true
    if (!this.allows(key, nowMs)) return false
    const fullAtMs = this.#nextFullAtMs(key, nowMs)
    if (this.#fullAtMs.size >= this.#sweepAt) this.#sweep(nowMs)
    this.#fullAtMs.set(key, fullAtMs)
    return true
  }

  /** Whether `key` would be allowed once more at `nowMs`. Counts nothing. */
  allows(key: string, nowMs: Ms): boolean {
    return this.#nextFullAtMs(key, nowMs) - nowMs <= this.#mostMs + ROUNDING_MS
  }

  get size(): number {
    return this.#fullAtMs.size
  }

  /** Returns when the bucket of `key` will be full if it is taken from at `nowMs`. */
  #nextFullAtMs(key: string, nowMs: Ms): Ms {
    return Math.max(nowMs, this.#fullAtMs.get(key) ?? nowMs) + this.#costMs
  }

  /** Forgets keys whose bucket is full. The next sweep waits until the number of keys has doubled, so sweeping stays cheap. */
  #sweep(nowMs: Ms): void {
    for (const [key, fullAtMs] of this.#fullAtMs) if (fullAtMs <= nowMs) this.#fullAtMs.delete(key)
    this.#sweepAt = Math.max(FIRST_SWEEP, 2 * this.#fullAtMs.size)
  }
}
