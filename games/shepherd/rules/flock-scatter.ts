import { cos, sin } from 'glissade'
import type { Ground } from './flock-ground.ts'
import type { Sheep } from './flock-sheep.ts'
import { gateOf } from './gate.ts'
import { PENS, START } from './meadow.ts'
import type { Body } from './obstacles.ts'

/** About this many sheep stand together at the start, this far apart in units. */
const GROUP = 24
const APART = 28
/** Of this many places for a group, the one farthest from all others is taken. */
const TRIES = 12
/** The golden angle, as of seeds in a sunflower: any number of sheep fills a disc evenly. */
const GOLDEN_ANGLE = 2.399963229728653

/**
 * No sheep starts this near to where shepherds begin, because it would run from them at once, or this near to a gate.
 */
const START_REACH = 360
const GATE_REACH = 260
const GATES = PENS.map(gateOf)

/**
 * Puts all sheep on the land in groups, outside the pens. The groups are discs that lie apart from each other, off
 * gates and off where shepherds begin, so that no sheep gets home by itself.
 */
export function scatter(sheep: Sheep, ground: Ground, random: () => number): void {
  const groups: Body[] = []
  for (let i = 0; i < sheep.count; ) {
    const group = bestPlace(groups, ground, random)
    groups.push(group)
    const end = Math.min(i + Math.ceil(GROUP * (0.5 + random())), sheep.count)
    const turn = random() * GOLDEN_ANGLE
    for (let k = 0; i < end; k++) {
      const away = 0.56 * APART * Math.sqrt(k + random() * 0.5)
      const angle = turn + k * GOLDEN_ANGLE
      const place = { x: group.x + away * cos(angle), y: group.y + away * sin(angle) }
      if (!isOpen(ground, place)) continue
      sheep.x[i] = place.x
      sheep.y[i] = place.y
      i++
    }
  }
}

/** The place that is farthest from all groups so far, of some candidates (Mitchell's best candidate, 1991). */
function bestPlace(groups: readonly Body[], ground: Ground, random: () => number): Body {
  let best: Body = { x: ground.width / 2, y: ground.height / 2 }
  let most = -1
  for (let found = 0; found < TRIES; ) {
    const place = { x: random() * ground.width, y: random() * ground.height }
    if (!isOpen(ground, place)) continue
    found++
    let nearest = Number.POSITIVE_INFINITY
    for (const group of groups)
      nearest = Math.min(nearest, (group.x - place.x) ** 2 + (group.y - place.y) ** 2)
    if (nearest <= most) continue
    most = nearest
    best = place
  }
  return best
}

/** Whether a sheep may stand at a place at the start: on the land, off walls, outside pens, and nowhere forbidden. */
function isOpen(ground: Ground, place: Body): boolean {
  const { x, y } = place
  if (x < 0 || y < 0 || x > ground.width || y > ground.height) return false
  const tile = ground.tileUnder(place)
  if (ground.isTight[tile] !== 0 || ground.penNear[tile] !== 0) return false
  if (isWithin(START, START_REACH, x, y)) return false
  return !GATES.some((gate) => isWithin(gate, GATE_REACH, x, y))
}

function isWithin(place: Readonly<Body>, reach: number, x: number, y: number): boolean {
  return (x - place.x) ** 2 + (y - place.y) ** 2 < reach ** 2
}
