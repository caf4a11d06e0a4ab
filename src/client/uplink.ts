import { SlidingMin } from '../base/estimate.ts'
import type { Ms } from '../base/units.ts'

/** How long the least delay of input packets is remembered. */
const REMEMBERED_MS: Ms = 30_000
/** The interval over which delays are judged, by the least wait in it. */
const JUDGED_MS: Ms = 150
/** A least wait above this means that packets queue up; one below the second value means that the uplink is free. */
const QUEUED_MS: Ms = 75
const FREE_MS: Ms = 40
/** The first spacing, the greatest one, and the one below which frames send as they come. */
const FIRST_MS: Ms = 25
const MOST_MS: Ms = 100
const LEAST_MS: Ms = 15
/** By what a judgement multiplies the spacing. */
const WIDER = 2
const NARROWER = 0.95
/** The spacing at which packets queued up, times this, is kept for a while. */
const KEPT = 1.25
const KEPT_MS: Ms = 30_000
/** If packets still wait after so long at the greatest spacing, the path has become longer. */
const LONGER_MS: Ms = 4000

/**
 * Spaces the input packets of a datagram link out while they wait at a slow uplink. Nothing is lost by that: a packet holds all
 * inputs since the last one, and its headers cost more than they do. The wait is how much longer a packet took than the fastest
 * of late. Of an interval the least wait counts (CoDel, RFC 8289), because one late packet says nothing of a queue.
 */
export class Uplink {
  /** The least time between two input packets; 0: every frame may send one. */
  spacingMs: Ms = 0
  readonly #delays = new SlidingMin(REMEMBERED_MS, 16)
  #leastWaitMs: Ms = Number.POSITIVE_INFINITY
  #judgedAtMs: Ms = Number.NEGATIVE_INFINITY
  /** A spacing at which packets lately queued up, and when they did. */
  #keptMs: Ms = 0
  #queuedAtMs: Ms = Number.NEGATIVE_INFINITY
  /** Since when packets have waited without a pause; NaN: they do not. */
  #waitingSinceMs: Ms = Number.NaN

  /** Notes that an input packet took `delayMs` to the server, by two clocks whose difference does not change. */
  note(delayMs: Ms, nowMs: Ms): void {
    this.#delays.insert(delayMs, nowMs)
    this.#leastWaitMs = Math.min(this.#leastWaitMs, delayMs - this.#delays.least)
    if (nowMs - this.#judgedAtMs < JUDGED_MS) return
    if (this.#leastWaitMs > QUEUED_MS) this.#widen(nowMs)
    else this.#waitingSinceMs = Number.NaN
    if (this.#leastWaitMs < FREE_MS) {
      const keptMs = nowMs - this.#queuedAtMs < KEPT_MS ? this.#keptMs : 0
      const narrowMs = Math.max(this.spacingMs * NARROWER, Math.min(keptMs, this.spacingMs))
      this.spacingMs = narrowMs > LEAST_MS ? narrowMs : 0
    }
    this.#judgedAtMs = nowMs
    this.#leastWaitMs = Number.POSITIVE_INFINITY
  }
  #widen(nowMs: Ms): void {
    if (Number.isNaN(this.#waitingSinceMs)) this.#waitingSinceMs = nowMs
    if (nowMs - this.#waitingSinceMs > LONGER_MS && this.spacingMs === MOST_MS) {
      this.#delays.clear()
      this.#waitingSinceMs = Number.NaN
      this.#keptMs = this.spacingMs = 0
      return
    }
    this.#keptMs = Math.max(LEAST_MS, this.spacingMs) * KEPT
    this.#queuedAtMs = nowMs
    this.spacingMs = Math.min(MOST_MS, Math.max(FIRST_MS, this.spacingMs * WIDER))
  }
}
