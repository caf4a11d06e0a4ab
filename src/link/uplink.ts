import { SlidingMin } from '../base/estimate.ts'
import type { Ms } from '../base/units.ts'

/** How long the shortest delay of input packets is remembered. */
const REMEMBERED_MS: Ms = 300_000
/**
 * The shortest wait in an interval of this length decides: first one that is longer than most stalls of radio networks,
 * and for `ALERT_MS` after packets queued up a short one.
 */
const FIRST_JUDGED_MS: Ms = 500
const JUDGED_MS: Ms = 150
const ALERT_MS: Ms = 60_000
/** If the shortest wait is above `QUEUED_MS`, packets queue up. If it is below `FREE_MS`, the uplink is free. */
const QUEUED_MS: Ms = 75
const FREE_MS: Ms = 40
/** The first spacing and the longest one. At a spacing of `LEAST_MS` or less, every frame may send. */
const FIRST_MS: Ms = 25
const MOST_MS: Ms = 100
const LEAST_MS: Ms = 15
/** The factors by which the spacing is multiplied after an interval with a queue, and after one with a free uplink. */
const WIDER = 2
const NARROWER = 0.95
/** For `KEPT_MS` after packets queued up, the spacing stays at least `KEPT` times as long as it was then. */
const KEPT = 1.25
const KEPT_MS: Ms = 30_000
/**
 * If packets have waited for this long without a pause, and the spacing is the longest, the path has become longer, because any
 * queue would be empty by then.
 */
const LONGER_MS: Ms = 10_000

/**
 * Makes the client send input packets less often while they queue at a slow uplink. No input is lost, because each packet
 * contains all inputs that were held back, and the headers of a packet cost more than its inputs do. The wait of a packet is
 * how much longer it took than the fastest recent one. Only the shortest wait of an interval counts (CoDel, RFC 8289), because
 * a single late packet does not indicate a queue.
 */
export class Uplink {
  /** The shortest time between two input packets; 0: every frame may send one. */
  spacingMs: Ms = 0
  readonly #delays = new SlidingMin(REMEMBERED_MS, 16)
  #leastWaitMs: Ms = Number.POSITIVE_INFINITY
  #judgedAtMs: Ms = Number.NEGATIVE_INFINITY
  /** The shortest spacing that is allowed for a while after packets queued up, and when they last did. */
  #keptMs: Ms = 0
  #queuedAtMs: Ms = Number.NEGATIVE_INFINITY
  /** When packets began to wait without a pause; NaN: they do not wait. */
  #waitingSinceMs: Ms = Number.NaN

  /** Notes that an input packet took `delayMs` to reach the server, measured with two clocks whose difference is constant. */
  note(delayMs: Ms, nowMs: Ms): void {
    this.#delays.insert(delayMs, nowMs)
    this.#leastWaitMs = Math.min(this.#leastWaitMs, delayMs - this.#delays.least)
    const judgedMs = nowMs - this.#queuedAtMs < ALERT_MS ? JUDGED_MS : FIRST_JUDGED_MS
    if (nowMs - this.#judgedAtMs < judgedMs) return
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
      this.#keptMs = 0
      return
    }
    this.#keptMs = Math.max(LEAST_MS, this.spacingMs) * KEPT
    this.#queuedAtMs = nowMs
    this.spacingMs = Math.min(MOST_MS, Math.max(FIRST_MS, this.spacingMs * WIDER))
  }
}
