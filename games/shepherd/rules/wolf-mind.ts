import { MOST_BARKS } from './barks.ts'
import type { Herd, Pasture } from './herd.ts'
import { HEIGHT, WIDTH } from './meadow.ts'
import { Place } from './way-map.ts'
import type { Wolf } from './wolf.ts'

/** How often a wolf makes up its mind. */
export const THOUGHTS_HZ = 5

/** From how far it runs away from barks, dogs and shepherds, in units; for how many steps, and how far. */
const FEARS_BARK = 320
const FEARS_DOG = 130
const FEARS_SHEPHERD = 100
const FLEE_STEPS = 50
const FLEE_UNITS = 420
/** How near a sheep has to be for the wolf to run after it. */
const SCENT = 340
/**
 * A wolf that got no further than this since its last thought has something in its way, and looks for ways for this
 * long.
 */
const STUCK_UNITS = 3
const ROUND_STEPS = 120
/** How far it looks ahead on these ways, in squares of 40 units. */
const SQUARES_AHEAD = 3
/** Within this distance of the edge, it is as good as gone. */
const EDGE = 60

/** The worst threat that it runs away from: its place, and how far within reach it is, 0 for nothing. */
class Threat {
  x: number = Number.NaN
  y: number = Number.NaN
  reach: number = Number.NaN
}

const threat = new Threat()
/** The place of the prey, or of the way to it. */
const place = new Place()

/** A wolf makes up its mind: flees, eats on, goes, hunts or prowls, and where to. Free of allocation. */
export function think(wolf: Wolf, herd: Herd, world: Pasture, tick: number): void {
  const { body } = wolf
  const isStuck = hasStood(wolf)
  wolf.thoughtX = body.x
  wolf.thoughtY = body.y
  if (wolf.isLeaving) return leave(wolf)
  if (isThreatened(wolf, herd, world, tick)) return flee(wolf, tick)
  if (tick < wolf.fleesUntil) return
  if (tick < wolf.eatsUntil) {
    body.mood = 'eat'
    return
  }
  if (isStuck) wolf.goesRoundUntil = tick + ROUND_STEPS
  choosePrey(wolf, herd, tick < wolf.goesRoundUntil)
}

/** Whether a wolf that wanted to get somewhere did not. */
function hasStood({ body, thoughtX, thoughtY, goalX, goalY }: Wolf): boolean {
  if (body.mood === 'eat' || isNear(goalX - thoughtX, goalY - thoughtY, 40)) return false
  return isNear(body.x - thoughtX, body.y - thoughtY, STUCK_UNITS)
}

/** Looks for threats that it has to run away from, and puts the worst into `threat`. */
function isThreatened({ body }: Wolf, herd: Herd, world: Pasture, tick: number): boolean {
  threat.reach = 0
  const { barks } = herd
  for (let i = 0; i < MOST_BARKS; i++)
    if (barks.isHeard(i, tick)) weigh(body, barks.x[i]!, barks.y[i]!, FEARS_BARK)
  const dogs = world.entities('dog')
  for (let i = 0; i < dogs.length; i++) {
    const dog = dogs[i]
    if (dog) weigh(body, dog.x, dog.y, FEARS_DOG)
  }
  const shepherds = world.entities('shepherd')
  for (let i = 0; i < shepherds.length; i++) {
    const shepherd = shepherds[i]
    if (shepherd) weigh(body, shepherd.x, shepherd.y, FEARS_SHEPHERD)
  }
  return threat.reach > 0
}

function weigh(body: Wolf['body'], x: number, y: number, reach: number): void {
  const dx = body.x - x
  const dy = body.y - y
  const left = reach - Math.sqrt(dx * dx + dy * dy)
  if (left <= threat.reach) return
  threat.reach = left
  threat.x = x
  threat.y = y
}

function flee(wolf: Wolf, tick: number): void {
  const { body } = wolf
  const dx = body.x - threat.x
  const dy = body.y - threat.y
  const away = Math.sqrt(dx * dx + dy * dy)
  const share = away > 0 ? FLEE_UNITS / away : 0
  wolf.goalX = Math.min(Math.max(body.x + (away > 0 ? dx * share : FLEE_UNITS), 0), WIDTH)
  wolf.goalY = Math.min(Math.max(body.y + dy * share, 0), HEIGHT)
  wolf.prey = -1
  wolf.fleesUntil = tick + FLEE_STEPS
  wolf.eatsUntil = 0
  body.mood = 'flee'
}

/** Hunts the nearest sheep that is in no pen: straight on, or by a way round obstacles. */
function choosePrey(wolf: Wolf, { flock, pen, ways }: Herd, goesRound: boolean): void {
  const { body } = wolf
  let least = Number.POSITIVE_INFINITY
  wolf.prey = -1
  for (let i = 0; i < flock.count; i++) {
    if (flock.alive[i] === 0 || pen[i]! > 0 || flock.pen[i]! > 0) continue
    const dx = flock.x[i]! - body.x
    const dy = flock.y[i]! - body.y
    const away = dx * dx + dy * dy
    if (away >= least) continue
    least = away
    wolf.prey = i
  }
  body.mood = wolf.prey >= 0 && least < SCENT * SCENT ? 'hunt' : 'prowl'
  if (wolf.prey < 0) return
  place.x = flock.x[wolf.prey]!
  place.y = flock.y[wolf.prey]!
  if (goesRound) {
    ways.draw(place.x, place.y, body)
    ways.ahead(body.x, body.y, SQUARES_AHEAD, place)
  }
  wolf.goalX = place.x
  wolf.goalY = place.y
}

/** Goes to the nearest edge. */
function leave(wolf: Wolf): void {
  const { x, y } = wolf.body
  wolf.body.mood = 'flee'
  wolf.prey = -1
  const isSideNearer = Math.min(x, WIDTH - x) < Math.min(y, HEIGHT - y)
  wolf.goalX = isSideNearer ? (x < WIDTH / 2 ? 0 : WIDTH) : x
  wolf.goalY = isSideNearer ? y : y < HEIGHT / 2 ? 0 : HEIGHT
}

/** Whether a place is as good as off the meadow. */
export function isAtEdge(x: number, y: number): boolean {
  return x < EDGE || y < EDGE || x > WIDTH - EDGE || y > HEIGHT - EDGE
}

const isNear = (dx: number, dy: number, reach: number): boolean => dx * dx + dy * dy < reach * reach
