/**
 * How a column's value becomes a whole number and back. Import this module as `OP`, so that a bundler inlines the numbers. A
 * rotation is one `largest` and three `third` columns, which only make sense together: see smallest-three.ts. The number of a
 * `press` is a count of presses: see presses.ts.
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
