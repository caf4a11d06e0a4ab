import { SlidingMin } from '../base/estimate.ts'
import type { Ms } from '../base/units.ts'

/** Most that a player's entities are drawn behind everybody else's. */
const MOST_MS = 250
/** Age that the ordinary interpolation delay hides. */
const HIDDEN_STEPS = 1.5
const SLEW_MS_PER_SECOND = 100

/**
 * How far behind the render time a player's entities are drawn, because that player's inputs come late: the
 * greatest age of the last two seconds beyond what interpolation hides, changed slowly. A bad uplink so delays
 * only its owner, for everybody alike. Free of allocation.
 */
export class Lag {
  /** 0 to 250. */
  lagMs: Ms = 0
  // What `slew` works on: V8 boxes the fractional arguments of calls that it does not inline.
  ageMs: Ms = Number.NaN
  nowMs: Ms = Number.NaN
  intervalMs: Ms = Number.NaN
  readonly #youngest = new SlidingMin(2000)
  readonly #hiddenMs: Ms

  constructor(stepMs: Ms) {
    this.#hiddenMs = HIDDEN_STEPS * stepMs
  }

  /** Takes the age of the player's newest state at a network tick, `intervalMs` after the tick before. */
  note(ageMs: Ms, nowMs: Ms, intervalMs: Ms): void {
    this.ageMs = ageMs
    this.nowMs = nowMs
    this.intervalMs = intervalMs
    this.slew()
  }

  /** Does what `note` does, with the arguments in the fields of their names. */
  slew(): void {
    const youngest = this.#youngest
    youngest.timeMs = this.nowMs
    youngest.sample = -this.ageMs
    youngest.insert()
    youngest.timeMs = this.nowMs
    youngest.look()
    const targetMs = Math.min(MOST_MS, Math.max(0, -youngest.least - this.#hiddenMs))
    const slewMs = (SLEW_MS_PER_SECOND * this.intervalMs) / 1000
    this.lagMs += Math.min(slewMs, Math.max(-slewMs, targetMs - this.lagMs))
  }
}
