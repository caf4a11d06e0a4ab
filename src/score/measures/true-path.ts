import type { Ms } from '../../base/units.ts'
import type { Path } from '../motions/motion.ts'

/** The true path of an entity, added step by step: straight between its states, and at rest outside of them. For set-up. */
export class TruePath implements Path {
  readonly #timesMs: number[] = []
  readonly #places: number[] = []

  /** Adds the place at `timeMs`, unless that is not newer than all before. */
  add(timeMs: Ms, x: number, y: number): void {
    if (timeMs <= (this.#timesMs.at(-1) ?? Number.NEGATIVE_INFINITY)) return
    this.#timesMs.push(timeMs)
    this.#places.push(x, y)
  }

  state(timeMs: Ms, out: Float64Array, at: number): void {
    const times = this.#timesMs
    let low = 0
    let high = times.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (times[middle]! >= timeMs) high = middle
      else low = middle + 1
    }
    const before = Math.max(low - 1, 0)
    const spanMs = (times[low] ?? 0) - (times[before] ?? 0)
    const sinceMs = timeMs - (times[before] ?? 0)
    const share = spanMs > 0 ? Math.min(1, Math.max(0, sinceMs / spanMs)) : 1
    for (let i = 0; i < 2; i++) {
      const from = this.#places[2 * before + i] ?? 0
      const way = (this.#places[2 * low + i] ?? 0) - from
      out[at + i] = from + way * share
      out[at + 2 + i] = spanMs > 0 ? (1000 * way) / spanMs : 0
    }
  }

  teleports(): number {
    return 0
  }
}
