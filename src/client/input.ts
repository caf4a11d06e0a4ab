import type { AnyGame } from '../game/define-game.ts'
import type { InputOf } from '../game/parts.ts'
import type { PredictedPresses } from '../game/predicted-presses.ts'
import type { Holder } from '../game/schema.ts'
import type { InputRows } from '../wire/input-packet.ts'

/** How many presses of a field wait for a step. With more, a game would still answer long after the key was released. */
const MOST_WAITING = 4

/**
 * The input object of a session: written in place whenever keys move, sampled once per step. A `flag` counts as held if it
 * was down at any time since the last step; each step takes one `press`, and the others wait for the next step.
 */
export class InputSampler<G extends AnyGame> {
  /** What the game writes. Never replaced. */
  declare readonly face: InputOf<G>
  readonly #holder: Holder
  readonly #schema: AnyGame['inputSchema']
  readonly #flags: string[] = []
  readonly #presses: string[] = []
  readonly #plain: string[] = []
  readonly #sticks: string[] = []
  /** Everything at its default. */
  readonly #rest: Holder
  readonly #held: Record<string, boolean> = {}
  /** How many presses wait for a step; and how often a flag was set since the last one. */
  readonly #waiting: Record<string, number> = {}

  constructor(game: G) {
    this.#schema = game.inputSchema
    this.#holder = game.inputSchema.create()
    this.#rest = game.inputSchema.create()
    const face: Holder = {}
    for (const name of game.inputSchema.names) {
      const type = game.definition.input[name].type as string
      if (type !== 'flag' && type !== 'press') {
        this.#plain.push(name)
        face[name] = this.#holder[name]
        if (type === 'number' || type === 'vec2') this.#sticks.push(name)
        continue
      }
      const isFlag = type === 'flag'
      ;(isFlag ? this.#flags : this.#presses).push(name)
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
    this.face = face as InputOf<G>
  }

  /** Takes input `id` as numbers, with one more of each press that waits and may be counted. Free of allocation. */
  sample(to: InputRows, id: number, presses: PredictedPresses | undefined): void {
    const holder = this.#holder
    for (const name of this.#flags) {
      holder[name] = this.#held[name] || this.#waiting[name]! > 0
      this.#waiting[name] = 0
    }
    for (const name of this.#plain) holder[name] = (this.face as Holder)[name]
    this.#schema.gather(holder, to.row, to.offsetOf(id), null)
    presses?.count(id, this.#waiting)
  }

  /** Forgets what was pressed and what was let go since the last step; what is held stays held. */
  forget(): void {
    for (const name of this.#flags) this.#waiting[name] = 0
    this.#forgetPresses()
  }

  /** Lets keys and sticks go: flags, presses, numbers and vectors. What is chosen, not held, stays. */
  release(): void {
    for (const name of this.#flags) this.#held[name] = false
    this.#forgetPresses()
    for (const name of this.#sticks) {
      const value = this.#rest[name]
      const face = this.face as Holder
      if (typeof value === 'object') Object.assign(face[name] as object, value)
      else face[name] = value
    }
  }

  #forgetPresses(): void {
    for (const name of this.#presses) this.#waiting[name] = 0
  }
}
