// A moment for tracks is an array of two numbers. Passing a fractional number would cost 16 bytes for each entity and frame.

/** The index of the moment's time, in ms. */
export const TIME = 0
/**
 * The index of the time that has passed since the last moment, in ms; 0 means the difference between the two moments. A
 * returning picture moves even while the moment stands still; otherwise it would be far off afterwards. The limit on its speed
 * does not rise while the moment runs faster.
 */
export const PASSED = 1
