import { TILE } from './level.ts'

/** A platform's way, in pixels: from one end to the other and back in `periodMs`, slower at the ends. */
export interface Way {
  readonly fromX: number
  readonly fromY: number
  readonly toX: number
  readonly toY: number
  readonly periodMs: number
  /** Half of its width. */
  readonly half: number
}

const at = (tiles: number): number => tiles * TILE

/** All moving platforms. A platform's place in this list is its number. At most 15. */
export const PLATFORMS: readonly Way[] = [
  // Over the first pit, over the chasm, the lift out of the cave, up to the high road, and along it.
  { fromX: 556, fromY: at(25), toX: 628, toY: at(25), periodMs: 4800, half: 24 },
  { fromX: 1239, fromY: at(20), toX: 1305, toY: at(20), periodMs: 4200, half: 20 },
  { fromX: 1608, fromY: at(27), toX: 1608, toY: at(20), periodMs: 6600, half: 20 },
  { fromX: 1255, fromY: at(14), toX: 1337, toY: at(10), periodMs: 5600, half: 20 },
  { fromX: 1705, fromY: at(14), toX: 1783, toY: at(14), periodMs: 4600, half: 22 },
]

/**
 * Writes into `at` where the middle of a platform's upper side is at a moment. It is a pure function of exact
 * operations, so both ends have the same bits.
 */
export function placePlatform(index: number, timeMs: number, at: { x: number; y: number }): void {
  const way = PLATFORMS[index]
  if (!way) return
  const turn = timeMs / way.periodMs
  const phase = turn - Math.floor(turn)
  const there = phase < 0.5 ? phase * 2 : 2 - phase * 2
  const eased = there * there * (3 - 2 * there)
  at.x = way.fromX + (way.toX - way.fromX) * eased
  at.y = way.fromY + (way.toY - way.fromY) * eased
}
