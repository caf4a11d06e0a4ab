import type { Clock } from '../base/clock.ts'
import { from0, misuse } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'

/**
 * A clock that moves only when `advance` is called. Timers run in the order of their times; timers of the same time run in
 * the order in which they were set. During each timer `nowMs()` is exactly its time. A server and fifty clients can therefore
 * run repeatably in one process.
 */
export class VirtualClock implements Clock {
  /** The number of timers that have yet to run. */
  pending = 0

  #nowMs: Ms
  /** Sorted with the next timer at the end. Cancelled timers stay until their time comes. */
  readonly #timers: Timer[] = []

  /** `startMs`: the time at first; default 0. */
  constructor(startMs: Ms = 0) {
    this.#nowMs = startMs
  }

  /** Returns the virtual time in milliseconds. */
  nowMs(): Ms {
    return this.#nowMs
  }

  /** Calls `run` when `delayMs` have passed, and returns the undo. Throws `misuse` unless `delayMs` is a number from 0. */
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

  /** Advances the clock by `ms` and runs the timers that fall due, including those set meanwhile. */
  advance(ms: Ms): void {
    this.advanceTo(this.#nowMs + ms)
  }

  /** Advances the clock to `timeMs` and runs the timers that fall due. Throws `misuse` if `timeMs` is in the past. */
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

/** A clock that runs at another rate than the clock that it follows. */
export class SkewedClock implements Clock {
  readonly #clock: Clock
  readonly #rate: number
  readonly #offsetMs: Ms

  /** `rate`: milliseconds of this clock per millisecond of `clock`. `offsetMs`: the time on this clock when `clock` shows 0. */
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
