import { HORIZONS_MS } from '../base/horizons.ts'
import type { CarryShares } from './carry-share.ts'

/**
 * The ways to carry an entity on past its newest state: by its curves, not at all, or by the game's own `move` with the
 * newest input. What is told of an entity is `way * 8 + index into HORIZONS_MS`.
 */
export const CARRY_WAY = { curve: 0, rest: 1, move: 2 } as const

const CODES = HORIZONS_MS.length

/** The way that is told by a code. */
export function carryWay(told: number): number {
  return Math.floor(told / CODES)
}

/** The carry code that is told by a code, which is a lane of the render clock: an index into `HORIZONS_MS`. */
export function carryCode(told: number): number {
  return told % CODES
}

/**
 * What to tell of the entity `at`, which has this number in the shares of every way, in the order of `CARRY_WAY`: the way
 * that allows the longest horizon, of equals the one that was off least often, and its code. Free of allocation.
 */
export function toldCarry(ways: readonly CarryShares[], at: number): number {
  let best = 0
  for (let way = 1; way < ways.length; way++) {
    const more = ways[way]!.code(at) - ways[best]!.code(at)
    if (more > 0 || (more === 0 && ways[way]!.off(at) < ways[best]!.off(at))) best = way
  }
  return best * CODES + ways[best]!.code(at)
}
