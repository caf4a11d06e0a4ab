import type { Random } from '../../base/random.ts'
import type { Seconds } from '../../base/units.ts'
import { INPUT_WIDTH, type Motion } from './motion.ts'
import { type Body, sampledMotion } from './sampled-path.ts'

const RUN = 320
const ACCELERATION = 2400
const GRAVITY = 2000
const JUMP = 660
const STEP_HEIGHT = 32
const STEPS = 4
/** Where an input has the wanted speed, and the level's height of the floor under the runner. */
const WANTED = 0
const FLOOR = 1
/** Beyond this distance from the middle the runner turns back. */
const EDGE = 900

/** The hero of a platform game, with sharp turns, full jumps and hard landings. Straight lines show it worst. */
export const platformer: Motion = /* @__PURE__ */ sampledMotion({
  name: 'platformer',
  about:
    'runs at 320 units/s, accelerates at 2400 units/s², turns or stops about once a second, and jumps at 660 units/s about every 1.2 s onto steps of different heights',
  move,
  start: (random) => new PlatformerBody(random),
})

/**
 * One step of the game: the hero runs towards the wanted speed and, in the air, falls onto the floor. A jump is a speed upwards
 * in the state, so the input needs no press. y grows downwards, as on a screen. Gravity and running speeds are exact.
 */
function move(
  state: Float64Array,
  inputs: ArrayLike<number>,
  at: number,
  dtSeconds: Seconds,
): void {
  const most = ACCELERATION * dtSeconds
  const change = Math.min(Math.max(inputs[at + WANTED]! - state[2]!, -most), most)
  state[0]! += (state[2]! + change / 2) * dtSeconds
  state[2]! += change
  const floor = inputs[at + FLOOR]!
  if (state[3] === 0 && state[1] === floor) return
  state[1]! += (state[3]! + (GRAVITY * dtSeconds) / 2) * dtSeconds
  state[3]! += GRAVITY * dtSeconds
  if (state[3]! <= 0 || state[1]! < floor) return
  state[1] = floor
  state[3] = 0
}

/** Decides as a player would, and moves by `move`. */
class PlatformerBody implements Body {
  readonly input: Float64Array = new Float64Array(INPUT_WIDTH)
  readonly #state = new Float64Array(4)
  readonly #random: Random
  #untilTurn: Seconds = 0
  #untilJump: Seconds

  constructor(random: Random) {
    this.#random = random
    this.#state[0] = random.between(-EDGE, EDGE)
    this.#untilJump = random.between(0, 1.2)
  }

  get x(): number {
    return this.#state[0]!
  }

  get y(): number {
    return this.#state[1]!
  }

  get vx(): number {
    return this.#state[2]!
  }

  get vy(): number {
    return this.#state[3]!
  }

  advance(dtSeconds: Seconds): void {
    this.#decide(dtSeconds)
    move(this.#state, this.input, 0, dtSeconds)
    this.#untilJump -= dtSeconds
    const isOnFloor = this.vy === 0 && this.y === this.input[FLOOR]
    if (isOnFloor && this.#untilJump <= 0) this.#jump()
  }

  #decide(dtSeconds: Seconds): void {
    this.#untilTurn -= dtSeconds
    if (this.#untilTurn > 0) return
    const random = this.#random
    const wanted = this.input[WANTED]!
    this.#untilTurn = random.between(0.5, 1.5)
    const isStop = random.next() < 0.25 && wanted !== 0
    const side = wanted !== 0 ? -Math.sign(wanted) : random.next() < 0.5 ? -1 : 1
    this.input[WANTED] = isStop ? 0 : RUN * side
    if (Math.abs(this.x) > EDGE) this.input[WANTED] = -RUN * Math.sign(this.x)
  }

  #jump(): void {
    const random = this.#random
    this.#state[3] = -JUMP
    this.#untilJump = random.between(0.9, 1.5)
    const step = Math.round(-this.input[FLOOR]! / STEP_HEIGHT) + Math.floor(random.between(-1, 2))
    this.input[FLOOR] = -STEP_HEIGHT * Math.min(Math.max(step, 0), STEPS)
  }
}
