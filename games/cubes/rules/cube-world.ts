import RAPIER, {
  type Collider,
  type RigidBody,
  type World,
} from '@dimforge/rapier3d-deterministic-compat'
import { CEILING, CUBE, FIELD, GRAVITY, RADIUS } from './sizes.ts'

await RAPIER.init()

/** Steps per second, the same as the game's. */
export const PHYSICS_HZ = 60
const DENSITY = 300
const FRICTION = 0.8
const BALL_FRICTION = 0.1
/** Shares of their speed that cubes lose in a second. */
const DAMPING = 0.5
const TURN_DAMPING = 2.5
/** Speeds that nothing exceeds, in metres and radians per second. */
const MOST_SPEED = 12
const MOST_TURN = 18

/** Numbers of a cube in `states`: x y z in metres, the rotation x y z w, and the velocity in metres per second. */
export const STATE_WIDTH = 10

/** The physics of a room as plain data. */
export interface SavedCubeWorld {
  /** All that Rapier knows: bodies, contacts and who sleeps. Handles stay the same. */
  readonly engine: Uint8Array
  readonly states: Float64Array
  /** The handles of the snowballs' bodies, by the snowballs' numbers. */
  readonly balls: ReadonlyMap<number, number>
}

/**
 * The cubes and the snowballs of a room in Rapier, in metres. Snowballs are kinematic: they go where the game says. Equal
 * calls give equal states on every machine. WebAssembly keeps the memory of a world, so call `free` at its end.
 */
export class CubeWorld {
  /** `STATE_WIDTH` numbers of each cube, after the last step. */
  readonly states: Float64Array
  /** The cubes that moved in the last step, and how many of them there are. */
  readonly moving: Int32Array
  movingCount = 0
  /** Called for each cube that a snowball began to touch in the last step. */
  onTouch: (cube: number, ball: number) => void = () => {}
  readonly #world: World
  readonly #events = new RAPIER.EventQueue(true)
  readonly #cubes: RigidBody[] = []
  readonly #starts: Float64Array
  readonly #cubeOf = new Map<number, number>()
  readonly #balls = new Map<number, { readonly body: RigidBody; readonly collider: Collider }>()
  readonly #ballOf = new Map<number, number>()
  readonly #vector = { x: 0, y: 0, z: 0 }
  readonly #turn = { x: 0, y: 0, z: 0, w: 1 }

  /** `starts`: x y z of each cube's middle. All cubes begin at rest. `saved`: goes on from what `save` returned instead. */
  constructor(starts: Float64Array, saved?: SavedCubeWorld) {
    this.#starts = starts
    const count = starts.length / 3
    this.states = saved?.states ?? new Float64Array(count * STATE_WIDTH)
    this.moving = new Int32Array(count)
    this.#world = saved
      ? RAPIER.World.restoreSnapshot(saved.engine)
      : new RAPIER.World({ x: 0, y: -GRAVITY, z: 0 })
    this.#world.timestep = 1 / PHYSICS_HZ
    if (saved) this.#find(saved.balls)
    else this.#build(count)
  }

  /** Returns everything, as plain data. Equal steps of a world that is made of it give equal states. */
  save(): SavedCubeWorld {
    const balls = new Map<number, number>()
    for (const [ball, { body }] of this.#balls) balls.set(ball, body.handle)
    return { engine: this.#world.takeSnapshot(), states: this.states, balls }
  }

  /** Adds a snowball with its middle at a place. */
  addBall(ball: number, x: number, y: number, z: number): void {
    const body = this.#world.createRigidBody(
      RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(x, y, z),
    )
    const shape = RAPIER.ColliderDesc.ball(RADIUS)
      .setFriction(BALL_FRICTION)
      .setActiveEvents(RAPIER.ActiveEvents.COLLISION_EVENTS)
    const collider = this.#world.createCollider(shape, body)
    this.#noteBall(ball, body, collider)
  }

  /** Says where a snowball is after the next step. */
  rollBall(ball: number, x: number, y: number, z: number): void {
    const to = this.#vector
    to.x = x
    to.y = y
    to.z = z
    this.#balls.get(ball)?.body.setNextKinematicTranslation(to)
  }

  removeBall(ball: number): void {
    const known = this.#balls.get(ball)
    if (!known) return
    this.#balls.delete(ball)
    this.#ballOf.delete(known.collider.handle)
    this.#world.removeRigidBody(known.body)
  }

  /** One step. Afterwards `states`, `moving` and `movingCount` are new. */
  step(): void {
    this.#world.step(this.#events)
    this.#events.drainCollisionEvents(this.#collided)
    this.movingCount = 0
    this.#world.forEachActiveRigidBody(this.#read)
  }

  /** Gives the memory back. Nothing may be called afterwards. */
  free(): void {
    this.#events.free()
    this.#world.free()
  }

  readonly #collided = (a: number, b: number, isStart: boolean): void => {
    if (!isStart) return
    const ball = this.#ballOf.get(a) ?? this.#ballOf.get(b)
    const cube = this.#cubeOf.get(a) ?? this.#cubeOf.get(b)
    if (ball !== undefined && cube !== undefined) this.onTouch(cube, ball)
  }

