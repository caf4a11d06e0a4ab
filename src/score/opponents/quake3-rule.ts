import type { Ms } from '../../base/units.ts'
import type { RenderRule } from './rule-contender.ts'

/** A frame that comes this near the newest snapshot counts as having run past it. */
const NEAR_MS = 5
/** How far forward a quiet span between two snapshots goes, and how far back a span that ran past the data. */
const FORWARD_MS = 1
const BACK_MS = 2
/** Beyond the first error the clock goes half the way, beyond the second it is set. */
const HALVE_MS = 100
const RESET_MS = 500

/**
 * The rule by which Quake III Arena chooses its time (`cl_cgame.c`: `CL_SetCGameTime`, `CL_AdjustTimeDelta`), from its
 * description. Server time is the client's time plus a difference, which the first snapshot sets to its own. The difference
 * changes in the first frame after newer snapshots: by -2 ms if a frame since the last change came within 5 ms of the newest
 * snapshot or past it, otherwise by +1 ms. If the newest snapshot's difference is over 100 ms away, it goes half the way, and
 * if over 500 ms, all the way. The time shown never runs backwards, except in such a reset. So it settles where about one span
 * in three touches the end of the data, whatever the network does: with little delay and many frozen frames. Late snapshots
 * change nothing.
 */
export class Quake3Rule implements RenderRule {
  #newestMs: Ms = Number.NaN
  #hasNewer = false
  #differenceMs: Ms = Number.NaN
  #ranPast = false
  #shownMs: Ms = Number.NaN

  arrived(stampMs: Ms): void {
    if (stampMs <= this.#newestMs) return
    this.#newestMs = stampMs
    this.#hasNewer = true
  }

  frame(nowMs: Ms): Ms {
    if (Number.isNaN(this.#differenceMs)) {
      this.#differenceMs = this.#newestMs - nowMs
      this.#shownMs = this.#newestMs
      this.#hasNewer = false
      return this.#shownMs
    }
    const timeMs = nowMs + this.#differenceMs
    if (!(timeMs <= this.#shownMs)) this.#shownMs = timeMs
    if (timeMs >= this.#newestMs - NEAR_MS) this.#ranPast = true
    const shownMs = this.#shownMs
    if (!this.#hasNewer) return shownMs
    this.#hasNewer = false
    this.#adjust(nowMs)
    return this.#shownMs
  }

  /** Adjusts the difference. A reset is seen at once, and other changes from the next frame on. */
  #adjust(nowMs: Ms): void {
    const newMs = this.#newestMs - nowMs
    const offMs = Math.abs(newMs - this.#differenceMs)
    if (offMs > RESET_MS) {
      this.#differenceMs = newMs
      this.#shownMs = this.#newestMs
    } else if (offMs > HALVE_MS) this.#differenceMs = (this.#differenceMs + newMs) / 2
    else {
      this.#differenceMs += this.#ranPast ? -BACK_MS : FORWARD_MS
      this.#ranPast = false
    }
  }
}
