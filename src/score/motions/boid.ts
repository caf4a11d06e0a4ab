import type { Random } from '../../base/random.ts'
import type { Seconds } from '../../base/units.ts'
import type { Motion } from './motion.ts'
import { type Body, drive, sampledMotion } from './sampled-path.ts'

const SPEED = 180
const SPEED_SWING = 60

/** A boid of a swirling swarm. It never moves straight and never turns sharply. */
export const boid: Motion = /* @__PURE__ */ sampledMotion({
  name: 'boid',
  about: 'swirls at 120 to 240 units/s, in turns that last some seconds and vary in tightness',
  between: 'cubic',
  visibleError: 2,
  start: (random) => new BoidBody(random),
})

/** Speed and rate of turning are slow waves of time. */
class BoidBody implements Body {
  x: number
  y: number
  vx = 0
  vy = 0
  readonly #side: number
  readonly #turn: Wave
  readonly #wobble: Wave
  readonly #pace: Wave
  #heading: number
  #seconds: Seconds = 0

  constructor(random: Random) {
    this.x = random.between(-300, 300)
    this.y = random.between(-300, 300)
    this.#heading = random.between(-Math.PI, Math.PI)
    this.#side = random.next() < 0.5 ? -1 : 1
    this.#turn = new Wave(random, 3, 5)
    this.#wobble = new Wave(random, 1.4, 2.2)
    this.#pace = new Wave(random, 2.5, 4.5)
    drive(this, this.#heading, this.#speed(), 0)
  }

  advance(dtSeconds: Seconds): void {
    // Use the turn rate at half time, so that the heading is right to the second order.
    this.#seconds += dtSeconds / 2
    this.#heading += this.#turnRate() * dtSeconds
    this.#seconds += dtSeconds / 2
    drive(this, this.#heading, this.#speed(), dtSeconds)
  }

  /** Returns the turn rate in radians per second: 2 on average, at most 4.6. */
  #turnRate(): number {
    const t = this.#seconds
    return this.#side * (2 + 1.6 * this.#turn.at(t) + this.#wobble.at(t))
  }

  #speed(): number {
    return SPEED + SPEED_SWING * this.#pace.at(this.#seconds)
  }
}

/** A sine with a random period of `least` to `most` seconds and a random phase. */
class Wave {
  readonly #rate: number
  readonly #phase: number

  constructor(random: Random, least: Seconds, most: Seconds) {
    this.#rate = (2 * Math.PI) / random.between(least, most)
    this.#phase = random.between(0, 2 * Math.PI)
  }

  at(seconds: Seconds): number {
    return Math.sin(this.#rate * seconds + this.#phase)
  }
}
