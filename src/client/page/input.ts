import type { AnyGame } from '../../game/define-game.ts'
import type { InputOf } from '../../game/parts.ts'
import type { PredictedPresses } from '../../game/predicted-presses.ts'
import type { Holder } from '../../game/schema.ts'
import type { InputRows } from '../../wire/packets/input-packet.ts'

/** Most presses of a field that wait for a step. With more, the game would react long after the key was released. */
const MOST_WAITING = 4

/**
 * The input object of a session. The page writes to it in place whenever keys move, and each step samples it. A `flag` counts
 * as held if it was down at any time since the last step. Each step takes one `press`, and the others wait for the next step.
 */
export class InputSampler<G extends AnyGame> {
  /** The object that the game writes to. Never replaced. */
  declare readonly face: InputOf<G>
  readonly #schema: AnyGame['inputSchema']
  /** The columns of flags. */
  readonly #flags: number[] = []
  /** What `release` sets: flags, numbers and vectors at their defaults. */
  readonly #rest: Holder = {}
  readonly #held: Record<string, boolean> = {}
  /** By field: how many presses wait for a step, or how often a flag was set since the last step, up to `MOST_WAITING`. */
  readonly #waiting: Record<string, number> = {}

  constructor(game: G) {
    const schema = game.inputSchema
    const defaults = schema.create()
    const face = schema.create()
    for (const name of schema.names) {
      const type = game.definition.input[name].type as string
      if (['flag', 'number', 'vec2'].includes(type)) this.#rest[name] = defaults[name]
      const isFlag = type === 'flag'
      if (isFlag) this.#flags.push(schema.columns.findIndex((c) => c.name === name))
      else if (type !== 'press') continue
      this.#held[name] = false
      this.#waiting[name] = 0
      Object.defineProperty(face, name, {
        enumerable: true,
        get: () => (isFlag ? this.#held[name] : this.#waiting[name]! > 0),
        set: (down: boolean) => {
          this.#held[name] = !!down
          if (down) this.#waiting[name] = Math.min(this.#waiting[name]! + 1, MOST_WAITING)
        },
      })
    }
    this.#schema = schema
    this.face = face as InputOf<G>
  }

  /** Writes input `id` to `to` as numbers, with one more of each press that waits and may be counted. Free of allocation. */
  sample(to: InputRows, id: number, presses: PredictedPresses | undefined): void {
    const schema = this.#schema
    const offset = to.offsetOf(id)
    schema.gather(this.face, to.row, offset, null)
    for (const i of this.#flags) {
      const name = schema.columns[i]!.name as string
      if (this.#waiting[name]! > 0) to.row[offset + i] = 1
      this.#waiting[name] = 0
    }
    presses?.count(id, this.#waiting)
  }

  /** Forgets presses, and flags that were set and released, since the last step. Held keys stay held. */
  forget(): void {
    for (const name in this.#waiting) this.#waiting[name] = 0
  }

  /** Releases keys and sticks: flags, presses, numbers and vectors. Fields that are chosen, not held, keep their values. */
  release(): void {
    this.#schema.assign(this.face, this.#rest)
    this.forget()
  }
}
