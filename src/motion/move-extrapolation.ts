import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import type { Kind } from '../game/define-game.ts'
import { MovedCopy } from '../game/moved-copy.ts'
import type { Mover } from '../game/mover.ts'
import { refine } from '../game/quantize.ts'
import { blendRows } from './blend.ts'
import type { Foresight } from './foresight.ts'

/** A copy takes at most this many steps to reach the next state. If that is further off, it begins anew from the state. */
const MOST_STEPS = 64
/** Rows are kept for this many steps past the newest state. */
const KEPT_STEPS = 6

/** Where the moment lies between the two steps around it, 0 to 1. */
const weight = /* @__PURE__ */ new Float64Array(1)

/**
 * Extrapolates another player's entity past its newest state with the game's own `move`, step by step, with the newest input
 * that the snapshots told. Presses are told as not pressed, so the entity finishes what its player has begun, but begins
 * nothing new. The picture of a moment between two steps is blended from both. (Quake 3 predicts only the local player; Rocket
 * League repeats others' inputs in the same way.) Free of allocation after construction.
 */
export class MoveExtrapolation implements Foresight {
  readonly #schema: Kind['schema']
  readonly #stepMs: Ms
  /** Whether the columns of a state are followed by its time in seconds. */
  readonly #hasMoment: boolean
  readonly #copy: MovedCopy
  /** Rows of the copy: the newest state, and the first steps from there. */
  readonly #rows: Int32Array
  #stamp: SubTick = 0
  /** The last two steps of the copy, as numbers that curves can blend. */
  readonly #states: Float64Array
  #last = 0
  /** How many steps the copy has taken from the newest state. */
  #steps = 0
  /** The step at which the copy could no longer be extrapolated. */
  #overAt = Number.POSITIVE_INFINITY
  #isFirst = true

  constructor(kind: Kind, mover: Mover, stepMs: Ms, hasMoment: boolean) {
    const { width } = kind.schema
    this.#schema = kind.schema
    this.#stepMs = stepMs
    this.#hasMoment = hasMoment
    this.#copy = new MovedCopy(kind, mover)
    this.#rows = new Int32Array((1 + KEPT_STEPS) * width)
    this.#states = new Float64Array(2 * width)
  }

  /** Takes the newest state: a row on the grid that every client gets, and its stamp. */
  take(row: Int32Array, offset: number, stamp: SubTick): void {
    const { every, viewed } = this.#schema
    const steps = (stamp - this.#stamp) / SUBTICKS_PER_STEP
    // Only columns that snapshots do not tell have to be carried on from state to state.
    if (!this.#isFirst && viewed.length < every.length)
      this.#catchUp(row, offset, steps <= MOST_STEPS ? steps : 0)
    this.#copy.take(row, offset, stamp)
    this.#stamp = stamp
    this.#isFirst = false
    this.#steps = 0
    this.#overAt = Number.POSITIVE_INFINITY
    this.#keepRow()
  }

  /** Begins with a state of which everything is known, also what clients do not get: see `MovedCopy.takeOver`. */
  begin(row: Int32Array, offset: number, stamp: SubTick): void {
    this.#copy.takeOver(row, offset, stamp)
    this.#isFirst = true
  }

  write(out: Float64Array, reach: Readonly<Float64Array>): void {
    const { width, curves } = this.#schema
    const reachMs = reach[0]!
    const steps = reachMs / this.#stepMs
    if (this.#steps === 0) for (let i = 0; i < width; i++) this.#states[this.#last + i] = out[i]!
    while (this.#steps < steps) this.#step()
    weight[0] = Math.max(0, steps - this.#steps + 1)
    const from = this.#last === 0 ? width : 0
    blendRows(curves, this.#states, from, this.#states, this.#last, weight, out, 0)
    if (this.#hasMoment) out[width]! += reachMs / 1000
  }

  /**
   * Extrapolates the copy to the time of the state in `row`. Steps already taken for the picture are kept if their input was
   * the same.
   */
  #catchUp(row: Int32Array, offset: number, steps: number): void {
    const copy = this.#copy
    const whole = Math.floor(steps)
    // The input told with a state is the input of the step that led to it.
    const alike = whole === steps && this.#hasOtherInput(row, offset) ? whole - 1 : whole
    let at = this.#steps
    if (alike < at) {
      at = Math.max(0, Math.min(alike, KEPT_STEPS))
      const stamp = this.#stamp + at * SUBTICKS_PER_STEP
      copy.takeOver(this.#rows, at * this.#schema.width, stamp)
      copy.isOver = at >= this.#overAt
    }
    while (at < whole) {
      if (++at > alike) copy.hear(row, offset)
      copy.step()
    }
  }

  #hasOtherInput(row: Int32Array, offset: number): boolean {
    const { columns, inputAt, toldInput } = this.#schema
    for (let k = 0; k < toldInput.length; k++) {
      const i = inputAt + toldInput[k]!
      if (refine(columns[i]!, row[offset + i]!) !== this.#rows[i]) return true
    }
    return false
  }

  #keepRow(): void {
    const { width } = this.#schema
    const from = this.#steps * width
    if (this.#steps <= KEPT_STEPS)
      for (let i = 0; i < width; i++) this.#rows[from + i] = this.#copy.row[i]!
  }

  /** Extrapolates the copy by a step. If that fails, the entity stays where it was. */
  #step(): void {
    const { width, moved } = this.#schema
    const copy = this.#copy
    const states = this.#states
    const before = this.#last
    this.#last = before === 0 ? width : 0
    this.#steps++
    copy.step()
    this.#keepRow()
    for (let i = 0; i < width; i++) states[this.#last + i] = states[before + i]!
    if (!copy.isOver) this.#schema.toNumbers(moved, copy.row, 0, states, this.#last)
    else this.#overAt = Math.min(this.#overAt, this.#steps)
  }
}
