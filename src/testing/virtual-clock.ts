import type { Clock } from '../base/clock.ts'
import { from0, misuse } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'

/**
 * A clock turned by hand. Timers run in time order, those of one moment in the order they were set, and each
 * sees `nowMs()` at exactly its own time; so a server and fifty clients run repeatably in one process.
 */
export class VirtualClock implements Clock {
  /** Timers that have still to run. */
  pending = 0

  #nowMs: Ms
  /** The one that is due next comes last. Undone timers stay here until their turn comes. */
  readonly #timers: Timer[] = []

  /** `startMs`: what the clock shows at first; default 0. */
  constructor(startMs: Ms = 0) {
    this.#nowMs = startMs
  }

  /** Milliseconds of virtual time. */
  nowMs(): Ms {
    return this.#nowMs
  }

  /** Calls `run` when the clock is turned past `delayMs` from now; `misuse` unless that is a number >= 0. */
  after(delayMs: Ms, run: () => void): () => void {
    const timer: Timer = { atMs: this.#nowMs + from0(delayMs, 'delayMs'), run }
    const timers = this.#timers
    let place = 0
    for (let high = timers.length; place < high; ) {
      const middle = (place + high) >> 1
      if (timers[middle]!.atMs > timer.atMs) place = middle + 1
      else high = middle
    }
    timers.splice(place, 0, timer)
    this.pending++
    return () => {
      if (timer.run === undefined) return
      timer.run = undefined
      this.pending--
    }
  }

  /** Turns the clock on by `ms` and runs what falls due, also timers set meanwhile. */
  advance(ms: Ms): void {
    this.advanceTo(this.#nowMs + ms)
  }

  /** Turns the clock to `timeMs` and runs what falls due; `misuse` if that lies in the past. */
  advanceTo(timeMs: Ms): void {
    if (!(timeMs >= this.#nowMs)) misuse('timeMs', timeMs, `a time from ${this.#nowMs} (now)`)
    const timers = this.#timers
    for (let timer = timers.at(-1); timer && timer.atMs <= timeMs; timer = timers.at(-1)) {
      timers.pop()
      const run = timer.run
      if (run === undefined) continue
      timer.run = undefined
      this.pending--
      this.#nowMs = Math.max(this.#nowMs, timer.atMs)
      run()
    }
    this.#nowMs = Math.max(this.#nowMs, timeMs)
  }
}

interface Timer {
  readonly atMs: Ms
  run: (() => void) | undefined
}

/** A clock that runs at another rate than the one it follows. */
export class SkewedClock implements Clock {
  readonly #clock: Clock
  readonly #rate: number
  readonly #offsetMs: Ms

  /** `rate`: its ms per ms of `clock`; `offsetMs`: what it shows when that shows 0. */
  constructor(clock: Clock, rate: number, offsetMs: Ms) {
    this.#clock = clock
    this.#rate = rate
    this.#offsetMs = offsetMs
  }

  nowMs(): Ms {
    return this.#clock.nowMs() * this.#rate + this.#offsetMs
  }

  after(delayMs: Ms, run: () => void): () => void {
    return this.#clock.after(delayMs / this.#rate, run)
  }
}
