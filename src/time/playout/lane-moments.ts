import { HORIZONS_MS, LEAST_CHANGE_RATE, MOST_CHANGE_RATE, SET_MS } from '../../base/horizons.ts'
import type { Ms } from '../../base/units.ts'

/**
 * Where each lane of a render clock is, by carry code, and how an entity goes from one to another when its code
 * changes: it runs there at 0.85x to 1.15x of the local time, or as fast or slow as the lane does. Arguments and results
 * are fields, because V8 boxes fractional ones of calls that it does not inline. Free of allocation.
 */
export class LaneMoments {
  /** Argument of `advance`: how much local time has passed since the last one; NaN sets all entities into their lanes. */
  frameMs: Ms = Number.NaN
  /** Argument of `advance`: the render time; NaN before data. */
  renderTimeMs: Ms = Number.NaN
  /** Argument and result of `follow`: what an entity showed last, and what it shows now. */
  shownMs: Ms = Number.NaN
  readonly #momentMs = new Float64Array(HORIZONS_MS.length).fill(Number.NaN)
  readonly #movedMs = new Float64Array(HORIZONS_MS.length)

  /** Begins a frame; `leadsMs`: see `Playout`. */
  advance(leadsMs: Float64Array | undefined): void {
    for (let code = 0; code < this.#momentMs.length; code++) {
      const momentMs = this.renderTimeMs + (leadsMs?.[code] ?? 0)
      this.#movedMs[code] = momentMs - this.#momentMs[code]!
      this.#momentMs[code] = momentMs
    }
    // The first lane is the render time. Where that was set, so are all entities.
    const ranMs = this.#movedMs[0]!
    if (!(ranMs >= 0 && ranMs <= SET_MS)) this.frameMs = Number.NaN
    else if (this.frameMs < 0) this.frameMs = 0
  }

  /** Moves `shownMs` on, in the lane of `code`; it is set there if it is over 250 ms off, or after a longer frame. */
  follow(code: number): void {
    const { frameMs, shownMs } = this
    const momentMs = this.#momentMs[code]!
    const movedMs = this.#movedMs[code]!
    this.shownMs = momentMs
    if (!(frameMs <= SET_MS && Math.abs(momentMs - movedMs - shownMs) <= SET_MS)) return
    const leastMs = shownMs + Math.min(movedMs, LEAST_CHANGE_RATE * frameMs)
    const mostMs = shownMs + Math.max(movedMs, MOST_CHANGE_RATE * frameMs)
    this.shownMs = Math.min(Math.max(momentMs, leastMs), mostMs)
  }
}
