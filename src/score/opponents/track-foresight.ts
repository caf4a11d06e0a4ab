import { WAY } from '../../base/horizons.ts'
import type { Ms } from '../../base/units.ts'
import type { Foresight } from '../../motion/foresight.ts'
import { INPUT_WIDTH, type Move } from '../motions/motion.ts'

/** The columns of a track. The first four are as in a state. */
export const COLUMN = { x: 0, y: 1, vx: 2, vy: 3, tracer: 4, tracerRate: 5 } as const
/** How many numbers a sample of a track has. */
export const COLUMNS = 6
/**
 * The tracer is stored in units of 100 ms, so that it does not decide the easing of the places: the largest offset decides
 * that, and one of over 64 units would end it.
 */
export const TRACER_SCALE = 0.01

/** The step of a game, independent of how the path was made. */
const STEP_MS: Ms = 1000 / 60
const PLACES = COLUMN.tracer

/** Runs a `move` from one state with one input, a step at a time, with straight lines between the steps. */
export class MovedOn {
  readonly #move: Move
  readonly #input = new Float64Array(INPUT_WIDTH)
  readonly #start = new Float64Array(PLACES)
  /** The states before and after the step that contains the last moment, and how many steps lead to the second state. */
  readonly #before = new Float64Array(PLACES)
  readonly #after = new Float64Array(PLACES)
  #steps = 0

  constructor(move: Move) {
    this.#move = move
  }

  /** Starts from the state in `states` from `at` on, with the input in `inputs` from `inputAt` on. */
  begin(states: Float64Array, at: number, inputs: Float64Array, inputAt: number): void {
    for (let i = 0; i < PLACES; i++) this.#start[i] = states[at + i]!
    for (let i = 0; i < INPUT_WIDTH; i++) this.#input[i] = inputs[inputAt + i]!
    this.#rewind()
  }

  /** Writes the state `reachMs` past the start, above 0, to the first columns of `out`. */
  write(reachMs: Ms, out: Float64Array): void {
    // Ignore rounding errors, or whole steps would now and then cost one more.
    const steps = Math.ceil(reachMs / STEP_MS - 1e-9)
    if (steps < this.#steps) this.#rewind()
    for (; this.#steps < steps; this.#steps++) {
      this.#before.set(this.#after)
      this.#move(this.#after, this.#input, 0, STEP_MS / 1000)
    }
    const share = 1 - steps + reachMs / STEP_MS
    for (let i = 0; i < PLACES; i++) {
      const from = this.#before[i]!
      out[i] = from + (this.#after[i]! - from) * share
    }
  }

  #rewind(): void {
    this.#before.set(this.#start)
    this.#after.set(this.#start)
    this.#steps = 0
  }
}

/** Extrapolates an entity of a `TrackPlayer` that does not go by its curves: it rests, or its `move` runs on. */
export class TrackForesight implements Foresight {
  /** One of `WAY`. */
  way: number = WAY.rest
  readonly #moved: MovedOn | undefined

  /** `move`: the rule that moves the entity, if any. */
  constructor(move: Move | undefined) {
    this.#moved = move && new MovedOn(move)
  }

  /** Takes the newest state and its input; see `MovedOn.begin`. */
  begin(states: Float64Array, at: number, inputs: Float64Array, inputAt: number): void {
    this.#moved?.begin(states, at, inputs, inputAt)
  }

  write(out: Float64Array, reach: Readonly<Float64Array>): void {
    const reachMs = reach[0]!
    if (this.way === WAY.move) this.#moved?.write(reachMs, out)
    // The moment on display moves on, whether or not the entity does.
    out[COLUMN.tracer]! += reachMs * TRACER_SCALE
  }
}
