import type { Random } from '../../base/random.ts'
import type { Seconds } from '../../base/units.ts'
import { INPUT_WIDTH, type Motion } from './motion.ts'
import { type Body, sampledMotion } from './sampled-path.ts'

const ACCELERATION = 4000
const EDGE = 900

/** Stands, dashes somewhere, and stands again. It must not be shown gliding at rest, or starting late. */
export const stopAndGo: Motion = /* @__PURE__ */ sampledMotion({
  name: 'stop-and-go',
  about: 'stands 0.4 to 1.8 s, then dashes 0.3 to 1 s at 300 to 600 units/s (4000 units/s²)',
  move,
  start: (random) => new StopAndGoBody(random),
})

/** One step of the game: the velocity approaches the wanted one, which is the input. */
function move(
  state: Float64Array,
  inputs: ArrayLike<number>,
  at: number,
  dtSeconds: Seconds,
): void {
  const x = inputs[at]! - state[2]!
  const y = inputs[at + 1]! - state[3]!
  const left = Math.hypot(x, y)
  const share = left > 0 ? Math.min(1, (ACCELERATION * dtSeconds) / left) : 0
  state[0]! += (state[2]! + (x * share) / 2) * dtSeconds
  state[1]! += (state[3]! + (y * share) / 2) * dtSeconds
  state[2]! += x * share
  state[3]! += y * share
}

class StopAndGoBody implements Body {
  x: number
  y: number
  vx = 0
  vy = 0
  readonly input: Float64Array = new Float64Array(INPUT_WIDTH)
  readonly #random: Random
  #heading = 0
  #speed = 0
  #wantedSpeed = 0
  #untilDecision: Seconds

  constructor(random: Random) {
    this.#random = random
    this.x = random.between(-EDGE, EDGE)
    this.y = random.between(-EDGE, EDGE)
    this.#untilDecision = random.between(0.4, 1.8)
  }

  advance(dtSeconds: Seconds): void {
    this.#untilDecision -= dtSeconds
    if (this.#untilDecision <= 0) {
      this.#decide()
      this.input[0] = this.#wantedSpeed * Math.cos(this.#heading)
      this.input[1] = this.#wantedSpeed * Math.sin(this.#heading)
    }
    const most = ACCELERATION * dtSeconds
    const change = Math.min(Math.max(this.#wantedSpeed - this.#speed, -most), most)
    const mean = this.#speed + change / 2
    this.#speed += change
    const cos = Math.cos(this.#heading)
    const sin = Math.sin(this.#heading)
    this.x += mean * cos * dtSeconds
    this.y += mean * sin * dtSeconds
    this.vx = this.#speed * cos
    this.vy = this.#speed * sin
  }

  #decide(): void {
    const random = this.#random
    if (this.#wantedSpeed > 0) {
      this.#wantedSpeed = 0
      this.#untilDecision = random.between(0.4, 1.8)
      return
    }
    this.#wantedSpeed = random.between(300, 600)
    this.#untilDecision = random.between(0.3, 1)
    const isOutside = Math.abs(this.x) > EDGE || Math.abs(this.y) > EDGE
    this.#heading = isOutside ? Math.atan2(-this.y, -this.x) : random.between(-Math.PI, Math.PI)
  }
}
