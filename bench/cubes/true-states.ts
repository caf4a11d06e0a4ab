import { STATE_WIDTH } from '../../games/cubes/rules/cube-world.ts'
import { CUBES } from '../../games/cubes/rules/sizes.ts'
import { normalize } from '../../src/motion/curves.ts'

/** How many steps are remembered, over two seconds of them. */
const STEPS = 128
const WIDTH = CUBES * STATE_WIDTH

/** What the physics of a room has computed in the last steps, unrounded. A cube moves evenly from step to step. */
export class TrueStates {
  readonly #stepMs: number
  readonly #states = new Float64Array(STEPS * WIDTH)
  #newest = -1

  constructor(stepMs: number) {
    this.#stepMs = stepMs
  }

  /** The states after the last step. */
  get newest(): Float64Array {
    const at = (this.#newest % STEPS) * WIDTH
    return this.#states.subarray(at, at + WIDTH)
  }

  /** Notes the states after the step `tick`. */
  note(tick: number, states: Float64Array): void {
    this.#newest = tick
    this.#states.set(states, (tick % STEPS) * WIDTH)
  }

  /** Whether the states around `timeMs` are remembered. */
  knows(timeMs: number): boolean {
    const step = Math.floor(timeMs / this.#stepMs)
    return step > Math.max(this.#newest - STEPS, 0) && step < this.#newest
  }

  /**
   * Writes where the cube `n` truly was at `timeMs` to `out`: x y z in metres, then the rotation x y z w. Returns how fast its
   * middle moved in that step, in metres per second.
   */
  at(timeMs: number, n: number, out: Float64Array): number {
    const step = Math.floor(timeMs / this.#stepMs)
    const alpha = timeMs / this.#stepMs - step
    const states = this.#states
    const a = (step % STEPS) * WIDTH + n * STATE_WIDTH
    const b = ((step + 1) % STEPS) * WIDTH + n * STATE_WIDTH
    let cosine = 0
    for (let i = 3; i < 7; i++) cosine += states[a + i]! * states[b + i]!
    const sign = cosine < 0 ? -1 : 1
    let square = 0
    for (let i = 0; i < 7; i++) {
      const from = states[a + i]! * (i < 3 ? 1 : sign)
      const to = states[b + i]!
      if (i < 3) square += (to - from) * (to - from)
      out[i] = from + alpha * (to - from)
    }
    normalize(out, 3)
    return (Math.sqrt(square) * 1000) / this.#stepMs
  }
}
