import { cos, flag, int, number, oneOf, sin, text, told } from 'glissade'
import type { Cast, SceneKind, Step } from './cast.ts'
import { Chance } from './chance.ts'

const HZ = 20
const COUNT = 200
const SIZE = 1024
const SPEED = 5
const TEAMS = ['red', 'green', 'blue', 'none'] as const
const NAMES = ['scout', 'guard', 'miner', 'medic', 'archer', 'knight of the lake', 'smith', 'cook']

/** Units of which one in eight walks, with much that changes about once in 5 to 100 s. */
export const rarelyChanging: SceneKind = {
  name: 'rarely changing fields',
  stepHz: HZ,
  entities: {
    unit: {
      x: number({ max: SIZE, step: 1 / 32 }),
      y: number({ max: SIZE, step: 1 / 32 }),
      health: told(int({ max: 200 })),
      score: told(int({ max: 1_000_000 })),
      name: told(text(24)),
      isBusy: flag(),
      team: oneOf(...TEAMS),
    },
  },
  begin: live,
}

function live(cast: Cast, seed: number): Step {
  const chance = new Chance(seed)
  const units = Array.from({ length: COUNT }, (_, i) => {
    const values = {
      x: chance.from(0, SIZE),
      y: chance.from(0, SIZE),
      health: 200,
      score: 0,
      name: `${chance.oneOf(NAMES)} ${i}`,
      isBusy: false,
      team: chance.oneOf(TEAMS) as string,
    }
    cast.add('unit', values)
    return { values, vx: 0, vy: 0, walks: i % 8 === 0 }
  })
  return () => {
    for (const unit of units) {
      const { values } = unit
      // Who walks changes too, but one in eight goes on doing so.
      if (unit.walks && chance.is(1 / (8 * HZ))) {
        unit.walks = false
        chance.oneOf(units.filter(({ walks }) => !walks)).walks = true
      }
      if (unit.walks) walk(unit, chance)
      if (chance.is(1 / (15 * HZ))) values.health = Math.max(0, values.health - chance.below(30))
      if (values.health === 0) values.health = 200
      if (chance.is(1 / (10 * HZ)))
        values.score = Math.min(1_000_000, values.score + 10 * (1 + chance.below(200)))
      if (chance.is(1 / (100 * HZ))) values.name = `${chance.oneOf(NAMES)} ${chance.below(1000)}`
      if (chance.is(1 / (5 * HZ))) values.isBusy = !values.isBusy
      if (chance.is(1 / (60 * HZ))) values.team = chance.oneOf(TEAMS)
    }
  }
}

function walk(
  unit: { readonly values: { x: number; y: number }; vx: number; vy: number },
  chance: Chance,
): void {
  const { values } = unit
  if (chance.is(1 / (2 * HZ)) || (unit.vx === 0 && unit.vy === 0)) {
    const direction = chance.from(-Math.PI, Math.PI)
    unit.vx = SPEED * cos(direction)
    unit.vy = SPEED * sin(direction)
  }
  const x = values.x + unit.vx / HZ
  const y = values.y + unit.vy / HZ
  if (x < 0 || x > SIZE) unit.vx = -unit.vx
  else values.x = x
  if (y < 0 || y > SIZE) unit.vy = -unit.vy
  else values.y = y
}