  readonly #read = (body: RigidBody): void => {
    const n = body.userData as number | undefined
    if (n === undefined) return
    const at = n * STATE_WIDTH
    const { states } = this
    const place = body.translation(this.#vector)
    if (isOutside(place)) {
      this.#putBack(body, n)
      return
    }
    states[at] = place.x
    states[at + 1] = place.y
    states[at + 2] = place.z
    const turn = body.rotation(this.#turn)
    states[at + 3] = turn.x
    states[at + 4] = turn.y
    states[at + 5] = turn.z
    states[at + 6] = turn.w
    const spin = body.angvel(this.#vector)
    const spinning = Math.hypot(spin.x, spin.y, spin.z)
    if (spinning > MOST_TURN) body.setAngvel(scale(spin, MOST_TURN / spinning), false)
    const speed = body.linvel(this.#vector)
    const going = Math.hypot(speed.x, speed.y, speed.z)
    if (going > MOST_SPEED) body.setLinvel(scale(speed, MOST_SPEED / going), false)
    states[at + 7] = speed.x
    states[at + 8] = speed.y
    states[at + 9] = speed.z
    this.moving[this.movingCount++] = n
  }

  #putBack(body: RigidBody, n: number): void {
    const [x, y, z] = this.#starts.subarray(3 * n, 3 * n + 3)
    body.setTranslation({ x: x!, y: y! + 2, z: z! }, true)
    body.setLinvel({ x: 0, y: 0, z: 0 }, true)
  }

  /** Finds the cubes and the snowballs in a restored world. The cubes were made first, and all of them are still there. */
  #find(balls: ReadonlyMap<number, number>): void {
    this.#world.forEachRigidBody((body) => {
      if (body.isDynamic()) this.#noteCube(body, body.collider(0))
    })
    for (const [ball, handle] of balls) {
      const body = this.#world.getRigidBody(handle)
      this.#noteBall(ball, body, body.collider(0))
    }
  }

  #noteBall(ball: number, body: RigidBody, collider: Collider): void {
    this.#balls.set(ball, { body, collider })
    this.#ballOf.set(collider.handle, ball)
  }

  #noteCube(body: RigidBody, collider: Collider): void {
    const n = this.#cubes.length
    body.userData = n
    this.#cubes.push(body)
    this.#cubeOf.set(collider.handle, n)
  }

  #build(count: number): void {
    this.#addWalls()
    for (let n = 0; n < count; n++) this.#addCube(n)
    // The first step finds the contacts, and a new contact wakes what it touches.
    this.#world.step()
    for (const body of this.#cubes) {
      body.setLinvel(this.#vector, false)
      body.setAngvel(this.#vector, false)
      body.sleep()
    }
  }

  #addWalls(): void {
    const add = (hx: number, hy: number, hz: number, x: number, y: number, z: number) =>
      this.#world.createCollider(
        RAPIER.ColliderDesc.cuboid(hx, hy, hz).setTranslation(x, y, z).setFriction(FRICTION),
      )
    const out = FIELD + 1
    add(out + 1, 1, out + 1, 0, -1, 0)
    for (const side of [-1, 1]) {
      add(1, CEILING, out + 1, side * out, CEILING, 0)
      add(out + 1, CEILING, 1, 0, CEILING, side * out)
    }
  }

  #addCube(n: number): void {
    const [x, y, z] = this.#starts.subarray(3 * n, 3 * n + 3)
    const body = this.#world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(x!, y!, z!)
        .setLinearDamping(DAMPING)
        .setAngularDamping(TURN_DAMPING)
        .setSleeping(true),
    )
    const half = CUBE / 2
    const shape = RAPIER.ColliderDesc.cuboid(half, half, half)
      .setDensity(DENSITY)
      .setFriction(FRICTION)
    const collider = this.#world.createCollider(shape, body)
    this.#noteCube(body, collider)
    this.states.set([x!, y!, z!, 0, 0, 0, 1, 0, 0, 0], n * STATE_WIDTH)
  }
}

/** Whether something has been squeezed through the ground or a wall. */
function isOutside({ x, y, z }: { x: number; y: number; z: number }): boolean {
  return !(y > -1 && y < CEILING && Math.abs(x) < FIELD && Math.abs(z) < FIELD)
}

function scale(vector: { x: number; y: number; z: number }, by: number): typeof vector {
  vector.x *= by
  vector.y *= by
  vector.z *= by
  return vector
}
