import type { Random } from '../../base/random.ts'
import type { Seconds } from '../../base/units.ts'
import type { Motion } from './motion.ts'
import { type Body, drive, sampledMotion } from './sampled-path.ts'

const SPEED = 160
const EDGE = 800

/** Walks in wide curves, and teleports every few seconds. It must not be shown between the two places. */
export const teleporter: Motion = /* @__PURE__ */ sampledMotion({
  name: 'teleporter',
  about: 'walks at 160 units/s and is set 300 units or more away every 2 to 5 s',
  start: (random) => new TeleporterBody(random),
})

class TeleporterBody implements Body {
  x: number
  y: number
  vx = 0
  vy = 0
  teleports = 0
  readonly #random: Random
  #heading: number
  #turn = 0
  #untilTurn: Seconds = 0
  #untilTeleport: Seconds

  constructor(random: Random) {
    this.#random = random
    this.x = random.between(-EDGE, EDGE)
    this.y = random.between(-EDGE, EDGE)
    this.#heading = random.between(-Math.PI, Math.PI)
    this.#untilTeleport = random.between(2, 5)
    drive(this, this.#heading, SPEED, 0)
  }

  advance(dtSeconds: Seconds): void {
    this.#untilTurn -= dtSeconds
    if (this.#untilTurn <= 0) {
      this.#untilTurn = this.#random.between(0.5, 1.5)
      this.#turn = this.#random.between(-1, 1)
    }
    this.#heading += this.#turn * dtSeconds
    drive(this, this.#heading, SPEED, dtSeconds)
    this.#untilTeleport -= dtSeconds
    if (this.#untilTeleport <= 0) this.#teleport()
  }

  #teleport(): void {
    const random = this.#random
    const { x, y } = this
    this.#untilTeleport = random.between(2, 5)
    do {
      this.x = random.between(-EDGE, EDGE)
      this.y = random.between(-EDGE, EDGE)
    } while (Math.hypot(this.x - x, this.y - y) < 300)
    this.#heading = random.between(-Math.PI, Math.PI)
    drive(this, this.#heading, SPEED, 0)
    this.teleports++
  }
}
