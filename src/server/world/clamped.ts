import type { ClampFunction, Kind } from '../../game/define-game.ts'
import { getNumber, setNumber } from '../../game/quantize.ts'
import type { Holder, Schema } from '../../game/schema.ts'
import type { Hooks } from './hooks.ts'

/** Applies a kind's `clamp` to extrapolated states, as clients show them. Allocates nothing after construction. */
export class Clamped {
  readonly #hooks: Hooks
  readonly #schema: Schema
  readonly #clamp: ClampFunction
  readonly #positions: Int32Array
  readonly #object: Holder
  readonly #numbers: Float64Array

  /** `positions`: the columns that move. */
  constructor({ schema }: Kind, clamp: ClampFunction, positions: Int32Array, hooks: Hooks) {
    this.#hooks = hooks
    this.#schema = schema
    this.#clamp = clamp
    this.#positions = positions
    this.#object = schema.create()
    this.#numbers = new Float64Array(schema.width)
  }

  /**
   * Shortens `ways` to what the game's `clamp` allows. `ways`: how far each position is extrapolated to go from the state
   * whose row begins at `from`. A `clamp` that fails shortens nothing more.
   */
  shorten(ways: Float64Array, rows: Int32Array, from: number): void {
    const schema = this.#schema
    const { columns, viewed } = schema
    const positions = this.#positions
    const numbers = this.#numbers
    const object = this.#object
    schema.coarseToNumbers(rows, from, numbers, 0)
    for (let k = 0; k < positions.length; k++) {
      const i = positions[k]!
      const at = numbers[i]!
      numbers[i] = at + ways[k]!
      ways[k] = at
    }
    for (let k = 0; k < viewed.length; k++)
      setNumber(columns[viewed[k]!]!, object, numbers, viewed[k]!)
    try {
      this.#hooks.settleInLoop('clamp', null, this.#clamp(object))
    } catch (error) {
      this.#hooks.inLoop('clamp', null, error)
    }
    for (let k = 0; k < positions.length; k++) {
      const i = positions[k]!
      getNumber(columns[i]!, object, numbers, i)
      ways[k] = numbers[i]! - ways[k]!
    }
  }
}
