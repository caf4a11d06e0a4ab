import { SlidingMin } from '../../base/estimate.ts'
import { positiveInteger } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { SkewEstimate } from './skew-estimate.ts'
import { SteadyTime } from './steady-time.ts'

/** Settings of a `RoundTripClock`. */
export interface RoundTripClockOptions {
  /** Of so many round trips the quickest counts, an integer above 0. Default 8, as NTP has it. */
  readonly samples?: number | undefined
}

/** How long a quick round trip says what the way takes at least. */
const LEAST_WINDOW_MS = 60_000
const MAX_SLEW = 0.1
/** Clocks of whole milliseconds make a round trip of 0 come out below 0; what is further below is nonsense. */
const COARSE_MS = 10
/** An offset this far beyond what the round trips leave open: one of the clocks was set, or stood still. */
const NEW_CLOCK_MS = 250

/**
 * The server's clock as round trips tell it, for what needs the server's real time: the way of NTP (RFC 5905). A
 * round trip that left at `sentMs`, reached the server at `receivedMs`, was answered at `repliedMs` (server's
 * clock) and came back at `arrivedMs` says
 *
 *     rtt    = (arrivedMs - sentMs) - (repliedMs - receivedMs)
 *     offset = ((receivedMs - sentMs) + (repliedMs - arrivedMs)) / 2
 *
 * Of the last 8 the one with the least rtt counts; queues have bent its offset by (rtt - least rtt) / 2 at most.
 * Between round trips the offset moves on with the skew of the two clocks. What no clock can see is a way that
 * takes longer in one direction at all times: half the difference, rtt / 2 at most.
 *
 * The time never runs backwards: it goes to a new estimate at 0.9x to 1.1x and jumps only when that is over 250 ms
 * ahead. All times are ms; the local ones of one monotonic clock. Everything may be called inside a frame and
 * creates no objects.
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
  /** What `timeMs` was asked for last. */
  #nowMs: Ms = Number.NaN

  /** Throws `misuse` for settings out of their ranges. */
  constructor(options: RoundTripClockOptions = {}) {
    const samples = positiveInteger(options.samples ?? 8, 'samples')
    this.#offsetsMs = new Float64Array(samples)
    this.#rttsMs = new Float64Array(samples)
    this.#atsMs = new Float64Array(samples)
  }

  /** Starts anew, for another connection. */
  begin(): void {
    this.#restart()
    this.#skew.clear()
    this.#offsetMs = Number.NaN
    this.#rttMs = Number.NaN
    this.#time.clear()
  }

  /** Takes a round trip. What has no number for one of its times, or went back in time, is ignored. */
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
   * The server's time at `nowMs`. Never runs backwards between two `begin`s, also when asked for an earlier `nowMs`.
   * NaN before the first round trip.
   */
  timeMs(nowMs: Ms): Ms {
    this.#nowMs = nowMs
    return this.#time.advance(nowMs, this.#estimateMs(nowMs))
  }

  /** The round trip that counts: the quickest of the last. NaN before the first. */
  get rttMs(): Ms {
    return this.#rttMs
  }

  /**
   * How far off the last `timeMs` may be, beside what differs in the two directions at all times: half of what the
   * round trip took beyond the least of the last minute, what the skew may have made of it since (1000 ppm until it is
   * known), and what slewing has still to make up. NaN before the first round trip.
   */
  get errorMs(): Ms {
    // Of the last eight one may be older than a minute, and quicker than all since.
    const queuedMs = Math.max(0, this.#rttMs - this.#least.least) / 2
    const { timeMs } = this.#time
    if (Number.isNaN(timeMs)) return queuedMs
    const driftMs = Math.abs(this.#nowMs - this.#atMs) * this.#skew.uncertainty
    return queuedMs + driftMs + Math.abs(this.#estimateMs(this.#nowMs) - timeMs)
  }

  /** How much faster the server's clock runs than the local one, parts per million; 0 until known, after 30 s. */
  get skewPpm(): number {
    return this.#skew.skew * 1e6
  }

  /** What the round trip that counts says the server's time is at `nowMs`. */
  #estimateMs(nowMs: Ms): Ms {
    return nowMs + this.#offsetMs + this.#skew.skew * (nowMs - this.#atMs)
  }

  /** No round trip bends an offset by more than half of what it takes. */
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

  /** Of equally quick ones the newest: its skew matters least. */
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
