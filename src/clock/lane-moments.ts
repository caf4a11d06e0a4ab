import { HORIZONS_MS, LEAST_CHANGE_RATE, MOST_CHANGE_RATE, SET_MS } from '../base/horizons.ts'
import type { Ms } from '../base/units.ts'

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
    if (!(frameMs >= 0 && frameMs <= SET_MS && Math.abs(offMs) <= SET_MS)) {
      this.shownMs = this.#momentMs[code]!
      return
    }
    const leastMs = Math.min(0, LEAST_CHANGE_RATE * frameMs - movedMs)
    const mostMs = Math.max(0, MOST_CHANGE_RATE * frameMs - movedMs)
    this.shownMs += movedMs + Math.min(Math.max(offMs, leastMs), mostMs)
  }
}
