import { STATE_WIDTH } from './cube-world.ts'
import { UNITS } from './sizes.ts'
import type { Yard } from './yard.ts'

/** A cube that has moved and turned less than this since it was told is still told of as being there: metres, and radians. */
const LEAST_WAY = 0.001
const LEAST_TURN = 0.008

/**
 * Server: writes the cubes that have moved to their entities. Cubes at rest cost nothing, and a cube that only trembles until
 * the physics lets it sleep is at rest.
 */
export function showCubes({ physics, cubes, told }: Yard): void {
  const { states, moving, movingCount } = physics
  for (let i = 0; i < movingCount; i++) {
    const n = moving[i]!
    const at = n * STATE_WIDTH
    if (!hasMoved(states, told, at)) continue
    for (let k = at; k < at + STATE_WIDTH; k++) told[k] = states[k]!
    const { place, turn } = cubes[n]!
    place.x = states[at]! * UNITS
    place.y = states[at + 1]! * UNITS
    place.z = states[at + 2]! * UNITS
    turn.x = states[at + 3]!
    turn.y = states[at + 4]!
    turn.z = states[at + 5]!
    turn.w = states[at + 6]!
  }
}

function hasMoved(states: Float64Array, told: Float64Array, at: number): boolean {
  let way = 0
  for (let k = at; k < at + 3; k++) way += (states[k]! - told[k]!) ** 2
  if (way > LEAST_WAY * LEAST_WAY) return true
  let cosine = 0
  for (let k = at + 3; k < at + 7; k++) cosine += states[k]! * told[k]!
  // For small angles, the cosine of half the angle is 1 - angle^2 / 8.
  return 1 - Math.abs(cosine) > (LEAST_TURN * LEAST_TURN) / 8
}
