import { angle, cos, number, sin } from 'glissade'
import type { Actor, Cast, SceneKind, Step } from './cast.ts'
import { Chance } from './chance.ts'

const HZ = 20
const RUNNERS = 20
const SIZE = 1024
const RUN = 12
const SHOT = 60

/** Runners who shoot about twice a second; a shot lives for 0.4 to 1.2 s and goes straight on. */
export const projectiles: SceneKind = {
  name: 'projectiles',
  stepHz: HZ,
  entities: {
    runner: {
      x: number({ max: SIZE, step: 1 / 64, velocity: 'vx' }),
      y: number({ max: SIZE, step: 1 / 64, velocity: 'vy' }),
      vx: number({ min: -64, max: 64, step: 1 / 16, curve: 'step' }),
      vy: number({ min: -64, max: 64, step: 1 / 16, curve: 'step' }),
      aim: angle({ bits: 10 }),
    },
    shot: {
      x: number({ max: SIZE, step: 1 / 64, velocity: 'vx' }),
      y: number({ max: SIZE, step: 1 / 64, velocity: 'vy' }),
      vx: number({ min: -64, max: 64, step: 1 / 16, curve: 'step' }),
      vy: number({ min: -64, max: 64, step: 1 / 16, curve: 'step' }),
    },
  },
  begin: shoot,
}

function shoot(cast: Cast, seed: number): Step {
  const chance = new Chance(seed)
  const runners = Array.from({ length: RUNNERS }, () => {
    const values = { x: chance.from(0, SIZE), y: chance.from(0, SIZE), vx: 0, vy: 0, aim: 0 }
    return { values: cast.add('runner', values).values, direction: chance.from(-Math.PI, Math.PI) }
  })
  const shots: { actor: Actor; values: Record<'x' | 'y' | 'vx' | 'vy', number>; left: number }[] =
    []
  const fire = ({ x, y, aim }: Readonly<Record<'x' | 'y' | 'aim', number>>): void => {
    const values = { x, y, vx: SHOT * cos(aim), vy: SHOT * sin(aim) }
    const left = Math.round(chance.from(0.4, 1.2) * HZ)
    shots.push({ actor: cast.add('shot', values), values, left })
  }
  return () => {
    for (let i = shots.length - 1; i >= 0; i--) {
      const shot = shots[i]!
      const { values } = shot
      values.x += values.vx / HZ
      values.y += values.vy / HZ
      const isOut = values.x < 0 || values.x > SIZE || values.y < 0 || values.y > SIZE
      if (--shot.left > 0 && !isOut) continue
      cast.remove(shot.actor)
      shots.splice(i, 1)
    }
    for (const runner of runners) {
      const { values } = runner
      if (chance.is(1 / HZ)) runner.direction = chance.from(-Math.PI, Math.PI)
      values.aim += chance.from(-0.2, 0.2)
      if (chance.is(2 / HZ)) values.aim = chance.from(-Math.PI, Math.PI)
      // Speeds up to where it runs.
      values.vx += (RUN * cos(runner.direction) - values.vx) / 4
      values.vy += (RUN * sin(runner.direction) - values.vy) / 4
      const x = values.x + values.vx / HZ
      const y = values.y + values.vy / HZ
      if (x < 0 || x > SIZE || y < 0 || y > SIZE) runner.direction = chance.from(-Math.PI, Math.PI)
      else Object.assign(values, { x, y })
      if (chance.is(2 / HZ)) fire(values)
    }
  }
}
