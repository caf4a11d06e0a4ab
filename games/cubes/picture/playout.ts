import { FixedDelay, type Playout } from 'glissade/parts'

/**
 * How far behind the newest data the page shows cubes and other snowballs, in ms: two send intervals, and what Wi-Fi needs on
 * top of it. All are shown at one moment, so that a snowball touches the cubes that it pushes.
 */
export const DELAY_MS = 150

/** The render clock of a page. */
export const playoutOfCubes = (): Playout => new HeldDelay()

/**
 * A fixed delay that never shows a moment past the newest state, because nobody knows what cubes bump into next. When packets
 * come later than the delay allows for, the picture stands still, and then goes on at the moment that is due.
 */
class HeldDelay implements Playout {
  readonly #delay: FixedDelay
  #newestMs = Number.NaN

  constructor(delay = new FixedDelay(DELAY_MS)) {
    this.#delay = delay
  }

  begin(intervalMs: number): void {
    this.#delay.begin(intervalMs)
    this.#newestMs = Number.NaN
  }

  arrived(stampMs: number, arrivedAtMs: number): void {
    this.#delay.arrived(stampMs, arrivedAtMs)
    if (!(stampMs <= this.#newestMs)) this.#newestMs = stampMs
  }

  advance(nowMs: number): number {
    this.#delay.advance(nowMs)
    return this.renderTimeMs
  }

  jump(nowMs: number): void {
    this.#delay.jump(nowMs)
  }

  another(): HeldDelay {
    return new HeldDelay(this.#delay.another())
  }

  get renderTimeMs(): number {
    return Math.min(this.#delay.renderTimeMs, this.#newestMs)
  }

  get delayMs(): number {
    return this.#delay.delayMs
  }

  get jumps(): number {
    return this.#delay.jumps
  }

  get rate(): number {
    return this.#delay.renderTimeMs > this.#newestMs ? 0 : this.#delay.rate
  }
}
