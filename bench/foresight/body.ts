import type { Ms } from '../../src/base/units.ts'
import { SUBTICKS_PER_STEP } from '../../src/base/units.ts'
import type { AnyGame, Kind } from '../../src/game/define-game.ts'
import type { Holder } from '../../src/game/schema.ts'
import type { Path, Step } from './paths.ts'

/** What is said of each axis. */
const PLACES = ['x', 'y'] as const
const SPEEDS = ['vx', 'vy'] as const

/** Reads from the steps of a kind's entities where they are, and how they move. */
export class Body {
  readonly #game: AnyGame
  readonly #kind: Kind
  readonly #holder: Holder
  readonly #carrier: Holder
  readonly #numbers: Float64Array

  constructor(game: AnyGame, kind: Kind) {
    this.#game = game
    this.#kind = kind
    this.#holder = kind.schema.create()
    this.#carrier = kind.schema.create()
    this.#numbers = new Float64Array(kind.schema.width)
  }

  timeMs({ stamp }: Step): Ms {
    return (stamp / SUBTICKS_PER_STEP) * this.#game.stepMs
  }

  /** Its place along an axis as the room has it. */
  place({ fine }: Step, axis: number): number {
    this.#kind.schema.scatter(fine, 0, this.#holder)
    return this.#holder[PLACES[axis]!] as number
  }

  /** Its place as others are told it. */
  toldPlace(step: Step, axis: number): number {
    return this.#told(step, PLACES[axis]!)
  }

  /** Its velocity in the newest state told; without such a field, what the last two of them say. */
  toldSpeed(told: Path, axis: number): number {
    const newest = told.at(-1)!
    if (this.hasSpeed) return this.#told(newest, SPEEDS[axis]!)
    const before = told.at(-2)
    if (!before) return 0
    const way = this.toldPlace(newest, axis) - this.toldPlace(before, axis)
    return (1000 * way) / (this.timeMs(newest) - this.timeMs(before))
  }

  /** Whether others are told of a velocity. */
  get hasSpeed(): boolean {
    return this.#kind.schema.names.includes(SPEEDS[0])
  }

  /** Where what carries it in the state of a step is at a moment; 0 where nothing does. */
  carrier({ fine }: Step, timeMs: Ms, axis: number): number {
    const { attachedTo, schema } = this.#kind
    for (const name of PLACES) this.#carrier[name] = 0
    schema.scatter(fine, 0, this.#holder)
    attachedTo?.(this.#holder, timeMs, this.#carrier)
    return this.#carrier[PLACES[axis]!] as number
  }

  #told({ coarse }: Step, name: string): number {
    const { schema } = this.#kind
    schema.coarseToNumbers(coarse, 0, this.#numbers, 0)
    return this.#numbers[schema.columns.findIndex((c) => c.name === name)]!
  }
}
