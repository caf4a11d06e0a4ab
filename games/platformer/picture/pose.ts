import { RUN_SPEED } from '../rules/physics.ts'

/** The speed, in pixels a second, at which a player walks outright: it neither stands nor runs. */
export const WALK_SPEED = 60
/** How long a pose on the ground takes to become the pose in the air, and back. */
export const AIR_BLEND_SECONDS = 0.08

/** The weight of each of the three gaits at a moment. The sum is 1. */
export interface Gait {
  idle: number
  walk: number
  run: number
}

/**
 * Writes into `out` how a speed, in pixels a second, is made of standing, walking and running, without jumps or kinks.
 */
export function gaitAt(speed: number, out: Gait): void {
  const walk = smooth(speed / WALK_SPEED)
  out.run = smooth((speed - WALK_SPEED) / (RUN_SPEED - WALK_SPEED))
  out.walk = walk - out.run
  out.idle = 1 - walk
}

/** The place of a foot from the middle between the feet, and its turn. */
interface Foot {
  x: number
  y: number
  turn: number
}

/** What a pose needs to know of a player. */
interface Motion {
  readonly vx: number
  readonly vy: number
  readonly grounded: boolean
}

/**
 * How a player holds itself, blended by its speed. Each gait says where the feet are, and a pose is the mean of all
 * gaits by their weights, so that nothing ever switches. The stride follows the distance covered and not time, so feet
 * do not slide. The pose knows nothing of any renderer. It faces right, and is mirrored for the left.
 */
export class Pose {
  readonly gait: Gait = { idle: 1, walk: 0, run: 0 }
  /** From 0, on the ground, to 1, in the air. */
  air = 0
  /** The phase of the stride, in radians. */
  stride = 0
  readonly left: Foot = { x: -3.2, y: 0, turn: 0 }
  readonly right: Foot = { x: 3.2, y: 0, turn: 0 }
  /** Radians by which the body leans in its direction. */
  lean = 0
  /** How high the body bobs, in pixels; never below the feet. */
  bob = 0
  /** How far an arm swings, in radians. */
  swing = 0
  /** What breathing and falling add to the height, as a share of it. */
  stretch = 0
  #seconds: number

  /** `seconds`: where its breath begins, so that the players do not all breathe in time. */
  constructor(seconds = 0) {
    this.#seconds = seconds
  }

  /** Moves on by a frame. Allocates nothing. */
  update(motion: Motion, dtSeconds: number): void {
    const { gait } = this
    const speed = Math.abs(motion.vx)
    this.#seconds += dtSeconds
    gaitAt(speed, gait)
    const change = dtSeconds / AIR_BLEND_SECONDS
    this.air = motion.grounded ? Math.max(this.air - change, 0) : Math.min(this.air + change, 1)
    const land = 1 - this.air
    // The stride is longer at a higher speed.
    this.stride += (speed * dtSeconds * land) / (6.2 + 3 * gait.run)
    const rise = Math.max(-1, Math.min(-motion.vy / 200, 1))
    this.#step(this.left, -1, this.stride, rise)
    this.#step(this.right, 1, this.stride + Math.PI, rise)
    const tempo = motion.vx / RUN_SPEED
    this.lean = Math.max(-0.24, Math.min(tempo * (0.1 + 0.06 * this.air), 0.24))
    this.bob = -Math.abs(Math.sin(this.stride)) * (0.7 * gait.walk + 1.8 * gait.run) * land
    this.swing =
      Math.sin(this.stride) * (0.35 * gait.walk + 0.8 * gait.run) * land - this.air * (0.9 + rise)
    const breath = Math.sin(this.#seconds * 3) * 0.018 * gait.idle * land
    this.stretch = breath + this.air * Math.min(Math.abs(motion.vy) / 420, 1) * 0.14
  }

  #step(foot: Foot, side: number, stride: number, rise: number): void {
    const { idle, walk, run } = this.gait
    const { air } = this
    const land = 1 - air
    const home = side * 3.2
    const forth = Math.sin(stride)
    const up = Math.max(Math.cos(stride), 0)
    const x = idle * home + walk * (home * 0.6 + forth * 3) + run * (home * 0.35 + forth * 5.4)
    const y = -up * (1.9 * walk + 3.6 * run)
    const turn = -forth * (0.18 * walk + 0.4 * run)
    // In the air, the feet hang apart. The front one is drawn up while the player rises.
    const tuck = side > 0 ? -0.4 - 1.6 * Math.max(rise, 0) : 0.6
    foot.x = land * x + air * (home + side * 1.5)
    foot.y = land * y + air * tuck
    foot.turn = land * turn + air * (side > 0 ? -0.3 : 0.4)
  }
}

/** From 0 to 1 and level at both ends. */
function smooth(x: number): number {
  const at = Math.max(0, Math.min(x, 1))
  return at * at * (3 - 2 * at)
}
