import type { MoveContext } from 'glissade'
import type { Ball, Hands } from './kinds.ts'
import { FIELD, MARGIN, RADIUS, UNITS } from './sizes.ts'

/** The top speed, in units per second, and how quickly a snowball gains and loses speed, per second squared. */
export const TOP_SPEED = 4.2 * UNITS
const PUSH = 14 * UNITS
const DRAG = 9 * UNITS
/** The share of its speed that a snowball keeps when it meets the wall. */
const BOUNCE = 0.4
const REACH = (FIELD - MARGIN) * UNITS

/**
 * One step of a snowball, on both sides. It rolls over level ground between the walls, and cubes do not stop it: on the
 * server it is a kinematic body, which pushes cubes and is not pushed by them. So a client can predict its own snowball
 * exactly without simulating cubes.
 */
export function rollBall(
  ball: Ball,
  input: Hands,
  { dtSeconds }: Pick<MoveContext, 'dtSeconds'>,
): void {
  const { place, speed } = ball
  const right = (input.right ? 1 : 0) - (input.left ? 1 : 0)
  const near = (input.down ? 1 : 0) - (input.up ? 1 : 0)
  const share = right !== 0 && near !== 0 ? Math.SQRT1_2 : 1
  speed.x = along(speed.x, right * share, dtSeconds)
  speed.z = along(speed.z, near * share, dtSeconds)
  place.x += speed.x * dtSeconds
  place.z += speed.z * dtSeconds
  place.y = RADIUS * UNITS
  if (Math.abs(place.x) > REACH) {
    place.x = Math.sign(place.x) * REACH
    speed.x *= -BOUNCE
  }
  if (Math.abs(place.z) > REACH) {
    place.z = Math.sign(place.z) * REACH
    speed.z *= -BOUNCE
  }
}

/** The new speed along one axis towards `wanted`, a share of the top speed. */
function along(speed: number, wanted: number, dtSeconds: number): number {
  const most = (wanted === 0 ? DRAG : PUSH) * dtSeconds
  const missing = wanted * TOP_SPEED - speed
  return speed + Math.min(Math.max(missing, -most), most)
}
