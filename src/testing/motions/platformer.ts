import type { Random } from '../../base/random.ts'
import type { Seconds } from '../../base/units.ts'
import type { Motion } from './motion.ts'
import { type Body, sampledMotion } from './sampled-path.ts'

const RUN = 320
const ACCELERATION = 2400
const GRAVITY = 2000
const JUMP = 660
const STEP_HEIGHT = 32
const STEPS = 4
/** Beyond this it runs back. */
const EDGE = 900

/** A hero of a platform game: sharp turns, full jumps, hard landings. What straight lines show worst. */
export const platformer: Motion = /* @__PURE__ */ sampledMotion({
  name: 'platformer',
  about:
    'runs at 320 units/s (2400 units/s²), turns or stops about once a second, jumps at 660 units/s every 1.2 s or so onto steps of different height',
  start: (random) => new PlatformerBody(random),
})

/** y grows downwards, as on a screen. Gravity and the speeds of running are exact between the samples. */
class PlatformerBody implements Body {
  x: number
  y = 0
  vx = 0
  vy = 0
  readonly #random: Random
  #wanted = 0
  #untilTurn: Seconds = 0
  #untilJump: Seconds
  #floor = 0
  #isInAir = false

  constructor(random: Random) {
    this.#random = random
    this.x = random.between(-EDGE, EDGE)
    this.#untilJump = random.between(0, 1.2)
  }

  advance(dtSeconds: Seconds): void {
    this.#decide(dtSeconds)
    this.#run(dtSeconds)
    if (this.#isInAir) this.#fall(dtSeconds)
    this.#untilJump -= dtSeconds
    if (!this.#isInAir && this.#untilJump <= 0) this.#jump()
  }

  #decide(dtSeconds: Seconds): void {
    this.#untilTurn -= dtSeconds
    if (this.#untilTurn > 0) return
    const random = this.#random
    this.#untilTurn = random.between(0.5, 1.5)
    const isStop = random.next() < 0.25 && this.#wanted !== 0
    const side = this.#wanted !== 0 ? -Math.sign(this.#wanted) : random.next() < 0.5 ? -1 : 1
    this.#wanted = isStop ? 0 : RUN * side
    if (Math.abs(this.x) > EDGE) this.#wanted = -RUN * Math.sign(this.x)
  }

  #run(dtSeconds: Seconds): void {
    const most = ACCELERATION * dtSeconds
    const change = Math.min(Math.max(this.#wanted - this.vx, -most), most)
    this.x += (this.vx + change / 2) * dtSeconds
    this.vx += change
  }

  #fall(dtSeconds: Seconds): void {
    this.y += (this.vy + (GRAVITY * dtSeconds) / 2) * dtSeconds
    this.vy += GRAVITY * dtSeconds
    if (this.vy <= 0 || this.y < this.#floor) return
    this.y = this.#floor
    this.vy = 0
    this.#isInAir = false
  }

  #jump(): void {
    const random = this.#random
    this.#isInAir = true
    this.vy = -JUMP
    this.#untilJump = random.between(0.9, 1.5)
    const step = Math.round(-this.#floor / STEP_HEIGHT) + Math.floor(random.between(-1, 2))
    this.#floor = -STEP_HEIGHT * Math.min(Math.max(step, 0), STEPS)
  }
}
