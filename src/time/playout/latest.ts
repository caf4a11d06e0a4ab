import type { Ms } from '../../base/units.ts'
import { ForwardClock } from './forward-clock.ts'
import type { Playout } from './playout.ts'

/**
 * No buffer at all: the render time is the newest stamp. Everything snaps to each newest state as it arrives and stands still
 * in between. The reference for other playouts. `rate` is 0 in most frames and far above 1 in the others. `jumps` counts steps
 * of over 250 ms.
 */
export class Latest implements Playout {
  /** Always 0. */
  readonly delayMs: Ms = 0
  readonly #clock = new ForwardClock()

  begin(intervalMs: Ms): void {
    this.#clock.restart(intervalMs)
  }

  arrived(stampMs: Ms, _arrivedAtMs: Ms): void {
    this.#clock.note(stampMs)
  }

  advance(nowMs: Ms): Ms {
    const clock = this.#clock
    const frameMs = clock.beginFrame(nowMs)
    if (frameMs >= 0) clock.endFrame(this.#targetMs, frameMs)
    return clock.renderTimeMs
  }

  jump(nowMs: Ms): void {
    this.#clock.jump(nowMs, this.#targetMs)
  }

  get renderTimeMs(): Ms {
    return this.#clock.renderTimeMs
  }

  get rate(): number {
    return this.#clock.rate
  }

  get jumps(): number {
    return this.#clock.jumps
  }

  get #targetMs(): Ms {
    const newestMs = this.#clock.newestStampMs
    return newestMs === -Infinity ? Number.NaN : newestMs
  }
}
