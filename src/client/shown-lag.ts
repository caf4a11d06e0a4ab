import type { Ms } from '../base/units.ts'

/** A lag changes on display by this share of the time that passes: hardly seen, as the render clock's pace. */
const SHARE = 0.1
/** A render time that moves by more than this in a frame was set, and did not run: then so is the lag. */
const MOST_FRAME_MS: Ms = 250

/**
 * How far behind the render time a player is shown: entities and events alike, so that no effect is seen before its
 * cause. Follows slowly what the server says. Free of allocation.
 */
export class ShownLag {
  /** As the server said it last, 0 to 250. */
  toldMs: Ms = 0
  /** As it is on display. */
  ms: Ms = Number.NaN
  /** What `follow` works on: V8 boxes the fractional arguments of calls that it does not inline. */
  renderTimeMs: Ms = Number.NaN
  #followedMs: Ms = Number.NaN

  /** Brings it to the moment `renderTimeMs`; the same moment again changes nothing. */
  follow(): void {
    const frameMs = this.renderTimeMs - this.#followedMs
    this.#followedMs = this.renderTimeMs
    const changeMs = this.toldMs - this.ms
    const mostMs = frameMs * SHARE
    if (!(frameMs >= 0 && frameMs <= MOST_FRAME_MS)) this.ms = this.toldMs
    else this.ms += Math.min(mostMs, Math.max(-mostMs, changeMs))
  }
}
