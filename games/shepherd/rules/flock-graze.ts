import { cos, sin } from 'glissade'
import { isDue } from 'glissade/parts'
import { CLOVER, type Ground } from './flock-ground.ts'
import type { Seen } from './flock-look.ts'
import { CALM, type Sheep, WALK_SPEED } from './flock-sheep.ts'
import { STEP_HZ } from './steps.ts'

/** How often a second a calm sheep makes up its mind. Its legs move at the rate of steps. */
export const MIND_HZ = 5
/** One thought out of this many makes it walk. The second number applies in clover and in a pen, where it likes to be. */
const THOUGHTS = 56
const THOUGHTS_AT_EASE = 280
/** How many steps it then walks: the first number, and up to the second number more. */
const STROLL_STEPS = 18
const STROLL_MORE = 32
/** A sheep that is pressed more than this makes room for this many steps. In a pen, it puts up with more. */
const PATIENCE = 0.4
const PATIENCE_IN_PEN = 1.7
const ROOM_STEPS = 7
/** A sheep that is pressed equally from all sides stays. Equally means less than this, squared. */
const ALIKE = 0.02
/** A sheep goes back to the others when they are on average this far to one side. */
const OUTSIDE = 24

/** The directions of a walk. */
const WAYS = 16
const WAY_X = Float64Array.from({ length: WAYS }, (_, way) => cos((way * 2 * Math.PI) / WAYS))
const WAY_Y = Float64Array.from({ length: WAYS }, (_, way) => sin((way * 2 * Math.PI) / WAYS))

/** The walks of all sheep as plain data. */
export interface Walks {
  readonly steps: Uint8Array
  readonly wayX: Float64Array
  readonly wayY: Float64Array
}

/** What calm sheep do: they stand and graze, and now and then walk a few steps. */
export class Grazing {
  /** How many steps each sheep still walks, and in which direction. */
  readonly #steps: Uint8Array
  readonly #wayX: Float64Array
  readonly #wayY: Float64Array

  constructor(count: number) {
    this.#steps = new Uint8Array(count)
    this.#wayX = new Float64Array(count)
    this.#wayY = new Float64Array(count)
  }

  save(): Walks {
    return { steps: this.#steps, wayX: this.#wayX, wayY: this.#wayY }
  }

  restore({ steps, wayX, wayY }: Walks): void {
    this.#steps.set(steps)
    this.#wayX.set(wayX)
    this.#wayY.set(wayY)
  }

  /** Everybody stands. */
  stop(): void {
    this.#steps.fill(0)
  }

  /**
   * Where calm sheep want to go in step `tick`, into `wishX` and `wishY` in units per second: 0 for a sheep that
   * stands. Whims come from `seed`, the sheep and the step alone. Free of allocation.
   */
  graze(
    sheep: Sheep,
    seen: Seen,
    ground: Ground,
    seed: number,
    tick: number,
    wishX: Float64Array,
    wishY: Float64Array,
  ): void {
    const { count, alive, fear } = sheep
    const steps = this.#steps
    for (let i = 0; i < count; i++) {
      if (alive[i] === 0) continue
      if (fear[i]! >= CALM) {
        steps[i] = 0
        continue
      }
      if (isDue(tick, STEP_HZ, MIND_HZ, i)) this.#think(sheep, seen, ground, i, whim(seed, i, tick))
      const left = steps[i]!
      if (left > 0) steps[i] = left - 1
      wishX[i] = left > 0 ? WALK_SPEED * this.#wayX[i]! : 0
      wishY[i] = left > 0 ? WALK_SPEED * this.#wayY[i]! : 0
    }
  }

  #think(sheep: Sheep, seen: Seen, ground: Ground, i: number, chance: number): void {
    const patience = sheep.pen[i] === 0 ? PATIENCE : PATIENCE_IN_PEN
    const way = (chance >>> 8) % WAYS
    if (seen.pressure[i]! > patience) {
      const apart = seen.apartX[i]! * seen.apartX[i]! + seen.apartY[i]! * seen.apartY[i]!
      // `apart` is 0 if another animal is in exactly the same place.
      if (apart < ALIKE && apart > 0) return
      this.#steps[i] = ROOM_STEPS
      if (apart > 0) this.#head(i, seen.apartX, seen.apartY)
      else this.#headOn(i, way)
      return
    }
    if (this.#steps[i] !== 0) return
    const tile = ground.tileOf(sheep, i)
    const isAtEase = sheep.pen[i] !== 0 || ground.zone[tile] === CLOVER
    if (chance % (isAtEase ? THOUGHTS_AT_EASE : THOUGHTS) !== 0) return
    this.#steps[i] = STROLL_STEPS + ((chance >>> 12) % STROLL_MORE)
    const outside = seen.x[i]! * seen.x[i]! + seen.y[i]! * seen.y[i]!
    const goesBack = !isAtEase && outside > (OUTSIDE * seen.count[i]!) ** 2
    if (goesBack) this.#head(i, seen.x, seen.y)
    else this.#headOn(i, way)
    // No sheep walks into a wall, or by chance into a gate when it is inside.
    const led = this.#wayX[i]! * ground.leadX[tile]! + this.#wayY[i]! * ground.leadY[tile]!
    if (led >= 0) return
    this.#wayX[i] = -this.#wayX[i]!
    this.#wayY[i] = -this.#wayY[i]!
  }

  /** Goes in the direction in these columns. They are columns, because V8 boxes fractional arguments. */
  #head(i: number, x: Float64Array, y: Float64Array): void {
    const length = Math.sqrt(x[i]! * x[i]! + y[i]! * y[i]!)
    this.#wayX[i] = x[i]! / length
    this.#wayY[i] = y[i]! / length
  }

  #headOn(i: number, way: number): void {
    this.#wayX[i] = WAY_X[way]!
    this.#wayY[i] = WAY_Y[way]!
  }
}

/** A number of 20 bits that looks random and is the same whenever it is asked for. */
function whim(seed: number, sheep: number, tick: number): number {
  let h =
    Math.imul(seed ^ Math.imul(sheep + 1, 0x9e3779b1), 0x85ebca6b) ^ Math.imul(tick, 0xc2b2ae35)
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d)
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39)
  return (h ^ (h >>> 15)) >>> 12
}
