import { above0 } from './settings.ts'
import type { Ms } from './units.ts'

/** Keys held before those with nothing to remember are swept out for the first time. */
const FIRST_SWEEP = 256
/** What sums of fractions may be off by. */
const ROUNDING_MS: Ms = 1e-3

/**
 * Limits how often something happens, for each key on its own: `perSecond` times a second in the long run, `burst`
 * times at once. Keeps one number per key, and forgets a key whose burst is whole again. The algorithm is the generic
 * cell rate algorithm (ITU-T I.371), a token bucket kept as the moment at which it will be full.
 */
export class RateLimit {
  readonly #costMs: Ms
  readonly #mostMs: Ms
  /** When each key's bucket is full again. */
  readonly #fullAtMs = new Map<string, Ms>()
  #sweepAt = FIRST_SWEEP

  /** Both above 0; `perSecond` Infinity: no limit. Throws `misuse` otherwise, naming the setting `name`. */
  constructor(perSecond: number, burst: number, name: string) {
    this.#costMs = 1000 / above0(perSecond, name)
    this.#mostMs = this.#costMs * above0(burst, `${name}, its burst`)
  }

  /** Whether `key` may once more at `nowMs`; if so, it is counted. */
  take(key: string, nowMs: Ms): boolean {
    if (this.#costMs === 0) return true
    const fullAtMs = Math.max(nowMs, this.#fullAtMs.get(key) ?? nowMs) + this.#costMs
    if (fullAtMs - nowMs > this.#mostMs + ROUNDING_MS) return false
    if (this.#fullAtMs.size >= this.#sweepAt) this.#sweep(nowMs)
    this.#fullAtMs.set(key, fullAtMs)
    return true
  }

  /** Keys that are remembered. */
  get size(): number {
    return this.#fullAtMs.size
  }

  /** Costs what it frees: the next one is due when as many keys have come again. */
  #sweep(nowMs: Ms): void {
    for (const [key, fullAtMs] of this.#fullAtMs) if (fullAtMs <= nowMs) this.#fullAtMs.delete(key)
    this.#sweepAt = Math.max(FIRST_SWEEP, 2 * this.#fullAtMs.size)
  }
}
