import { cos, quat, sin, vec3 } from 'glissade'
import type { Cast, SceneKind, Step } from './cast.ts'
import { Chance } from './chance.ts'

const HZ = 20
const COUNT = 80
const HALF = 32
const GRAVITY = 20
/** A bounce keeps this much of the speed; below the least speed a body falls asleep. */
const KEPT = 0.6
const LEAST = 1.5

interface Xyz {
  [part: string]: number
  x: number
  y: number
  z: number
}

interface Xyzw extends Xyz {
  w: number
}

/** Bodies that are thrown, bounce, tumble, and sleep for a while. */
export const tumbling: SceneKind = {
  name: '3D + quaternion',
  stepHz: HZ,
  entities: {
    body: {
      position: vec3({ min: -HALF, max: HALF, step: 1 / 256, velocity: 'velocity' }),
      velocity: vec3({ min: -HALF, max: HALF, step: 1 / 32, curve: 'step' }),
      rotation: quat({ bits: 11 }),
    },
  },
  begin: tumble,
}

function tumble(cast: Cast, seed: number): Step {
  const chance = new Chance(seed)
  const bodies = Array.from({ length: COUNT }, () => {
    const values = {
      position: { x: chance.from(-HALF, HALF), y: 0, z: chance.from(-HALF, HALF) } as Xyz,
      velocity: { x: 0, y: 0, z: 0 } as Xyz,
      rotation: { x: 0, y: 0, z: 0, w: 1 } as Xyzw,
    }
    cast.add('body', values)
    return { ...values, spin: { x: 0, y: 0, z: 0 } as Xyz, sleeps: chance.from(0, 2) }
  })
  return () => {
    for (const body of bodies) {
      if (body.sleeps > 0) {
        body.sleeps -= 1 / HZ
        if (body.sleeps <= 0) throwUp(body, chance)
        continue
      }
      fly(body, chance)
    }
  }
}

interface Body {
  readonly position: Xyz
  readonly velocity: Xyz
  readonly rotation: Xyzw
  readonly spin: Xyz
  sleeps: number
}

function throwUp({ velocity, spin }: Body, chance: Chance): void {
  Object.assign(velocity, {
    x: chance.from(-8, 8),
    y: chance.from(8, 20),
    z: chance.from(-8, 8),
  })
  for (const part of ['x', 'y', 'z'] as const) spin[part] = chance.from(-5, 5)
}

function fly(body: Body, chance: Chance): void {
  const { position, velocity, rotation, spin } = body
  velocity.y -= GRAVITY / HZ
  for (const part of ['x', 'y', 'z'] as const) position[part] += velocity[part] / HZ
  for (const part of ['x', 'z'] as const)
    if (Math.abs(position[part]) > HALF) {
      position[part] = Math.sign(position[part]) * (2 * HALF - Math.abs(position[part]))
      velocity[part] = -velocity[part]
    }
  turn(rotation, spin)
  if (position.y >= 0) return
  position.y = 0
  velocity.y = -velocity.y * KEPT
  velocity.x *= KEPT
  velocity.z *= KEPT
  for (const part of ['x', 'y', 'z'] as const) spin[part] = spin[part] * KEPT + chance.from(-1, 1)
  if (velocity.y > LEAST) return
  Object.assign(velocity, { x: 0, y: 0, z: 0 })
  body.sleeps = chance.from(0.5, 4)
}

/** Turns a rotation on by a spin in radians a second, for one step. */
function turn(rotation: Xyzw, spin: Xyz): void {
  const rate = Math.sqrt(spin.x * spin.x + spin.y * spin.y + spin.z * spin.z)
  if (rate === 0) return
  const half = rate / HZ / 2
  const k = sin(half) / rate
  const [ax, ay, az, aw] = [spin.x * k, spin.y * k, spin.z * k, cos(half)]
  const { x, y, z, w } = rotation
  const to = {
    x: aw * x + ax * w + ay * z - az * y,
    y: aw * y - ax * z + ay * w + az * x,
    z: aw * z + ax * y - ay * x + az * w,
    w: aw * w - ax * x - ay * y - az * z,
  }
  const length = Math.sqrt(to.x * to.x + to.y * to.y + to.z * to.z + to.w * to.w)
  Object.assign(rotation, {
    x: to.x / length,
    y: to.y / length,
    z: to.z / length,
    w: to.w / length,
  })
}
