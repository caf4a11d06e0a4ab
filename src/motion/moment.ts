// A moment that tracks are asked for comes as an array of two numbers: a fraction handed over by itself would cost each entity
// 16 bytes in each frame.

/** Where a moment has its time, in ms. */
export const TIME = 0
/**
 * Where it has how much time has passed since the last one, in ms; 0: as much as in what is shown. A picture goes on
 * returning while the moment stands still, or it would be far off when that goes on. The limit on its speed does not rise
 * while the moment hurries.
 */
export const PASSED = 1
