/**
 * Extrapolates an entity past its newest sample in place of its curves: most often the game's own `move`, step by step
 * (`motion/move-extrapolation.ts`). The code that adds samples to a track must also pass them to its foresight.
 */
export interface Foresight {
  /**
   * Writes all columns of the moment `reach[0]` ms past the newest sample to `out`, which holds those of that sample. The reach
   * is above 0, and grows from call to call until there is a newer sample. Must not allocate. The reach comes in an array
   * because passing a fractional number would cost 16 bytes for each entity and frame.
   */
  write(out: Float64Array, reach: Readonly<Float64Array>): void
}
