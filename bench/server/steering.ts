import { Random } from '../../src/base/random.ts'
import { HEADINGS, type Mover, place, RATE_HZ, SIZE, step } from './movement.ts'

/** A client turns round this far from a wall, so that nobody stands still. */
const MARGIN = 150

/** The inputs of one client: another direction about once a second, back to the middle where a wall comes near. */
export class Steering {
  readonly #random: Random
  /** Where it would be if all its inputs had been used at once. */
  readonly #here: Mover = { x: 0, y: 0, angle: 0 }
  #heading: number

  /** `seed`: equal ones steer alike. */
  constructor(seed: number) {
    this.#random = new Random(seed)
    this.#heading = this.#draw()
    place(this.#here)
  }

  /** The direction of the next step. */
  next(): number {
    if (this.#random.next() < 1 / RATE_HZ) this.#heading = this.#draw()
    if (this.#isLeaving()) this.#heading = this.#homewards()
    step(this.#here, this.#heading)
    return this.#heading
  }

  #draw(): number {
    return this.#random.uint32() % HEADINGS
  }

  #isLeaving(): boolean {
    const { x, y } = this.#here
    return x < MARGIN || y < MARGIN || x > SIZE - MARGIN || y > SIZE - MARGIN
  }

  #homewards(): number {
    const angle = Math.atan2(SIZE / 2 - this.#here.y, SIZE / 2 - this.#here.x)
    return Math.floor(((angle + Math.PI) / (2 * Math.PI)) * HEADINGS) % HEADINGS
  }
}
