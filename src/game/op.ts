/**
 * How a column's value becomes a whole number and back, to be imported as `OP`: so a bundler writes bare numbers. A rotation
 * is `largest` and three times `third`, which make sense together only: see smallest-three.ts. The number of a `press` is how
 * many there were: see presses.ts.
 */
export const flag = 0
export const grid = 1
export const angle = 2
export const choice = 3
export const bits = 4
export const text = 5
export const ref = 6
export const largest = 7
export const third = 8
export const press = 9
