import { type Ms, SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import type { Kind } from '../game/define-game.ts'
import { MovedCopy } from '../game/moved-copy.ts'
import type { Mover } from '../game/mover.ts'
import { blendRows } from '../motion/blend.ts'
import { weightHeld } from '../motion/curves.ts'
import type { Foresight } from '../motion/foresight.ts'

/** Longer than this no copy is carried on to the next state: it begins anew with what was told. */
const MOST_STEPS = 64

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
  /** As of the newest state; and carried on from there. */
  readonly #known: MovedCopy
  readonly #ahead: MovedCopy
  readonly #row: Int32Array
  /** The last two steps of that, as numbers that curves can work on. */
  readonly #states: Float64Array
  #last = 0
  /** Steps taken from the newest state on. */
  #steps = 0
  #isFirst = true

  constructor(kind: Kind, mover: Mover, stepMs: Ms, hasMoment: boolean) {
    const { width } = kind.schema
    this.#schema = kind.schema
    this.#stepMs = stepMs
    this.#hasMoment = hasMoment
    this.#known = new MovedCopy(kind, mover)
    this.#ahead = new MovedCopy(kind, mover)
    this.#row = new Int32Array(width)
    this.#states = new Float64Array(2 * width)
  }

  /** Takes the newest state: a row on the grid that everybody gets, and its moment. */
  take(row: Int32Array, offset: number, stamp: SubTick): void {
    const known = this.#known
    const { every, viewed } = this.#schema
    const steps = (stamp - known.stamp) / SUBTICKS_PER_STEP
    // Only what is not told has to be carried on.
    if (!this.#isFirst && viewed.length < every.length && steps <= MOST_STEPS)
      for (let n = 1; n <= steps; n++) known.step()
    known.take(row, offset, stamp)
    this.#isFirst = false
    this.#steps = -1
  }

  write(out: Float64Array): void {
    const { width, curves } = this.#schema
    const reach = this.reachMs / this.#stepMs
    if (this.#steps < 0) {
      this.#ahead.takeFrom(this.#known)
      this.#steps = 0
      for (let i = 0; i < width; i++) this.#states[this.#last + i] = out[i]!
    }
    while (this.#steps < reach) this.#step()
    weightHeld[0] = Math.max(0, reach - this.#steps + 1)
    const from = this.#last === 0 ? width : 0
    blendRows(curves, this.#states, from, this.#states, this.#last, out)
    if (this.#hasMoment) out[width]! += this.reachMs / 1000
  }

  /** Carries the copy on by a step. Where it cannot be, the entity stands where it was. */
  #step(): void {
    const { width, viewed } = this.#schema
    const states = this.#states
    const before = this.#last
    this.#last = before === 0 ? width : 0
    this.#steps++
    this.#ahead.step()
    for (let i = 0; i < width; i++) states[this.#last + i] = states[before + i]!
    if (this.#ahead.isOver) return
    this.#ahead.gather(this.#row)
    this.#schema.toNumbers(viewed, this.#row, 0, states, this.#last)
  }
}
