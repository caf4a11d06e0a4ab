/**
 * What extrapolates an entity past its newest sample in place of its curves: most often the game's own `move`, step by step
 * (`client/timeline/move-extrapolation.ts`). The code that adds samples to a track must also tell its foresight of them.
 */
export interface Foresight {
  /**
   * Writes all columns of the moment `reach[0]` ms past the newest sample to `out`, which holds those of that sample. The reach
   * is above 0, and grows from call to call until there is a newer sample. Free of allocation: it comes in an array because a
   * fraction handed over by itself would cost each entity 16 bytes a frame.
   */
  write(out: Float64Array, reach: Readonly<Float64Array>): void
}
