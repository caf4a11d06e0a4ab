import type { Ms } from '../../base/units.ts'

/** Beyond this the time jumps, if that is forward; a local clock that goes back by more is a new one. */
const JUMP_MS = 250

/**
 * A time that follows an estimate and never runs backwards: what lies between the two is made up by running
 * faster or slower within a limit. Only when the estimate is over 250 ms ahead it jumps there. Allocates nothing:
 * arguments and result are fields, because V8 boxes fractional arguments of calls that it does not inline.
 */
export class SteadyTime {
  /** Argument of `run`: the present, on the local clock. */
  nowMs: Ms = Number.NaN
  /** Argument of `run`: what the estimate says the time is at `nowMs`; NaN while it says nothing. */
  targetMs: Ms = Number.NaN
  /** Result of `run`; NaN until there was an estimate. */
  timeMs: Ms = Number.NaN
  readonly #maxSlew: number
  #lastMs: Ms = Number.NaN

  /** `maxSlew`, 0 to 1 (1 excluded): the time runs at `1 - maxSlew` to `1 + maxSlew` of the local clock. */
  constructor(maxSlew: number) {
    this.#maxSlew = maxSlew
  }

  /** Forgets everything; time may start anew, also further back. */
  clear(): void {
    this.timeMs = Number.NaN
    this.targetMs = Number.NaN
    this.#lastMs = Number.NaN
  }

  /** Moves `timeMs` on to `nowMs`. A clock that stands still, runs backwards or says NaN changes nothing. */
  run(): void {
    const nowMs = this.nowMs
    if (Number.isNaN(nowMs) || Number.isNaN(this.targetMs)) return
    if (Number.isNaN(this.timeMs)) {
      this.timeMs = this.targetMs
      this.#lastMs = nowMs
      return
    }
    const frameMs = nowMs - this.#lastMs
    if (frameMs < -JUMP_MS) this.#lastMs = nowMs
    if (!(frameMs > 0)) return
    this.#lastMs = nowMs
    const errorMs = this.targetMs - (this.timeMs + frameMs)
    const mostMs = this.#maxSlew * frameMs
    if (errorMs > JUMP_MS) this.timeMs = this.targetMs
    else this.timeMs += frameMs + Math.min(Math.max(errorMs, -mostMs), mostMs)
  }
}
