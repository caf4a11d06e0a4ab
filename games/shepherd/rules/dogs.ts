import type { MoveContext } from 'glissade'
import { groundPace } from './ground-pace.ts'
import type { events, Hands } from './kinds.ts'
import { pushOut } from './obstacles.ts'
import type { Dog } from './things.ts'

/** What a step of a dog needs besides the dog: the part of the engine's context that it uses. */
export type DogContext = Pick<MoveContext<typeof events>, 'dtSeconds' | 'emit'>

/** Units a second on grass. */
export const DOG_SPEED = 300
/** How wide a dog is, from its middle. */
export const DOG_RADIUS = 8
/** Time from bark to bark. */
export const BARK_REST_MS = 700

/**
 * How fast it changes its speed, in units a second, per second, and the share of that which it counts on to stop in
 * time.
 */
const ACCELERATION = 1500
const BRAKING = 900
/** A dog this near to its goal, in units, and this slow, in units a second, has arrived. */
const ARRIVED = 2
const ARRIVED_SPEED = 60

/** The event's data, and where it is heard; `emit` copies both. */
const bark = { x: 0, y: 0 }
const aroundIt = { near: bark }

/**
 * One step of a dog: it gallops to where the input says, comes to rest there, moves along walls, and barks. Pure, with
 * operations only that are exact everywhere. Arriving is Craig Reynolds' ("Steering Behaviors For Autonomous
 * Characters", 1999), with the speed from which the distance that is left is enough to brake.
 */
export function moveDog(dog: Dog, input: Hands, ctx: DogContext): void {
  steer(dog, input, ctx.dtSeconds)
  if (dog.vx !== 0 || dog.vy !== 0) run(dog, ctx.dtSeconds)
  dog.restMs = Math.max(dog.restMs - ctx.dtSeconds * 1000, 0)
  if (!input.bark || dog.restMs > 0) return
  dog.restMs = BARK_REST_MS
  bark.x = dog.x
  bark.y = dog.y
  ctx.emit('barked', bark, aroundIt)
}

/** Brings the velocity nearer to the one that leads to the goal. A goal of 0, 0 means none: the dog stops. */
function steer(dog: Dog, input: Hands, dtSeconds: number): void {
  const isCalled = input.dogX !== 0 || input.dogY !== 0
  const dx = isCalled ? input.dogX - dog.x : 0
  const dy = isCalled ? input.dogY - dog.y : 0
  const away = Math.sqrt(dx * dx + dy * dy)
  const speed = Math.sqrt(dog.vx * dog.vx + dog.vy * dog.vy)
  if (away <= ARRIVED && speed <= ARRIVED_SPEED) {
    dog.vx = 0
    dog.vy = 0
    return
  }
  const top = DOG_SPEED * groundPace(dog)
  const wish = Math.min(top, Math.sqrt(2 * BRAKING * away), away / dtSeconds)
  const share = away > 0 ? wish / away : 0
  const changeX = dx * share - dog.vx
  const changeY = dy * share - dog.vy
  const change = Math.sqrt(changeX * changeX + changeY * changeY)
  const most = ACCELERATION * dtSeconds
  const part = change > most ? most / change : 1
  dog.vx += changeX * part
  dog.vy += changeY * part
}

/** Moves the dog on. If walls shorten the way, they slow the dog by as much. */
function run(dog: Dog, dtSeconds: number): void {
  const { x, y } = dog
  dog.x = x + dog.vx * dtSeconds
  dog.y = y + dog.vy * dtSeconds
  if (!pushOut(dog, DOG_RADIUS)) return
  dog.vx = (dog.x - x) / dtSeconds
  dog.vy = (dog.y - y) / dtSeconds
}
