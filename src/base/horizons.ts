import type { Ms } from './units.ts'

/**
 * How far past its newest sample an entity's movement can be extrapolated with little error, by horizon: what the
 * server measures of each entity (`motion/extrapolation-horizon.ts`), and what a render clock of its own stands for in
 * `LeastCostDelay`. Each is about 1.4 times the one before; all are multiples of the 4 ms that required offsets are
 * counted in.
 */
export const HORIZONS_MS: readonly Ms[] = [8, 12, 16, 24, 36, 52, 72, 96]

/** How an entity is extrapolated past its newest sample: along its curve, not at all, or by the game's `move`. */
export const WAY = { curve: 0, rest: 1, move: 2 } as const

/** An extrapolation code says both: the place of the horizon in `HORIZONS_MS`, and behind these bits the way. */
export const HORIZON_BITS = 3
export const WAY_BITS = 2
export const EXTRAPOLATION_BITS: number = HORIZON_BITS + WAY_BITS
/** The greatest code there is. */
export const MOST_EXTRAPOLATION: number = ((WAY.move + 1) << HORIZON_BITS) - 1

/** The place in `HORIZONS_MS` that an extrapolation code names. */
export function horizonOf(code: number): number {
  return code & ((1 << HORIZON_BITS) - 1)
}

/** The way that an extrapolation code names. */
export function wayOf(code: number): number {
  return code >> HORIZON_BITS
}

/** Rates between which an entity goes over to another lane, if the render clock leaves room for it: in local time;
 * of `Tracks`, in render time. */
export const LEAST_CHANGE_RATE = 0.85
export const MOST_CHANGE_RATE = 1.15
/** A render time that moves by more than this in a frame was set, and did not run: then so is what follows it. */
export const SET_MS: Ms = 250
