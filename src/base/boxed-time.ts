import type { Ms } from './units.ts'

/**
 * Holds a moment that is passed to the game's functions. V8 boxes a fractional number (16 bytes) for each call that it does not
 * inline. A number in a list of mixed values stays in its box, so reading it boxes nothing.
 */
export class BoxedTime {
  readonly #slot: unknown[] = ['', Number.NaN]

  /** The moment; NaN at first. */
  get ms(): Ms {
    return this.#slot[1] as Ms
  }

  set ms(ms: Ms) {
    this.#slot[1] = ms
  }
}
