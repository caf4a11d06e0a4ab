import { HALF_WIDTH, moveAcross, moveDown } from './body.ts'
import type { Pip } from './pip.ts'
import { PLATFORMS, placePlatform } from './platforms.ts'

/** The time of a step, as far as platforms need it. */
interface Moment {
  readonly timeMs: number
  readonly dtSeconds: number
}

/** Where the platform in question is, and where it was a step ago, on the grid of a pip's own place. */
const here = { x: 0, y: 0 }
const before = { x: 0, y: 0 }

const toGrid = (value: number): number => Math.round(value * 64) / 64

function look(index: number, { timeMs, dtSeconds }: Moment): void {
  placePlatform(index, timeMs, here)
  placePlatform(index, timeMs - dtSeconds * 1000, before)
  here.x = toGrid(here.x)
  here.y = toGrid(here.y)
  before.x = toGrid(before.x)
  before.y = toGrid(before.y)
}

/**
 * Left and right of these limits, a platform is never under a pip, so most steps need not look where it is. They have a
 * pixel more, for the grid.
 */
const reach = (half: number): number => half + HALF_WIDTH + 1
const LEFT = PLATFORMS.map(({ fromX, toX, half }) => Math.min(fromX, toX) - reach(half))
const RIGHT = PLATFORMS.map(({ fromX, toX, half }) => Math.max(fromX, toX) + reach(half))

const isOver = (pip: Pip, index: number): boolean =>
  Math.abs(pip.x - here.x) < (PLATFORMS[index]?.half ?? 0) + HALF_WIDTH

/**
 * Moves a pip that stands on a platform along with the platform, and by the pip's own walk upon it. It keeps the pip's
 * place on the platform, not the distance that the platform moved: nothing drifts, and a pip whose own time jumps is
 * still carried along. Rock stops the pip. Returns whether it still stands there.
 */
export function ride(pip: Pip, moment: Moment): boolean {
  const index = pip.platform - 1
  look(index, moment)
  moveAcross(pip, here.x + pip.rideX - pip.x)
  if (moveAcross(pip, pip.vx * moment.dtSeconds)) pip.vx = 0
  if (!isOver(pip, index)) {
    leave(pip, moment)
    return false
  }
  pip.rideX = toGrid(pip.x - here.x)
  pip.vy = 0
  moveDown(pip, here.y - pip.y, false)
  if (pip.y === here.y) pip.grounded = true
  // The floor has taken the pip over, or a ceiling holds it back.
  else pip.platform = 0
  return true
}

/** Takes a pip off its platform, with the speed that the platform gave it. */
export function leave(pip: Pip, moment: Moment): void {
  look(pip.platform - 1, moment)
  pip.platform = 0
  pip.grounded = false
  pip.vx += (here.x - before.x) / moment.dtSeconds
  pip.vy += (here.y - before.y) / moment.dtSeconds
}

/** Puts a pip whose feet were at `feetBefore` a step ago onto the platform that they met on the way, if any. */
export function board(pip: Pip, feetBefore: number, moment: Moment): void {
  for (let index = 0; index < PLATFORMS.length; index++) {
    if (pip.x < (LEFT[index] ?? 0) || pip.x > (RIGHT[index] ?? 0)) continue
    look(index, moment)
    if (feetBefore > before.y || pip.y < here.y || !isOver(pip, index)) continue
    // If both are at the same height, the ground goes first.
    if (pip.grounded && pip.y === here.y) continue
    moveDown(pip, here.y - pip.y, false)
    if (pip.y !== here.y) continue
    pip.platform = index + 1
    pip.grounded = true
    pip.rideX = toGrid(pip.x - here.x)
    pip.vx -= (here.x - before.x) / moment.dtSeconds
    pip.vy = 0
    return
  }
}
