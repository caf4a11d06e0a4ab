import type { SubTick } from '../../base/units.ts'

/** A moment on display passes at most this fast: a playout that is far behind runs at 1.5x. */
const MOST_RATE = 1.5

/**
 * A moment that a client shows, by its own account. Between two claims it passes as fast as the client's own time. From claim to
 * claim it moves only as a display does: it never goes back, and runs at most 1.5 times as fast as time. So a client cannot
 * choose anew with each shot how far back it looks.
 */
export class ClaimedMoment {
  /** How far the moment is ahead of the client's own time, as far as the last claim counts; NaN: none was made. */
  ahead: SubTick = Number.NaN
  /** The own time on display with that claim, and when the claim came. */
  #own: SubTick = 0
  #arrival: SubTick = 0

  /**
   * Notes that `moment` was on display at the own time `own`, and that a packet said so at `arrival`. `inexact`: a claim may be
   * off by so much.
   */
  claim(moment: SubTick, own: SubTick, arrival: SubTick, inexact: SubTick): void {
    let counted = moment
    if (!Number.isNaN(this.ahead)) {
      const before = this.ahead + this.#own
      const passed = Math.max(own - this.#own, arrival - this.#arrival, 0)
      counted = Math.max(before, Math.min(moment, before + MOST_RATE * passed + inexact))
    }
    this.ahead = counted - own
    this.#own = own
    this.#arrival = arrival
  }
}
