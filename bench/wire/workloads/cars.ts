import { angle, cos, number, sin } from 'glissade'
import type { Actor, Cast, SceneKind, Step } from './cast.ts'
import { Chance } from './chance.ts'

const HZ = 20
const COUNT = 60
const SIZE = 2048
const MOST_SPEED = 40
const MOST_TURN = 1.5
const MOST_ACCELERATION = 8

interface Car extends Actor {
  readonly values: { x: number; y: number; heading: number; speed: number }
  turn: number
  acceleration: number
}

/** Cars that go where they point. Each keeps its rate of turn and its acceleration for a second or so. */
export const turning: SceneKind = {
  name: 'turning',
  stepHz: HZ,
  entities: {
    car: {
      x: number({ max: SIZE, step: 1 / 64 }),
      y: number({ max: SIZE, step: 1 / 64 }),
      heading: angle({ bits: 10 }),
      speed: number({ max: MOST_SPEED, step: 1 / 16 }),
    },
  },
  begin: drive,
}

function drive(cast: Cast, seed: number): Step {
  const chance = new Chance(seed)
  const cars = Array.from({ length: COUNT }, (): Car => {
    const values = {
      x: chance.from(0, SIZE),
      y: chance.from(0, SIZE),
      heading: chance.from(-Math.PI, Math.PI),
      speed: chance.from(5, MOST_SPEED),
    }
    return Object.assign(cast.add('car', values), { turn: 0, acceleration: 0 })
  })
  return () => {
    for (const car of cars) {
      const { values } = car
      if (chance.is(1 / HZ)) car.turn = chance.is(0.4) ? 0 : chance.from(-MOST_TURN, MOST_TURN)
      if (chance.is(1 / HZ)) car.acceleration = chance.from(-MOST_ACCELERATION, MOST_ACCELERATION)
      values.speed = Math.min(Math.max(values.speed + car.acceleration / HZ, 0), MOST_SPEED)
      values.heading += car.turn / HZ
      if (values.heading >= Math.PI) values.heading -= 2 * Math.PI
      if (values.heading < -Math.PI) values.heading += 2 * Math.PI
      const x = values.x + (values.speed * cos(values.heading)) / HZ
      const y = values.y + (values.speed * sin(values.heading)) / HZ
      if (x < 0 || x > SIZE || y < 0 || y > SIZE) values.heading -= Math.sign(values.heading) * 3
      values.x = Math.min(Math.max(x, 0), SIZE)
      values.y = Math.min(Math.max(y, 0), SIZE)
    }
  }
}
