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
 * allocates nothing.
 */
export class RoundTripClock {
  /** Arguments of `insert`, for hot paths: V8 boxes fractional arguments of calls that it does not inline. */
  sentMs: Ms = Number.NaN
  receivedMs: Ms = Number.NaN
  repliedMs: Ms = Number.NaN
  arrivedMs: Ms = Number.NaN
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
  /** Of the round trip being worked on. */
  #newOffsetMs: Ms = Number.NaN
  #newRttMs: Ms = Number.NaN
  #newAtMs: Ms = Number.NaN

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
    this.sentMs = sentMs
    this.receivedMs = receivedMs
    this.repliedMs = repliedMs
    this.arrivedMs = arrivedMs
    this.insert()
  }

  /** Does what `sample` does, with the times in the fields of those names. */
  insert(): void {
    const rttMs = this.arrivedMs - this.sentMs - (this.repliedMs - this.receivedMs)
    if (!(rttMs >= -COARSE_MS) || this.arrivedMs < this.sentMs) return
    this.#newRttMs = Math.max(0, rttMs)
    this.#newAtMs = (this.sentMs + this.arrivedMs) / 2
    this.#newOffsetMs = (this.receivedMs - this.sentMs + (this.repliedMs - this.arrivedMs)) / 2
    this.#noticeNewClock()
    this.#remember()
    this.#trackSkew()
    this.#choose()
  }

  /**
   * The server's time at `nowMs`. Never runs backwards between two `begin`s, also when asked for an earlier `nowMs`.
   * NaN before the first round trip.
   */
  timeMs(nowMs: Ms): Ms {
    this.#time.nowMs = nowMs
    this.#time.targetMs = nowMs + this.#offsetMs + this.#skew.skew * (nowMs - this.#atMs)
    this.#time.run()
    return this.#time.timeMs
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
    const { nowMs, timeMs } = this.#time
    if (Number.isNaN(timeMs)) return queuedMs
    const ageMs = nowMs - this.#atMs
    const behindMs = nowMs + this.#offsetMs + this.#skew.skew * ageMs - timeMs
    return queuedMs + Math.abs(ageMs) * this.#skew.uncertainty + Math.abs(behindMs)
  }

  /** How much faster the server's clock runs than the local one, parts per million; 0 until known, after 30 s. */
  get skewPpm(): number {
    return this.#skew.skew * 1e6
  }

  /** No round trip bends an offset by more than half of what it takes. */
  #noticeNewClock(): void {
    const expectedMs = this.#offsetMs + this.#skew.skew * (this.#newAtMs - this.#atMs)
    const offMs = Math.abs(this.#newOffsetMs - expectedMs)
    if (offMs > (this.#newRttMs + this.#rttMs) / 2 + NEW_CLOCK_MS) this.#restart()
  }

  #restart(): void {
    this.#inserted = 0
    this.#least.clear()
    this.#skew.forgetOffsets()
  }

  #remember(): void {
    const slot = this.#inserted % this.#rttsMs.length
    this.#inserted++
    this.#offsetsMs[slot] = this.#newOffsetMs
    this.#rttsMs[slot] = this.#newRttMs
    this.#atsMs[slot] = this.#newAtMs
    this.#least.timeMs = this.arrivedMs
    this.#least.sample = this.#newRttMs
    this.#least.insert()
  }

  #trackSkew(): void {
    this.#skew.atMs = this.#newAtMs
    this.#skew.offsetMs = this.#newOffsetMs
    this.#skew.rttMs = this.#newRttMs
    this.#skew.leastRttMs = this.#least.least
    this.#skew.insert()
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
