import { SlidingMin } from '../../base/estimate.ts'
import { positiveInteger } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { SkewEstimate } from './skew-estimate.ts'
import { SteadyTime } from './steady-time.ts'

/** Settings of a `RoundTripClock`. */
export interface RoundTripClockOptions {
  /** The quickest of this many round trips counts, an integer above 0. Default 8, as in NTP. */
  readonly samples?: number | undefined
}

/** How long a quick round trip counts as the least. */
const LEAST_WINDOW_MS = 60_000
const MAX_SLEW = 0.1
/** With clocks of whole milliseconds, a round trip of 0 may come out below 0. Anything further below is invalid. */
const COARSE_MS = 10
/** If an offset is this far beyond what the round trips allow, one of the clocks was set, or stood still. */
const NEW_CLOCK_MS = 250

/**
 * The server's clock as round trips show it, for uses that need the server's real time: the method of NTP (RFC 5905). A round
 * trip that left at `sentMs`, reached the server at `receivedMs`, was answered at `repliedMs` (server's clock) and came back at
 * `arrivedMs` gives
 *
 *     rtt    = (arrivedMs - sentMs) - (repliedMs - receivedMs)
 *     offset = ((receivedMs - sentMs) + (repliedMs - arrivedMs)) / 2
 *
 * Of the last 8 round trips, the one with the least rtt counts. Queues have shifted its offset by at most half of (rtt - least
 * rtt). Between round trips the offset changes with the skew of the two clocks. No clock can detect a path that always takes
 * longer in one direction: half the difference, at most rtt / 2.
 *
 * The time never runs backwards. It approaches a new estimate at 0.9x to 1.1x and jumps only when that is over 250 ms ahead.
 * All times are ms; local ones are of one monotonic clock. Everything may be called inside a frame and creates no objects.
 */
export class RoundTripClock {
  readonly #offsetsMs: Float64Array
  readonly #rttsMs: Float64Array
  readonly #atsMs: Float64Array
  readonly #least = new SlidingMin(LEAST_WINDOW_MS)
  readonly #skew = new SkewEstimate()
  readonly #time = new SteadyTime(MAX_SLEW)
  #inserted = 0
  #offsetMs: Ms = Number.NaN
  #rttMs: Ms = Number.NaN
  #atMs: Ms = Number.NaN
  /** The newest time passed to `timeMs`. */
  #nowMs: Ms = Number.NaN

  /** Throws `misuse` for settings out of their ranges. */
  constructor(options: RoundTripClockOptions = {}) {
    const samples = positiveInteger(options.samples ?? 8, 'samples')
    this.#offsetsMs = new Float64Array(samples)
    this.#rttsMs = new Float64Array(samples)
    this.#atsMs = new Float64Array(samples)
  }

  /** Starts again for another connection. */
  begin(): void {
    this.#restart()
    this.#skew.clear()
    this.#offsetMs = Number.NaN
    this.#rttMs = Number.NaN
    this.#time.clear()
  }

  /** Adds a round trip. One with a NaN among its times, or that goes back in time, is ignored. */
  sample(sentMs: Ms, receivedMs: Ms, repliedMs: Ms, arrivedMs: Ms): void {
    const measuredMs = arrivedMs - sentMs - (repliedMs - receivedMs)
    if (!(measuredMs >= -COARSE_MS) || arrivedMs < sentMs) return
    const rttMs = Math.max(0, measuredMs)
    const atMs = (sentMs + arrivedMs) / 2
    const offsetMs = (receivedMs - sentMs + (repliedMs - arrivedMs)) / 2
    if (this.#isOfNewClock(atMs, offsetMs, rttMs)) this.#restart()
    this.#remember(atMs, offsetMs, rttMs)
    this.#least.insert(rttMs, arrivedMs)
    this.#skew.insert(atMs, offsetMs, rttMs, this.#least.least)
    this.#choose()
  }

  /**
   * The server's time at `nowMs`. It never runs backwards between two `begin`s, even for an earlier `nowMs`. NaN before the
   * first round trip.
   */
  timeMs(nowMs: Ms): Ms {
    this.#nowMs = nowMs
    return this.#time.advance(nowMs, this.#estimateMs(nowMs))
  }

  /** The round-trip time that counts: that of the quickest recent round trip. NaN before the first. */
  get rttMs(): Ms {
    return this.#rttMs
  }

  /**
   * How far off the last `timeMs` may be, apart from a constant difference between the two directions: half of what the round
   * trip took beyond the least of the last minute, plus possible drift by skew since (1000 ppm until the skew is known), plus
   * the remaining way to the estimate. NaN before the first round trip.
   */
  get errorMs(): Ms {
    // The quickest of the last eight may be older than a minute, and quicker than all since.
    const queuedMs = Math.max(0, this.#rttMs - this.#least.least) / 2
    const { timeMs } = this.#time
    if (Number.isNaN(timeMs)) return queuedMs
    const driftMs = Math.abs(this.#nowMs - this.#atMs) * this.#skew.uncertainty
    return queuedMs + driftMs + Math.abs(this.#estimateMs(this.#nowMs) - timeMs)
  }

  /** How much faster the server's clock runs than the local one, in parts per million. 0 until it is known, after 30 s. */
  get skewPpm(): number {
    return this.#skew.skew * 1e6
  }

  /** The server's time at `nowMs` according to the round trip that counts. */
  #estimateMs(nowMs: Ms): Ms {
    return nowMs + this.#offsetMs + this.#skew.skew * (nowMs - this.#atMs)
  }

  /** Whether the offset is too far off for the same clocks. A round trip shifts an offset by at most half its duration. */
  #isOfNewClock(atMs: Ms, offsetMs: Ms, rttMs: Ms): boolean {
    const expectedMs = this.#offsetMs + this.#skew.skew * (atMs - this.#atMs)
    return Math.abs(offsetMs - expectedMs) > (rttMs + this.#rttMs) / 2 + NEW_CLOCK_MS
  }

  #restart(): void {
    this.#inserted = 0
    this.#least.clear()
    this.#skew.forgetOffsets()
  }

  #remember(atMs: Ms, offsetMs: Ms, rttMs: Ms): void {
    const slot = this.#inserted % this.#rttsMs.length
    this.#inserted++
    this.#offsetsMs[slot] = offsetMs
    this.#rttsMs[slot] = rttMs
    this.#atsMs[slot] = atMs
  }

  /** Chooses the quickest round trip. Of equally quick ones it takes the newest, for which skew matters least. */
  #choose(): void {
    const held = Math.min(this.#inserted, this.#rttsMs.length)
    let best = 0
    for (let i = 1; i < held; i++) {
      const isQuicker = this.#rttsMs[i]! < this.#rttsMs[best]!
      const isNewer =
        this.#rttsMs[i]! === this.#rttsMs[best]! && this.#atsMs[i]! > this.#atsMs[best]!
      if (isQuicker || isNewer) best = i
    }
    this.#offsetMs = this.#offsetsMs[best]!
    this.#rttMs = this.#rttsMs[best]!
    this.#atMs = this.#atsMs[best]!
  }
}
