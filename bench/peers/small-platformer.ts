/** The player of a tile platformer as small as one can be: what the replay of inputs is measured with. */
export interface Hopper {
  x: number
  y: number
  vx: number
  vy: number
  grounded: boolean
}

/** What is pressed in one step. */
export interface HopperInput {
  readonly left: boolean
  readonly right: boolean
  readonly jump: boolean
}

/** Inputs that are on their way when the server's state arrives: half a second at 60 Hz. */
export const REPLAYED = 30
/** The number of the first of them. */
export const FIRST_REPLAYED = 41
/** The step of the simulation, in seconds. */
export const STEP_SECONDS = 1 / 60

const TILE = 16
const WIDTH = 64
const HEIGHT = 16
const HALF = 6
const RUN = 1800
const MOST_SPEED = 240
const FRICTION = 0.8
const GRAVITY = 1400
const JUMP = -520
const MOST_FALL = 600

/** A floor, walls at both ends, and steps to stand on. */
const solid = new Uint8Array(WIDTH * HEIGHT)
for (let column = 0; column < WIDTH; column++) {
  solid[(HEIGHT - 1) * WIDTH + column] = 1
  if (column % 7 === 3) solid[(HEIGHT - 3) * WIDTH + column] = 1
}
for (let row = 0; row < HEIGHT; row++) {
  solid[row * WIDTH] = 1
  solid[row * WIDTH + WIDTH - 1] = 1
}

function isSolid(x: number, y: number): boolean {
  const column = Math.floor(x / TILE)
  const row = Math.floor(y / TILE)
  if (column < 0 || column >= WIDTH || row >= HEIGHT) return true
  return row >= 0 && solid[row * WIDTH + column] === 1
}

/** One step: pure, changes `hopper` alone. */
export function stepHopper(hopper: Hopper, input: HopperInput, dtSeconds: number): void {
  const push = (input.right ? 1 : 0) - (input.left ? 1 : 0)
  if (push === 0) hopper.vx *= FRICTION
  else hopper.vx += push * RUN * dtSeconds
  hopper.vx = Math.max(-MOST_SPEED, Math.min(MOST_SPEED, hopper.vx))
  if (input.jump && hopper.grounded) hopper.vy = JUMP
  hopper.vy = Math.min(MOST_FALL, hopper.vy + GRAVITY * dtSeconds)

  const x = hopper.x + hopper.vx * dtSeconds
  const side = x + Math.sign(hopper.vx) * HALF
  if (isSolid(side, hopper.y - HALF + 1) || isSolid(side, hopper.y + HALF - 1)) hopper.vx = 0
  else hopper.x = x

  const y = hopper.y + hopper.vy * dtSeconds
  const end = y + Math.sign(hopper.vy) * HALF
  hopper.grounded = false
  if (isSolid(hopper.x - HALF + 1, end) || isSolid(hopper.x + HALF - 1, end)) {
    hopper.grounded = hopper.vy > 0
    hopper.vy = 0
  } else hopper.y = y
}

/** A hopper in the middle, standing on the floor. */
export function newHopper(): Hopper {
  return { x: 500, y: (HEIGHT - 1) * TILE - HALF - 1, vx: 0, vy: 0, grounded: true }
}

/** What is pressed in step `n`: to and fro, with a jump now and then. */
export function inputOf(n: number): HopperInput {
  const phase = n % 80
  return { left: phase >= 40 && phase < 75, right: phase < 35, jump: n % 23 < 3 }
}
