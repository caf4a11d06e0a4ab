import type { Ms } from '../../base/units.ts'
import { ForwardClock } from './forward-clock.ts'
import type { Playout } from './playout.ts'

/**
 * No buffer at all: the render time is the newest stamp, so everything snaps to the newest state when that comes
 * and stands still in between. It is what the other playouts are compared with. `rate` is 0 in most frames and
 * far above 1 in the others; `jumps` counts steps of over 250 ms.
 */
export class Latest implements Playout {
  /** Always 0. */
  readonly delayMs: Ms = 0
  readonly #clock = new ForwardClock()

  begin(intervalMs: Ms): void {
    this.#clock.restart(intervalMs)
  }

  arrived(stampMs: Ms, _arrivedAtMs: Ms): void {
    if (stampMs > this.#clock.newestStampMs) this.#clock.newestStampMs = stampMs
  }

  advance(nowMs: Ms): Ms {
    const clock = this.#clock
    clock.nowMs = nowMs
    if (clock.open()) {
      this.#aim()
      clock.close()
    }
    return clock.renderTimeMs
  }

  jump(nowMs: Ms): void {
    this.#clock.nowMs = nowMs
    this.#aim()
    this.#clock.jump()
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

  #aim(): void {
    const newestMs = this.#clock.newestStampMs
    this.#clock.targetMs = newestMs === -Infinity ? Number.NaN : newestMs
  }
}
