import { isPlank, isRock, TILE } from './level.ts'
import type { Pip } from './pip.ts'

/** Half the width and the height of a body, in pixels. */
export const HALF_WIDTH = 6
export const BODY_HEIGHT = 20

/** Moves along x up to the first rock, however long the way is. Returns whether there was one. */
export function moveAcross(pip: Pip, distance: number): boolean {
  const top = Math.floor((pip.y - BODY_HEIGHT) / TILE)
  const bottom = Math.ceil(pip.y / TILE) - 1
  if (distance > 0) {
    const edge = pip.x + HALF_WIDTH
    const last = Math.ceil((edge + distance) / TILE) - 1
    for (let column = Math.ceil(edge / TILE); column <= last; column++) {
      if (!hasRockBetween(column, top, bottom)) continue
      pip.x = column * TILE - HALF_WIDTH
      return true
    }
  } else if (distance < 0) {
    const edge = pip.x - HALF_WIDTH
    const last = Math.floor((edge + distance) / TILE)
    for (let column = Math.floor(edge / TILE) - 1; column >= last; column--) {
      if (!hasRockBetween(column, top, bottom)) continue
      pip.x = (column + 1) * TILE + HALF_WIDTH
      return true
    }
  }
  pip.x += distance
  return false
}

/** Moves along y up to the first rock, or to the first plank on the way down, if planks hold. Sets `grounded`. */
export function moveDown(pip: Pip, distance: number, doPlanksHold: boolean): void {
  const left = Math.floor((pip.x - HALF_WIDTH) / TILE)
  const right = Math.ceil((pip.x + HALF_WIDTH) / TILE) - 1
  pip.grounded = false
  if (distance > 0) {
    const last = Math.ceil((pip.y + distance) / TILE) - 1
    for (let line = Math.ceil(pip.y / TILE); line <= last; line++) {
      if (!holdsFeet(line, left, right, doPlanksHold)) continue
      pip.y = line * TILE
      pip.vy = 0
      pip.grounded = true
      return
    }
  } else if (distance < 0) {
    const edge = pip.y - BODY_HEIGHT
    const last = Math.floor((edge + distance) / TILE)
    for (let line = Math.floor(edge / TILE) - 1; line >= last; line--) {
      if (!holdsFeet(line, left, right, false)) continue
      pip.y = (line + 1) * TILE + BODY_HEIGHT
      pip.vy = 0
      return
    }
  }
  pip.y += distance
}

function hasRockBetween(column: number, top: number, bottom: number): boolean {
  for (let line = top; line <= bottom; line++) if (isRock(column, line)) return true
  return false
}

function holdsFeet(line: number, left: number, right: number, doPlanksHold: boolean): boolean {
  for (let column = left; column <= right; column++)
    if (isRock(column, line) || (doPlanksHold && isPlank(column, line))) return true
  return false
}
