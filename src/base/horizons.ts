import type { Ms } from './units.ts'

/**
 * How far past its newest sample an entity's movement can be carried on with little error, by horizon: what the
 * server measures of each entity (`motion/carry.ts`), and what a render clock of its own stands for in `LeastCostDelay`.
 * Each is about 1.4 times the one before; all are multiples of the 4 ms that required offsets are counted in.
 */
export const HORIZONS_MS: readonly Ms[] = [8, 12, 16, 24, 36, 52, 72, 96]

/** How an entity is carried on past its newest sample: along its curve, not at all, or by the game's `move`. */
export const WAY = { curve: 0, rest: 1, move: 2 } as const

/** A carry code says both: the place of the horizon in `HORIZONS_MS`, and behind these bits the way. */
export const HORIZON_BITS = 3
export const WAY_BITS = 2
export const CARRY_BITS: number = HORIZON_BITS + WAY_BITS
/** The greatest code there is. */
export const MOST_CARRY: number = ((WAY.move + 1) << HORIZON_BITS) - 1

/** The place in `HORIZONS_MS` that a carry code names. */
export function horizonOf(carry: number): number {
  return carry & ((1 << HORIZON_BITS) - 1)
}

/** The way that a carry code names. */
export function wayOf(carry: number): number {
  return carry >> HORIZON_BITS
}

/** Rates between which an entity goes over to another lane, if the render clock leaves room for it: in local time;
 * of `Tracks`, in render time. */
export const LEAST_CHANGE_RATE = 0.85
export const MOST_CHANGE_RATE = 1.15
/** A render time that moves by more than this in a frame was set, and did not run: then so is what follows it. */
export const SET_MS: Ms = 250
