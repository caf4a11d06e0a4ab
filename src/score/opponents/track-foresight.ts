import { WAY } from '../../base/horizons.ts'
import type { Ms } from '../../base/units.ts'
import type { Foresight } from '../../motion/foresight.ts'
import { INPUT_WIDTH, type Move } from '../motions/motion.ts'

/** Where a track has what it shows; the first four are as in a state. */
export const COLUMN = { x: 0, y: 1, vx: 2, vy: 3, tracer: 4, tracerRate: 5 } as const
/** Numbers in a sample of a track. */
export const COLUMNS = 6
/**
 * The tracer is stored in hundredths, so that it does not decide over the easing of the places: there the largest
 * offset does, and 64 units end it. A lag of 100 ms is one unit.
 */
export const TRACER_SCALE = 0.01

/** Steps of a game, whatever the path was made of. */
const STEP_MS: Ms = 1000 / 60
const PLACES = COLUMN.tracer

/** Where a `move` leads from one state with one input: a step at a time, straight lines between the steps. */
export class MovedOn {
  readonly #move: Move
  readonly #input = new Float64Array(INPUT_WIDTH)
  readonly #start = new Float64Array(PLACES)
  /** The states before and after the step of the moment asked for, and how many steps lead to the second. */
  readonly #before = new Float64Array(PLACES)
  readonly #after = new Float64Array(PLACES)
  #steps = 0

  constructor(move: Move) {
    this.#move = move
  }

  /** Starts from the state found in `states` from `at` on, with the input found in `inputs`. */
  begin(states: Float64Array, at: number, inputs: Float64Array, inputAt: number): void {
    for (let i = 0; i < PLACES; i++) this.#start[i] = states[at + i]!
    for (let i = 0; i < INPUT_WIDTH; i++) this.#input[i] = inputs[inputAt + i]!
    this.#rewind()
  }

  /** Writes what is `reachMs` past the start, above 0, to the first columns of `out`. */
  write(reachMs: Ms, out: Float64Array): void {
    // Without rounding's last bit, or whole steps would now and then cost one more.
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

/** What extrapolates an entity of a `TrackPlayer` where its curves do not: it rests, or its `move` runs on. */
export class TrackForesight implements Foresight {
  /** One of `WAY`. */
  way: number = WAY.rest
  readonly #moved: MovedOn | undefined

  /** `move`: what moves the entity, if anything does. */
  constructor(move: Move | undefined) {
    this.#moved = move && new MovedOn(move)
  }

  /** Tells the newest state and its input; see `MovedOn`. */
  begin(states: Float64Array, at: number, inputs: Float64Array, inputAt: number): void {
    this.#moved?.begin(states, at, inputs, inputAt)
  }

  write(out: Float64Array, reach: Readonly<Float64Array>): void {
    const reachMs = reach[0]!
    if (this.way === WAY.move) this.#moved?.write(reachMs, out)
    // It is extrapolated where the entity is at that moment, so the moment moves on, whether or not the entity does.
    out[COLUMN.tracer]! += reachMs * TRACER_SCALE
  }
}
