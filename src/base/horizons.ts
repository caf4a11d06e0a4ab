import type { Ms } from './units.ts'

/**
 * How far past its newest sample an entity's movement can be carried on with little error, by carry code: what the
 * server measures of each entity (`motion/carry.ts`), and what a render clock of its own stands for in `LeastCostDelay`.
 * Each is about 1.4 times the one before; all are multiples of the 4 ms that required offsets are counted in.
 */
export const HORIZONS_MS: readonly Ms[] = [8, 12, 16, 24, 32, 48, 68, 96]

/** Rates between which an entity goes over to another lane or lag, if the render clock leaves room for it. */
export const LEAST_CHANGE_RATE = 0.85
export const MOST_CHANGE_RATE = 1.15
/** A render time that moves by more than this in a frame was set, and did not run: then so is what follows it. */
export const SET_MS: Ms = 250
