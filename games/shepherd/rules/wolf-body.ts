import type { Flock } from './flock.ts'
import { groundPace } from './ground-pace.ts'
import { pushOut } from './obstacles.ts'
import { STEP_SECONDS } from './steps.ts'
import { WOLF_RADIUS, type Wolf } from './wolf.ts'

/** Units a second on grass: faster than any sheep, slower than a dog. */
const PROWL_SPEED = 90
const HUNT_SPEED = 210
const FLEE_SPEED = 240
/** How fast it changes its speed, in units a second, per second. */
const ACCELERATION = 600
/** A wolf catches a sheep this near. */
const BITE = 16

/** Moves a wolf on by a step to where it wants to be, along walls. Free of allocation. */
export function moveWolf(wolf: Wolf): void {
  const { body } = wolf
  const dx = wolf.goalX - body.x
  const dy = wolf.goalY - body.y
  const away = Math.sqrt(dx * dx + dy * dy)
  const wish = Math.min(speedOf(wolf) * groundPace(body), away / STEP_SECONDS)
  const share = away > 0 ? wish / away : 0
  const changeX = dx * share - wolf.vx
  const changeY = dy * share - wolf.vy
  const change = Math.sqrt(changeX * changeX + changeY * changeY)
  const most = ACCELERATION * STEP_SECONDS
  const part = change > most ? most / change : 1
  wolf.vx += changeX * part
  wolf.vy += changeY * part
  body.x += wolf.vx * STEP_SECONDS
  body.y += wolf.vy * STEP_SECONDS
  pushOut(body, WOLF_RADIUS)
}

/** Whether a wolf has caught the sheep that it is after. */
export function hasCaught({ body, prey }: Wolf, flock: Flock): boolean {
  if (prey < 0 || body.mood !== 'hunt' || flock.alive[prey] === 0 || flock.pen[prey]! > 0)
    return false
  const dx = flock.x[prey]! - body.x
  const dy = flock.y[prey]! - body.y
  return dx * dx + dy * dy < BITE * BITE
}

function speedOf({ body }: Wolf): number {
  if (body.mood === 'hunt') return HUNT_SPEED
  if (body.mood === 'flee') return FLEE_SPEED
  return body.mood === 'eat' ? 0 : PROWL_SPEED
}
