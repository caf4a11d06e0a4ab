import { SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import type { Kind } from './define-game.ts'
import type { Mover } from './mover.ts'
import { refine } from './quantize.ts'
import { type Holder, TELEPORTS } from './schema.ts'

/**
 * A copy of an entity that the game's `move` extrapolates beyond the newest state received, with the input received. Fields
 * that are not sent (`own`, `hidden`) keep the values from the copy's own steps: timers that restarted with each state would be
 * wrong more often than timers that go on. Both ends have such copies. Clients show them, and the server measures how far ahead
 * they are accurate. Free of allocation after construction.
 */
export class MovedCopy {
  /** The moment of its state. */
  stamp: SubTick = 0
  /** Whether the entity cannot be extrapolated further, because `move` teleported it or threw. */
  isOver = false
  readonly #kind: Kind
  readonly #mover: Mover
  readonly #state: Holder
  readonly #input: Holder
  /** Its numbers as its owner would get them, followed by the input. Texts are as they were received. */
  readonly row: Int32Array

  /** `move` must move `kind`. One `mover` serves many copies; nobody hears the events that it raises. */
  constructor(kind: Kind, mover: Mover) {
    const { schema } = kind
    this.#kind = kind
    this.#mover = mover
    this.#state = schema.create()
    this.#input = schema.input!.create()
    this.row = new Int32Array(schema.width)
    schema.gather(this.#state, this.row, 0, null)
  }

  /** Starts from the state received for `stamp`: a row on the grid that everybody gets. */
  take(row: Int32Array, offset: number, stamp: SubTick): void {
    const { schema } = this.#kind
    const { columns, viewed } = schema
    for (let k = 0; k < viewed.length; k++) {
      const i = viewed[k]!
      this.row[i] = refine(columns[i]!, row[offset + i]!)
    }
    schema.scatter(this.row, 0, this.#state, viewed)
    this.hear(row, offset)
    this.stamp = stamp
    this.isOver = false
  }

  /** Reads only the input of such a row: the one that moved the entity in its last step before that state. */
  hear(row: Int32Array, offset: number): void {
    const { columns, input, inputAt, toldInput } = this.#kind.schema
    for (let k = 0; k < toldInput.length; k++) {
      const i = inputAt + toldInput[k]!
      this.row[i] = refine(columns[i]!, row[offset + i]!)
    }
    input!.scatter(this.row, inputAt, this.#input, toldInput)
  }

  /** Starts from a state that this copy, or another of its kind, had in its `row` at `stamp`. The input stays as it is. */
  takeOver(row: Int32Array, offset: number, stamp: SubTick): void {
    const { every } = this.#kind.schema
    for (let k = 0; k < every.length; k++) this.row[every[k]!] = row[offset + every[k]!]!
    this.#kind.schema.scatter(this.row, 0, this.#state)
    this.stamp = stamp
    this.isOver = false
  }

  /** Extrapolates by one step. Does nothing once `isOver`. */
  step(): void {
    if (this.isOver) return
    const { schema } = this.#kind
    const state = this.#state
    const teleports = state[TELEPORTS]
    const stamp = this.stamp + SUBTICKS_PER_STEP
    this.#mover.begin(0, 0, stamp, true)
    try {
      this.#mover.move(this.#kind, schema, state, 0, this.#input, this.row)
    } catch {
      // The error is reported where the step counts: on the server, and where the owner predicts it.
      this.isOver = true
    }
    if (state[TELEPORTS] !== teleports) this.isOver = true
    this.stamp = stamp
  }
}
