import type { Ms } from '../base/units.ts'

/**
 * What carries an entity on past its newest sample in place of its curves: most often the game's own `move`, step by step
 * (`client/timeline/foreseen.ts`). The code that adds samples to a track must also tell its foresight of them.
 */
export interface Foresight {
  /**
   * Argument of `write`: how long past the newest sample, above 0. Grows from call to call until there is a newer sample.
   * V8 boxes the fractional arguments of calls that it does not inline.
   */
  reachMs: Ms
  /** Writes all columns of that moment to `out`, which holds those of the newest sample. Free of allocation. */
  write(out: Float64Array): void
}
