import type { AnyGame } from '../../game/define-game.ts'
import type { InputOf } from '../../game/parts.ts'
import type { PredictedPresses } from '../../game/predicted-presses.ts'
import type { Holder } from '../../game/schema.ts'
import type { InputRows } from '../../wire/packets/input-packet.ts'

/** How many presses of a field wait for a step. With more, a game would still answer long after the key was released. */
const MOST_WAITING = 4

/**
 * The input object of a session: written in place whenever keys move, sampled once per step. A `flag` counts as held if it
 * was down at any time since the last step; each step takes one `press`, and the others wait for the next step.
 */
export class InputSampler<G extends AnyGame> {
  /** What the game writes. Never replaced. */
  declare readonly face: InputOf<G>
  readonly #schema: AnyGame['inputSchema']
  /** The columns of flags. */
  readonly #flags: number[] = []
  /** What `release` sets: flags, numbers and vectors at their defaults. */
  readonly #rest: Holder = {}
  readonly #held: Record<string, boolean> = {}
  /** How many presses wait for a step; and how often a flag was set since the last one. */
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

  /** Takes input `id` as numbers, with one more of each press that waits and may be counted. Free of allocation. */
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

  /** Forgets what was pressed and what was let go since the last step; what is held stays held. */
  forget(): void {
    for (const name in this.#waiting) this.#waiting[name] = 0
  }

  /** Lets keys and sticks go: flags, presses, numbers and vectors. What is chosen, not held, stays. */
  release(): void {
    this.#schema.assign(this.face, this.#rest)
    this.forget()
  }
}
