import type { PlayerOf } from 'glissade/server'
import type { cubes } from '../game.ts'
import type { Ball } from './kinds.ts'
import { FIELD, RADIUS, UNITS } from './sizes.ts'
import type { ServerBall, Yard, YardWorld } from './yard.ts'

/** Snowballs come in in front of the cubes, in a row that is so wide, in units. Everybody looks towards the cubes. */
const FRONT = (FIELD - 3) * UNITS
const WIDE = 1.5 * FIELD * UNITS
/** Steps of the golden ratio: neighbours in number neither begin side by side nor look alike. */
const GOLDEN = 0.618034
const GOLDEN_HUE = 137
/** Two snowballs whose middles are nearer than this touch. In units. */
const TOUCH = 2 * RADIUS * UNITS

/** Server: a snowball at the edge of the field. `player`: its owner, or null. `number` chooses its place and its colour. */
export function addSnowball(
  world: YardWorld,
  yard: Yard,
  player: PlayerOf<typeof cubes> | null,
  { number, name, hue }: { number: number; name: string; hue: number | null },
): ServerBall {
  const ball = world.spawn('ball', player, {
    place: {
      x: WIDE * (((number * GOLDEN + 0.25) % 1) - 0.5),
      y: RADIUS * UNITS,
      z: FRONT,
    },
    name,
    hue: hue ?? (number * GOLDEN_HUE + 200) % 360,
  })
  const { x, y, z } = ball.place
  yard.physics.addBall(ball.id, x / UNITS, y / UNITS, z / UNITS)
  yard.balls.set(ball.id, ball)
  return ball
}

/** Server: a snowball goes. The cubes in its colour keep it, and do not count for a later one with the same id. */
export function removeSnowball(yard: Yard, ball: ServerBall): void {
  yard.physics.removeBall(ball.id)
  yard.balls.delete(ball.id)
  const { painters } = yard
  for (let n = 0; n < painters.length; n++) if (painters[n] === ball.id) painters[n] = -1
}

/** Server: a snowball has touched a cube, which takes its colour. */
export function paint(yard: Yard, cube: number, ballId: number): void {
  const painted = yard.cubes[cube]
  const ball = yard.balls.get(ballId)
  if (!painted || !ball || yard.painters[cube] === ballId) return
  const before = yard.balls.get(yard.painters[cube]!)
  if (before) before.cubes--
  ball.cubes++
  yard.painters[cube] = ballId
  painted.hue = ball.hue
}

/** Server: snowballs that overlap are moved apart, and exchange the speed at which they meet. Free of allocation. */
export function partSnowballs(balls: readonly Pick<Ball, 'place' | 'speed'>[]): void {
  for (let i = 1; i < balls.length; i++) for (let k = 0; k < i; k++) part(balls[i]!, balls[k]!)
}

function part(a: Pick<Ball, 'place' | 'speed'>, b: Pick<Ball, 'place' | 'speed'>): void {
  const dx = b.place.x - a.place.x
  const dz = b.place.z - a.place.z
  const apart = Math.sqrt(dx * dx + dz * dz)
  if (apart >= TOUCH) return
  const nx = apart > 0 ? dx / apart : 1
  const nz = apart > 0 ? dz / apart : 0
  const half = (TOUCH - apart) / 2
  a.place.x -= nx * half
  a.place.z -= nz * half
  b.place.x += nx * half
  b.place.z += nz * half
  const meeting = (a.speed.x - b.speed.x) * nx + (a.speed.z - b.speed.z) * nz
  if (meeting <= 0) return
  a.speed.x -= meeting * nx
  a.speed.z -= meeting * nz
  b.speed.x += meeting * nx
  b.speed.z += meeting * nz
}
