/** A piece of the way: when it begins, where u is 0; until when it holds alone, -Infinity: not; then its columns. */
export const UNTIL = 1
export const COEFFICIENTS = 2

/** Flags: the piece lies past the newest sample; can be carried on there; was shown before samples changed. */
export const PAST = 1
export const MOVES = 2
export const REWRITTEN = 4
/** The newest sample is known to hold still now; has been known to; says again what the one before said. */
export const RESTS = 8
export const RESTED = 16
export const REPEATS = 32
/** Carried on for longer than an acceleration is kept. */
export const FAR = 64
/** Has been shown. */
export const SEEN = 128
/** The piece is a whole one, from one sample to the next, as it stands in the ring. */
export const WHOLE = 256

/** How a column is worked out: a line, also of an angle; not at all; a cubic. */
export const SORTS: readonly unknown[] = ['linear', 'angle', 'step']
export const ANGLE = 1
export const STEP = 2
export const SMOOTH = 3
