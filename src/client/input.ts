import type { AnyGame } from '../game/define-game.ts'
import type { InputOf } from '../game/parts.ts'
import type { Holder } from '../game/schema.ts'

/**
 * The input object of a session: written in place whenever keys move, sampled once per step. A `flag` counts as
 * held if it was down at any time since the last step; a `press` is consumed by exactly one step.
 */
export class InputSampler<G extends AnyGame> {
  /** What the game writes. Never replaced. */
  readonly face: InputOf<G>
  readonly #holder: Holder
  readonly #schema: AnyGame['inputSchema']
  readonly #flags: string[] = []
  readonly #presses: string[] = []
  readonly #plain: string[] = []
  readonly #sticks: string[] = []
  /** Everything at its default. */
  readonly #rest: Holder
  readonly #held: Record<string, boolean> = {}
  readonly #latched: Record<string, boolean> = {}

  constructor(game: G) {
    this.#schema = game.inputSchema
    this.#holder = game.inputSchema.create()
    this.#rest = game.inputSchema.create()
    const face: Holder = {}
    for (const name of game.inputSchema.names()) {
      const type = game.definition.input[name].type as string
      if (type !== 'flag' && type !== 'press') {
        this.#plain.push(name)
        face[name] = this.#holder[name]
        if (type === 'number' || type === 'vec2') this.#sticks.push(name)
        continue
      }
      ;(type === 'flag' ? this.#flags : this.#presses).push(name)
      this.#held[name] = false
      this.#latched[name] = false
      Object.defineProperty(face, name, {
        enumerable: true,
        get: () => this.#held[name],
        set: (down: boolean) => {
          this.#held[name] = !!down
          if (down) this.#latched[name] = true
        },
      })
    }
    this.face = face as InputOf<G>
  }

  /** Takes the input of one step as numbers. Free of allocation. */
  sample(row: Int32Array, offset: number): void {
    const holder = this.#holder
    for (const name of this.#flags) {
      holder[name] = this.#held[name] || this.#latched[name]
      this.#latched[name] = false
    }
    for (const name of this.#presses) {
      holder[name] = this.#latched[name]
      this.#latched[name] = false
      this.#held[name] = false
    }
    for (const name of this.#plain) holder[name] = (this.face as Holder)[name]
    this.#schema.gather(holder, row, offset, null)
  }

  /** Forgets what was pressed and what was let go since the last step; what is held stays held. */
  forget(): void {
    for (const name of this.#flags) this.#latched[name] = false
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
    for (const name of this.#presses) {
      this.#held[name] = false
      this.#latched[name] = false
    }
  }
}
