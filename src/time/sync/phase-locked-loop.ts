import { misuse, positive } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import { SteadyTime } from './steady-time.ts'

/** Settings of a `PhaseLockedLoop`. The defaults are the article's. */
export interface PhaseLockedLoopOptions {
  /** The part of the integrator that is kept from one update to the next, 0 to 1 (1 excluded). Default 0.9. */
  readonly integratorDecay?: number | undefined
  /** Correction per ms of the integrator, above 0. Default 0.01. */
  readonly gain?: number | undefined
  /** The most that one update corrects in either direction, above 0. Default 0.1: at 20 Hz 2 ms per second, 2000 ppm. */
  readonly maxCorrectionMs?: Ms | undefined
  /**
   * An error beyond this, held for 0.5 s, restarts the clock, above 0. Default 1000: the loop itself would need 8 minutes for
   * such an error. One-way delays do not change that much, but a server or a computer that slept does.
   */
  readonly relockMs?: Ms | undefined
}

/** Updates beyond `relockMs` must keep coming for this long. A stall ends in a burst of late ones within one ms. */
const CONFIRM_MS = 500
/** The lock needs this many updates. By then the integrator has forgotten two thirds of its first values. */
const LOCK_UPDATES = 10
/** An update counts for at most this many when others before it were left out. */
const MOST_COUNTED = 8
/** After a restart further back, the time runs at half speed. Corrections are far below this limit. */
const MAX_SLEW = 0.5

/**
 * The server's clock as one-way arrivals show it: the time syncer of "Multiplayer Platformer Log #5" (antriel.com), a
 * phase-locked loop. It predicts when the next update arrives and follows the arrivals gently. The synchronised clock is
 * `time = nowMs + offset`, and update `tick` is expected when `time` is `tick * intervalMs`:
 *
 *     diff       = tick * intervalMs - (arrivedAtMs + offset)
 *     integrator = integrator * 0.9 + diff
 *     offset    += clamp(0.01 * integrator, -0.1, +0.1)
 *
 * The first update sets `offset` so that its `diff` is 0. The expected time follows from the tick, so lost and skipped updates
 * have no effect. The time is behind the server's by the mean one-way delay, jitter included. That is right for showing what
 * has arrived; use `RoundTripClock` for the server's real time. If the first update was held up, that error is corrected at
 * only 2 ms per second. All times are ms; `nowMs` and `arrivedAtMs` are of one local monotonic clock. Everything may be called
 * inside a frame and creates no objects.
 */
export class PhaseLockedLoop {
  readonly #decay: number
  readonly #gain: number
  readonly #maxCorrectionMs: Ms
  readonly #relockMs: Ms
  readonly #time = new SteadyTime(MAX_SLEW)
  #intervalMs: Ms = Number.NaN
  #newestTick = -Infinity
  #offsetMs: Ms = Number.NaN
  #integratorMs: Ms = 0
  #errorMs: Ms = Number.NaN
  #updates = 0
  #lostSinceMs: Ms = Number.NaN
  #relocks = 0

  /** Throws `misuse` for settings out of their ranges. */
  constructor(options: PhaseLockedLoopOptions = {}) {
    this.#decay = options.integratorDecay ?? 0.9
    if (!(this.#decay >= 0 && this.#decay < 1))
      misuse('integratorDecay', this.#decay, 'at least 0 and below 1')
    this.#gain = positive(options.gain ?? 0.01, 'gain')
    this.#maxCorrectionMs = positive(options.maxCorrectionMs ?? 0.1, 'maxCorrectionMs')
    this.#relockMs = positive(options.relockMs ?? 1000, 'relockMs')
  }

  /** Starts again for updates that come every `intervalMs`. Throws `misuse` when that is not a finite number above 0. */
  begin(intervalMs: Ms): void {
    this.#intervalMs = positive(intervalMs, 'intervalMs')
    this.#newestTick = -Infinity
    this.#offsetMs = Number.NaN
    this.#integratorMs = 0
    this.#errorMs = Number.NaN
    this.#updates = 0
    this.#lostSinceMs = Number.NaN
    this.#time.clear()
  }

  /**
   * Notes that update `tick` arrived at `arrivedAtMs`. It stands for `tick * intervalMs` of the server's time; `tick` may have
   * a fraction. Updates that are not newer than all before are ignored. Call `begin` first. `leftOut`: how many updates before
   * it were left out because they had nothing new. The update counts for them too (8 at most), or a quiet server's clock would
   * be followed too slowly.
   */
  updated(tick: number, arrivedAtMs: Ms, leftOut = 0): void {
    if (!(tick > this.#newestTick) || Number.isNaN(arrivedAtMs)) return
    this.#newestTick = tick
    const anchorMs = tick * this.#intervalMs - arrivedAtMs
    if (Number.isNaN(this.#offsetMs)) this.#offsetMs = anchorMs
    this.#errorMs = anchorMs - this.#offsetMs
    if (Math.abs(this.#errorMs) > this.#relockMs) {
      if (Number.isNaN(this.#lostSinceMs)) this.#lostSinceMs = arrivedAtMs
      if (arrivedAtMs - this.#lostSinceMs >= CONFIRM_MS) this.#relock()
      return
    }
    this.#lostSinceMs = Number.NaN
    this.#updates++
    // The updates that were left out would have said the same.
    for (let n = Math.min(1 + leftOut, MOST_COUNTED); n > 0; n--) this.#correct(anchorMs)
  }

  /**
   * The synchronised time at `nowMs`, in ms of the server: `tick * intervalMs` when update `tick` is expected. It never runs
   * backwards between two `begin`s, even for an earlier `nowMs`. NaN before the first update.
   */
  timeMs(nowMs: Ms): Ms {
    return this.#time.advance(nowMs, nowMs + this.#offsetMs)
  }

  /** How much earlier than expected the newest update arrived; below 0: later. NaN before the first. */
  get errorMs(): Ms {
    return this.#errorMs
  }

  /**
   * Whether the clock is reliable: there have been at least 10 updates, no error beyond `relockMs` is pending, and the mean
   * error of about the last ten is below a quarter of the interval.
   */
  get locked(): boolean {
    if (this.#updates < LOCK_UPDATES || !Number.isNaN(this.#lostSinceMs)) return false
    return Math.abs(this.#integratorMs) * (1 - this.#decay) < this.#intervalMs / 4
  }

  /** How often the loop restarted because the error stayed beyond `relockMs`. */
  get relocks(): number {
    return this.#relocks
  }

  #correct(anchorMs: Ms): void {
    this.#integratorMs = this.#integratorMs * this.#decay + anchorMs - this.#offsetMs
    const mostMs = this.#maxCorrectionMs
    this.#offsetMs += Math.min(Math.max(this.#gain * this.#integratorMs, -mostMs), mostMs)
  }

  #relock(): void {
    this.#relocks++
    this.#offsetMs += this.#errorMs
    this.#integratorMs = 0
    this.#errorMs = 0
    this.#updates = 0
    this.#lostSinceMs = Number.NaN
  }
}
