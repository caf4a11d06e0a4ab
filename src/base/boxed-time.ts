import type { Ms } from './units.ts'

/**
 * A moment that functions of the game are called with. V8 boxes a fraction (16 bytes) for each call that it does not
 * inline; one that lies in a list of values is boxed already, once.
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
