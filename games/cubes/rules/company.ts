import { Roller } from '../bots/roller.ts'
import { PHYSICS_HZ } from './cube-world.ts'
import { addSnowball, removeSnowball } from './snowballs.ts'
import type { Yard, YardWorld } from './yard.ts'

/** As long as there are fewer snowballs than this, some roll by themselves. */
const COMPANY = 3
const NAMES = ['Flurry', 'Drift', 'Powder']

/** Server: rolls the snowballs that nobody plays. They come with the first player, and go as others come. */
export function keepCompany(world: YardWorld, yard: Yard): void {
  const { companions, cubes } = yard
  const wanted = Math.max(COMPANY - world.players.length, 0)
  while (companions.length < wanted) {
    const n = companions.length
    const number = 1000 + n
    const ball = addSnowball(world, yard, null, { number, name: NAMES[n]!, hue: null })
    const hands = { left: false, right: false, up: false, down: false }
    companions.push({ ball, roller: new Roller(number + world.tick), hands })
  }
  while (companions.length > wanted) {
    const { ball } = companions.pop()!
    removeSnowball(yard, ball)
    world.despawn(ball)
  }
  for (const { ball, roller, hands } of companions) {
    roller.think(ball.place, ball.hue, cubes, 1 / PHYSICS_HZ, hands)
    world.drive(ball, hands)
  }
}
