import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import type { Kind } from '../game/define-game.ts'
import { MovedCopy } from '../game/moved-copy.ts'
import type { Mover } from '../game/mover.ts'
import { refine } from '../game/schema.ts'
import { blendRows } from '../motion/blend.ts'
import { weightHeld } from '../motion/curves.ts'
import type { Foresight } from '../motion/foresight.ts'

/** Longer than this no copy is carried on to the next state: it begins anew with what was told. */
const MOST_STEPS = 64
/** Of so many steps from the newest state on it is kept what became of them. */
const KEPT_STEPS = 6

/**
 * Carries another player's entity on past its newest state: by the game's own `move`, step by step, with the newest input
 * that the snapshots told. A press is told as not pressed, so what a player has done is foreseen to its end, and what a
 * player will do next is not. Between two steps the picture lies on the way from one to the other. (Quake 3 predicts only
 * the local player; Rocket League repeats others' inputs in the same way.) Free of allocation after construction.
 */
export class Foreseen implements Foresight {
  reachMs: Ms = 0
  readonly #schema: Kind['schema']
  readonly #stepMs: Ms
  /** Whether its columns are followed by the moment that they are of, in seconds. */
  readonly #hasMoment: boolean
  /** What nobody else is told: that has to be carried on from state to state. */
  readonly #untold: Int32Array
  /** Carried on from the newest state, which is the first of the rows; behind it is what became of the steps from there. */
  readonly #copy: MovedCopy
  readonly #rows: Int32Array
  #stamp: SubTick = 0
  /** The copy's last two steps, as numbers that curves can work on. */
  readonly #states: Float64Array
  #last = 0
  /** Steps that the copy has taken from the newest state on; -1: it has not been set there. */
  #steps = -1
  /** With which of them that was over. */
  #overAt = Number.POSITIVE_INFINITY
  #isFirst = true

  constructor(kind: Kind, mover: Mover, stepMs: Ms, hasMoment: boolean) {
    const { every, viewed, width } = kind.schema
    this.#schema = kind.schema
    this.#stepMs = stepMs
    this.#hasMoment = hasMoment
    this.#untold = every.filter((i) => !viewed.includes(i))
    this.#copy = new MovedCopy(kind, mover)
    this.#rows = new Int32Array((1 + KEPT_STEPS) * width)
    this.#rows.set(this.#copy.row)
    this.#states = new Float64Array(2 * width)
  }

  /** Takes the newest state: a row on the grid that everybody gets, and its moment. */
  take(row: Int32Array, offset: number, stamp: SubTick): void {
    const rows = this.#rows
    const { columns, inputAt, toldInput, viewed } = this.#schema
    const steps = (stamp - this.#stamp) / SUBTICKS_PER_STEP
    if (!this.#isFirst && steps >= 1 && steps <= MOST_STEPS && this.#untold.length > 0)
      this.#catchUp(row, offset, steps)
    for (let k = 0; k < viewed.length; k++) {
      const i = viewed[k]!
      rows[i] = refine(columns[i]!, row[offset + i]!)
    }
    for (let k = 0; k < toldInput.length; k++) {
      const i = inputAt + toldInput[k]!
      rows[i] = refine(columns[i]!, row[offset + i]!)
    }
    this.#stamp = stamp
    this.#isFirst = false
    this.#steps = -1
    this.#overAt = Number.POSITIVE_INFINITY
  }

  write(out: Float64Array): void {
    const { width, curves } = this.#schema
    const reach = this.reachMs / this.#stepMs
    if (this.#steps < 0) {
      this.#setTo(0)
      this.#steps = 0
      for (let i = 0; i < width; i++) this.#states[this.#last + i] = out[i]!
    }
    while (this.#steps < reach) this.#step()
    weightHeld[0] = Math.max(0, reach - this.#steps + 1)
    const from = this.#last === 0 ? width : 0
    blendRows(curves, this.#states, from, this.#states, this.#last, out)
    if (this.#hasMoment) out[width]! += this.reachMs / 1000
  }

  /**
   * Carries what is not told on by `steps`, from the newest state to the one in `row`. Most of these steps have been taken,
   * because they were shown.
   */
  #catchUp(row: Int32Array, offset: number, steps: number): void {
    const copy = this.#copy
    const whole = Math.floor(steps)
    // The input told with a state is that of the step that led to it.
    const alike = whole === steps && this.#hasOtherInput(row, offset) ? whole - 1 : whole
    let at = Math.min(alike, Math.max(0, this.#steps))
    if (at === whole && at <= KEPT_STEPS) return this.#keepUntold(this.#rows, at)
    if (at !== this.#steps) {
      at = Math.min(at, KEPT_STEPS)
      this.#setTo(at)
    }
    while (at < whole) {
      if (++at > alike) copy.hear(row, offset)
      copy.step()
    }
    this.#keepUntold(copy.row, 0)
  }

  #hasOtherInput(row: Int32Array, offset: number): boolean {
    const { columns, inputAt, toldInput } = this.#schema
    for (let k = 0; k < toldInput.length; k++) {
      const i = inputAt + toldInput[k]!
      if (refine(columns[i]!, row[offset + i]!) !== this.#rows[i]) return true
    }
    return false
  }

  /** Takes what is not told over into the newest state, from the row at place `at` of `rows`. */
  #keepUntold(rows: Int32Array, at: number): void {
    const untold = this.#untold
    const from = at * this.#schema.width
    for (let k = 0; k < untold.length; k++) this.#rows[untold[k]!] = rows[from + untold[k]!]!
  }

  /** Sets the copy to the newest state, or to where it was some steps from there. */
  #setTo(steps: number): void {
    const stamp = this.#stamp + steps * SUBTICKS_PER_STEP
    this.#copy.takeOver(this.#rows, steps * this.#schema.width, stamp)
    this.#copy.isOver = steps >= this.#overAt
  }

  /** Carries the copy on by a step. Where it cannot be, the entity stands where it was. */
  #step(): void {
    const { width, moved } = this.#schema
    const copy = this.#copy
    const states = this.#states
    const before = this.#last
    this.#last = before === 0 ? width : 0
    const steps = ++this.#steps
    copy.step()
    if (steps <= KEPT_STEPS && this.#untold.length > 0)
      for (let i = 0; i < width; i++) this.#rows[steps * width + i] = copy.row[i]!
    for (let i = 0; i < width; i++) states[this.#last + i] = states[before + i]!
    if (!copy.isOver) this.#schema.toNumbers(moved, copy.row, 0, states, this.#last)
    else if (this.#overAt > steps) this.#overAt = steps
  }
}
