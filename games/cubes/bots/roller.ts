import { Random } from 'glissade'
import type { Hands } from '../rules/kinds.ts'
import { UNITS } from '../rules/sizes.ts'

/** A place over the ground, in units. */
interface Spot {
  readonly x: number
  readonly z: number
}

/** What a roller has to know of a cube; a view is one, and so is an entity of the server. */
export interface SeenCube {
  readonly place: Spot
  readonly hue: number
}

/** What a roller keeps in mind from one thought to the next: plain data. */
export interface RollerMemory {
  /** The state of its random numbers. */
  random: number
  goalX: number
  goalZ: number
  /** How long it still tries for this goal, and how long it still rests. */
  goalSeconds: number
  restSeconds: number
}

/** How many cubes a roller looks at before it chooses the nearest of those that have not its colour yet. */
const LOOKS = 10
/** A goal this near counts as reached, and one that takes longer than this is given up. In units, and seconds. */
const REACHED = 0.5 * UNITS
const PATIENCE_SECONDS = 5
/** How far off its way a roller may be along one axis before it holds that key. In units. */
const SLACK = 0.35 * UNITS
/** How often a roller stops to look round when it has reached a goal, and for how long. */
const REST_SHARE = 0.15
const LEAST_REST_SECONDS = 0.3
const MOST_REST_SECONDS = 1.2

/**
 * Rolls a snowball into one cube after the other, like somebody who wants all of them in their own colour. Equal seeds and
 * equal scenes give equal inputs. Thinking allocates nothing.
 */
export class Roller {
  readonly #random: Random
  #goalX = 0
  #goalZ = 0
  #goalSeconds = 0
  #restSeconds = 0

  constructor(seed: number) {
    this.#random = new Random(seed)
  }

  /** A copy of what it keeps in mind. A roller whose memory is set goes on like the one that had it. */
  get memory(): RollerMemory {
    return {
      random: this.#random.state,
      goalX: this.#goalX,
      goalZ: this.#goalZ,
      goalSeconds: this.#goalSeconds,
      restSeconds: this.#restSeconds,
    }
  }

  set memory(memory: RollerMemory) {
    this.#random.state = memory.random
    this.#goalX = memory.goalX
    this.#goalZ = memory.goalZ
    this.#goalSeconds = memory.goalSeconds
    this.#restSeconds = memory.restSeconds
  }

  /** Sets `hands` for the next `dtSeconds` of the snowball at `self`, whose colour is `hue`. */
  think(
    self: Spot,
    hue: number,
    cubes: readonly SeenCube[],
    dtSeconds: number,
    hands: Hands,
  ): void {
    this.#restSeconds -= dtSeconds
    this.#goalSeconds -= dtSeconds
    const isThere = Math.hypot(this.#goalX - self.x, this.#goalZ - self.z) < REACHED
    if (isThere || this.#goalSeconds <= 0) this.#choose(self, hue, cubes)
    const dx = this.#goalX - self.x
    const dz = this.#goalZ - self.z
    const isGoing = this.#restSeconds <= 0
    hands.right = isGoing && dx > SLACK
    hands.left = isGoing && dx < -SLACK
    hands.down = isGoing && dz > SLACK
    hands.up = isGoing && dz < -SLACK
  }

  #choose(self: Spot, hue: number, cubes: readonly SeenCube[]): void {
    this.#goalSeconds = PATIENCE_SECONDS
    const random = this.#random
    if (random.next() < REST_SHARE)
      this.#restSeconds = random.between(LEAST_REST_SECONDS, MOST_REST_SECONDS)
    let least = Number.POSITIVE_INFINITY
    for (let look = 0; look < LOOKS && cubes.length > 0; look++) {
      const cube = cubes[Math.floor(random.next() * cubes.length)]!
      const { x, z } = cube.place
      const away = Math.hypot(x - self.x, z - self.z) * (cube.hue === hue ? 4 : 1)
      if (away < REACHED || away >= least) continue
      least = away
      this.#goalX = x
      this.#goalZ = z
    }
  }
}
