/** What a column's whole number is, which says how a difference is told. To be imported as `TELL`: see `OP`. */

/** 0 or 1. */
export const flag = 0
/** Written as it is: choices, masks, references. */
export const raw = 1
/** A number from 0 to `levels`: what differs from what is foretold. */
export const number = 2
/** The same, and the last is next to the first. */
export const round = 3
/** A text, which the row only counts. */
export const text = 4
/** The three parts of a rotation that follow its greatest one, which is `raw`. */
export const third = 5
