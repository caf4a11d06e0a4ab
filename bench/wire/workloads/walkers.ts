import { cos, number, sin } from 'glissade'
import type { Cast, SceneKind, Step } from './cast.ts'
import { Chance } from './chance.ts'

const HZ = 20
const COUNT = 100
const SIZE = 1024
/** Units a second. */
const SPEED = 6

/** Walkers who tell their velocity, and start and stop from one step to the next. */
export const stopAndGo: SceneKind = {
  name: 'stop and go',
  stepHz: HZ,
  entities: {
    walker: {
      x: number({ max: SIZE, step: 1 / 64, velocity: 'vx' }),
      y: number({ max: SIZE, step: 1 / 64, velocity: 'vy' }),
      vx: number({ min: -8, max: 8, step: 1 / 64, curve: 'step' }),
      vy: number({ min: -8, max: 8, step: 1 / 64, curve: 'step' }),
    },
  },
  begin: walk,
}

function walk(cast: Cast, seed: number): Step {
  const chance = new Chance(seed)
  const walkers = Array.from({ length: COUNT }, () => {
    return cast.add('walker', { x: chance.from(0, SIZE), y: chance.from(0, SIZE), vx: 0, vy: 0 })
  })
  return () => {
    for (const { values } of walkers) {
      const isWalking = values.vx !== 0 || values.vy !== 0
      if (isWalking && chance.is(1 / HZ)) {
        values.vx = 0
        values.vy = 0
      } else if (!isWalking && chance.is(1 / HZ)) {
        const direction = chance.from(-Math.PI, Math.PI)
        values.vx = SPEED * cos(direction)
        values.vy = SPEED * sin(direction)
      }
      const x = values.x + values.vx / HZ
      const y = values.y + values.vy / HZ
      if (x < 0 || x > SIZE) values.vx = -values.vx
      else values.x = x
      if (y < 0 || y > SIZE) values.vy = -values.vy
      else values.y = y
    }
  }
}
