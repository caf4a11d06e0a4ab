import { HORIZONS_MS, LEAST_CHANGE_RATE, MOST_CHANGE_RATE, SET_MS } from '../../base/horizons.ts'
import type { Ms } from '../../base/units.ts'

const followed = /* @__PURE__ */ new Float64Array(1)

/**
 * Where each lane of a render clock is, by horizon, and how an entity goes from one to another when its horizon
 * changes: it runs there at 0.85x to 1.15x of the local time, or as fast or slow as the lane does. Free of allocation.
 */
export class LaneMoments {
  readonly #momentMs = new Float64Array(HORIZONS_MS.length).fill(Number.NaN)
  readonly #movedMs = new Float64Array(HORIZONS_MS.length)
  /** NaN sets all entities into their lanes. */
  #frameMs: Ms = Number.NaN

  /**
   * Begins a frame. `renderTimeMs`: NaN before data. `frameMs`: how much local time has passed since the last one; NaN sets
   * all entities into their lanes. `leadsMs`: how far the lanes are ahead of the render time, see `Playout`.
   */
  advance(renderTimeMs: Ms, frameMs: Ms, leadsMs?: Float64Array | undefined): void {
    for (let lane = 0; lane < this.#momentMs.length; lane++) {
      const momentMs = renderTimeMs + (leadsMs?.[lane] ?? 0)
      this.#movedMs[lane] = momentMs - this.#momentMs[lane]!
      this.#momentMs[lane] = momentMs
    }
    // The first lane is the render time. Where that was set, so are all entities.
    const ranMs = this.#movedMs[0]!
    this.#frameMs = ranMs >= 0 && ranMs <= SET_MS ? Math.max(0, frameMs) : Number.NaN
  }

  /**
   * The moment to show of an entity in the lane of `horizon`, which showed `shownMs` in the frame before; NaN: nothing. It is
   * set into its lane if it is over 250 ms off, or after a longer frame.
   */
  follow(horizon: number, shownMs: Ms): Ms {
    followed[0] = shownMs
    this.moveOn(horizon, followed)
    return followed[0]!
  }

  /**
   * Does what `follow` does, to `shown[0]`: for loops over entities, in which a fraction handed over by itself would cost 16
   * bytes each.
   */
  moveOn(horizon: number, shown: Float64Array): void {
    const shownMs = shown[0]!
    const frameMs = this.#frameMs
    const momentMs = this.#momentMs[horizon]!
    const movedMs = this.#movedMs[horizon]!
    shown[0] = momentMs
    if (!(frameMs <= SET_MS && Math.abs(momentMs - movedMs - shownMs) <= SET_MS)) return
    const leastMs = shownMs + Math.min(movedMs, LEAST_CHANGE_RATE * frameMs)
    const mostMs = shownMs + Math.max(movedMs, MOST_CHANGE_RATE * frameMs)
    shown[0] = Math.min(Math.max(momentMs, leastMs), mostMs)
  }
}
