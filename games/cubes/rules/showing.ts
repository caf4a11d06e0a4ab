import { STATE_WIDTH } from './cube-world.ts'
import { UNITS } from './sizes.ts'
import type { Yard } from './yard.ts'

/** Server: writes the cubes that moved in the last step to their entities. Cubes at rest cost nothing. */
export function showCubes({ physics, cubes }: Yard): void {
  const { states, moving, movingCount } = physics
  for (let i = 0; i < movingCount; i++) {
    const n = moving[i]!
    const { place, turn } = cubes[n]!
    const at = n * STATE_WIDTH
    place.x = states[at]! * UNITS
    place.y = states[at + 1]! * UNITS
    place.z = states[at + 2]! * UNITS
    turn.x = states[at + 3]!
    turn.y = states[at + 4]!
    turn.z = states[at + 5]!
    turn.w = states[at + 6]!
  }
}
