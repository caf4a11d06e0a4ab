import { CUBE, RADIUS, UNITS } from '../rules/sizes.ts'
import type { Place } from './instances.ts'

/** A cube whose middle is nearer than this to the middle of a snowball, along the ground, is inside it. In units. */
const REACH = (RADIUS + CUBE / 2) * UNITS
/** Cubes above this lie on others, and a snowball does not meet them at its widest. In units. */
const HIGH = 2 * RADIUS * UNITS

/**
 * Writes where to draw a cube beside the player's own snowball. The snowball is predicted, so it is ahead of the cubes, which
 * are shown as they were a moment ago. A cube that it has reached meanwhile is drawn beside it, where the server is about to
 * push it. This changes the picture alone. Free of allocation.
 */
export function makeWay(cube: Place, ball: Place, out: { x: number; y: number; z: number }): void {
  out.x = cube.x
  out.y = cube.y
  out.z = cube.z
  if (cube.y > HIGH) return
  const dx = cube.x - ball.x
  const dz = cube.z - ball.z
  const apart = Math.sqrt(dx * dx + dz * dz)
  // The snowball is narrower above and below its middle.
  const above = cube.y - ball.y
  const reach = Math.sqrt(Math.max(REACH * REACH - above * above, 0))
  if (apart >= reach || apart === 0) return
  out.x = ball.x + (dx * reach) / apart
  out.z = ball.z + (dz * reach) / apart
}
