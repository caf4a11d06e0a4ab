import { HORIZONS_MS, LEAST_CHANGE_RATE, MOST_CHANGE_RATE, SET_MS } from '../../base/horizons.ts'
import type { Ms } from '../../base/units.ts'

const followed = /* @__PURE__ */ new Float64Array(1)

/**
 * The moment of each lane of a render clock, by horizon. An entity whose horizon changes runs to its new lane at 0.85x to 1.15x
 * of the local time, or at the rate of that lane if it is beyond these. Free of allocation.
 */
export class LaneMoments {
  readonly #momentMs = new Float64Array(HORIZONS_MS.length).fill(Number.NaN)
  readonly #movedMs = new Float64Array(HORIZONS_MS.length)
  /** NaN sets all entities into their lanes. */
  #frameMs: Ms = Number.NaN

  /**
   * Begins a frame. `renderTimeMs` is NaN before data. `frameMs` is how much local time has passed since the last frame; NaN
   * sets all entities into their lanes. `leadsMs` is how far the lanes are ahead of the render time, see `Playout`.
   */
  advance(renderTimeMs: Ms, frameMs: Ms, leadsMs?: Float64Array | undefined): void {
    for (let lane = 0; lane < this.#momentMs.length; lane++) {
      const momentMs = renderTimeMs + (leadsMs?.[lane] ?? 0)
      this.#movedMs[lane] = momentMs - this.#momentMs[lane]!
      this.#momentMs[lane] = momentMs
    }
    // The first lane is the render time. If it was set, all entities are set too.
    const ranMs = this.#movedMs[0]!
    this.#frameMs = ranMs >= 0 && ranMs <= SET_MS ? Math.max(0, frameMs) : Number.NaN
  }

  /** The moment of the lane of `horizon` in this frame; NaN before data. */
  momentOf(horizon: number): Ms {
    return this.#momentMs[horizon]!
  }

  /**
   * Returns the moment to show of an entity in the lane of `horizon`. `shownMs` is the moment shown in the frame before; NaN if
   * there was none. The entity is set into its lane if it is over 250 ms off, or after a longer frame.
   */
  follow(horizon: number, shownMs: Ms): Ms {
    followed[0] = shownMs
    this.moveOn(horizon, followed)
    return followed[0]!
  }

  /**
   * Does what `follow` does, to `shown[0]`. It is for loops over entities, where passing a fractional number would cost 16
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
