import type { Ms } from './units.ts'

/**
 * How far past its newest sample an entity's movement can be extrapolated with little error. The server picks one of these
 * horizons for each entity (`motion/extrapolation-horizon.ts`), and `LeastCostDelay` has a lane for each. Each horizon is about
 * 1.4 times the one before. All are multiples of the 4 ms in which required offsets are counted.
 */
export const HORIZONS_MS: readonly Ms[] = [8, 12, 16, 24, 36, 52, 72, 96]

/** How an entity is extrapolated past its newest sample: along its curve, not at all, or by the game's `move`. */
export const WAY = { curve: 0, rest: 1, move: 2 } as const

/** An extrapolation code holds the index of the horizon in `HORIZONS_MS` in its low bits, and the way above them. */
export const HORIZON_BITS = 3
export const WAY_BITS = 2
export const EXTRAPOLATION_CODE_BITS: number = HORIZON_BITS + WAY_BITS
export const MOST_EXTRAPOLATION_CODE: number = ((WAY.move + 1) << HORIZON_BITS) - 1

/** The index in `HORIZONS_MS` that an extrapolation code holds. */
export function horizonOf(code: number): number {
  return code & ((1 << HORIZON_BITS) - 1)
}

/** The way that an extrapolation code holds. */
export function wayOf(code: number): number {
  return code >> HORIZON_BITS
}

/**
 * An entity that changes lanes moves at a rate between these two, unless the lane itself is slower or faster. The rate is per
 * local time in `LaneMoments` and per render time in `Tracks`.
 */
export const LEAST_CHANGE_RATE = 0.85
export const MOST_CHANGE_RATE = 1.15
/**
 * If the render time moves by more than this in a frame, it was set and did not run. The entities that follow it are then set
 * too.
 */
export const SET_MS: Ms = 250
