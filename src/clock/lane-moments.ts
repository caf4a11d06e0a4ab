import { HORIZONS_MS } from '../base/horizons.ts'
import type { Ms } from '../base/units.ts'

/** Rates between which an entity goes over to another lane, if the lanes themselves run at such. */
const LEAST_RATE = 0.85
const MOST_RATE = 1.15
/** A render time that moves by more than this in a frame was set, and did not run: so are the entities. */
const MOST_FRAME_MS: Ms = 250

/**
 * Where each lane of a render clock is, by carry code, and how an entity goes from one to another when its code
 * changes: it runs there. Arguments and results are fields, because V8 boxes fractional ones of calls that it does not
 * inline. Free of allocation.
 */
export class LaneMoments {
  /** Argument of `advance`: the render time; NaN before data. */
  renderTimeMs: Ms = Number.NaN
  /** Argument and result of `follow`: what an entity showed last, and what it shows now. */
  shownMs: Ms = Number.NaN
  readonly #momentMs = new Float64Array(HORIZONS_MS.length).fill(Number.NaN)
  readonly #movedMs = new Float64Array(HORIZONS_MS.length)
  #frameMs: Ms = Number.NaN
  #lastMs: Ms = Number.NaN

  /** Begins a frame; `leadsMs`: see `Playout`. */
  advance(leadsMs: Float64Array | undefined): void {
    this.#frameMs = this.renderTimeMs - this.#lastMs
    this.#lastMs = this.renderTimeMs
    for (let code = 0; code < this.#momentMs.length; code++) {
      const momentMs = this.renderTimeMs + (leadsMs === undefined ? 0 : leadsMs[code]!)
      this.#movedMs[code] = momentMs - this.#momentMs[code]!
      this.#momentMs[code] = momentMs
    }
  }

  /** Moves `shownMs` on, in the lane of `code`. */
  follow(code: number): void {
    const movedMs = this.#movedMs[code]!
    const frameMs = this.#frameMs
    const offMs = this.#momentMs[code]! - this.shownMs - movedMs
    if (!(frameMs >= 0 && frameMs <= MOST_FRAME_MS && Math.abs(offMs) <= MOST_FRAME_MS)) {
      this.shownMs = this.#momentMs[code]!
      return
    }
    const leastMs = Math.min(0, LEAST_RATE * frameMs - movedMs)
    const mostMs = Math.max(0, MOST_RATE * frameMs - movedMs)
    this.shownMs += movedMs + Math.min(Math.max(offMs, leastMs), mostMs)
  }
}
