import type { Random } from '../../base/random.ts'
import type { Seconds } from '../../base/units.ts'
import type { Motion } from './motion.ts'
import { type Body, drive, sampledMotion } from './sampled-path.ts'

const TOP_SPEED = 700
const SLOWEST = 150
const MOST_THRUST = 500
/** How fast the driver changes thrust and steering, per second. */
const THRUST_RATE = 12000
const STEERING_RATE = 10
/** The share of the remaining steering that the driver does per second, and the thrust per missing unit/s of speed. */
const STEERING_GAIN = 8
const THRUST_GAIN = 2.5
/** The most sideways acceleration, in units/s². */
const GRIP = 900
/** The fastest turn, in radians per second, however slow the car drives. */
const MOST_TURN = 2
/** Beyond this distance from the middle the car turns back. */
const FAR = 3000

/** A fast, heavy and smooth car. Straight lines and constant speeds show it well. */
export const vehicle: Motion = /* @__PURE__ */ sampledMotion({
  name: 'vehicle',
  about:
    'drives at 150 to 700 units/s, accelerates at up to 500 units/s², corners at up to 900 units/s², and steers smoothly',
  between: 'cubic',
  visibleError: 2,
  start: (random) => new VehicleBody(random),
})

class VehicleBody implements Body {
  x: number
  y: number
  vx = 0
  vy = 0
  readonly #random: Random
  #heading: number
  #speed = 400
  #thrust = 0
  #turn = 0
  #wantedSpeed = 400
  #wantedTurn = 0
  #untilDecision: Seconds = 0

  constructor(random: Random) {
    this.#random = random
    this.x = random.between(-800, 800)
    this.y = random.between(-800, 800)
    this.#heading = random.between(-Math.PI, Math.PI)
    drive(this, this.#heading, this.#speed, 0)
  }

  advance(dtSeconds: Seconds): void {
    this.#decide(dtSeconds)
    this.#push(dtSeconds)
    drive(this, this.#heading, this.#speed, dtSeconds)
  }

  #decide(dtSeconds: Seconds): void {
    this.#untilDecision -= dtSeconds
    if (this.#untilDecision > 0) return
    const random = this.#random
    this.#untilDecision = random.between(0.8, 2.4)
    this.#wantedSpeed = random.between(SLOWEST, TOP_SPEED)
    this.#wantedTurn = random.next() < 0.3 ? 0 : random.between(-MOST_TURN, MOST_TURN)
    // The side on which the middle lies.
    const side = Math.sign(this.y * this.vx - this.x * this.vy)
    if (Math.hypot(this.x, this.y) > FAR) this.#wantedTurn = -side * Math.abs(this.#wantedTurn)
  }

  #push(dtSeconds: Seconds): void {
    // The driver releases the pedal in time to reach the wanted speed without a jerk.
    const thrust = clamp((this.#wantedSpeed - this.#speed) * THRUST_GAIN, MOST_THRUST)
    this.#thrust += clamp(thrust - this.#thrust, THRUST_RATE * dtSeconds)
    this.#speed += this.#thrust * dtSeconds
    const turn = clamp(this.#wantedTurn, Math.min(MOST_TURN, GRIP / this.#speed))
    const before = this.#turn
    this.#turn += clamp((turn - before) * STEERING_GAIN * dtSeconds, STEERING_RATE * dtSeconds)
    this.#heading += ((before + this.#turn) / 2) * dtSeconds
  }
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, -most), most)
}
