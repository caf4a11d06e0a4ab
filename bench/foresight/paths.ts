import { type Ms, SUBTICKS_PER_STEP } from '../../src/base/units.ts'
import type { AnyGame, Kind } from '../../src/game/define-game.ts'
import { coarsen } from '../../src/game/quantize.ts'
import type { Holder } from '../../src/game/schema.ts'
import type { MoveContext } from '../../src/game/world.ts'
import type { AnyRoom, GameOf } from '../../src/server/define-room.ts'
import { type ClientOptions, Simulation } from '../../src/testing/simulation.ts'

/** A step of an entity: its state before the next step begins, and the input that led there. */
export interface Step {
  /** Its own time, in subticks. */
  readonly stamp: number
  /** As its owner gets it, with the input behind it. */
  readonly fine: Int32Array
  /** As everybody else gets it. */
  readonly coarse: Int32Array
}

/** What one entity did, without a gap. */
export type Path = readonly Step[]

const JOINING_MS: Ms = 1000

type Move = (entity: object, input: object, ctx: MoveContext) => void

/** A game that bots play, as it is made with some of its steps watched. */
export interface Playing<R extends AnyRoom> {
  /** The kinds whose entities are watched. */
  readonly kinds: readonly string[]
  /** A room of the game, each `move` of it that counts being one that `watched` returns. */
  readonly room: (watched: (move: unknown) => never) => R
  /** Presses the keys of player `n`, from 0. */
  readonly bot: (n: number) => NonNullable<ClientOptions<GameOf<R>>['script']>
}

/** What the entities of each kind did, and the game they did it in. */
export interface Played {
  readonly game: AnyGame
  readonly paths: readonly { readonly kind: Kind; readonly path: Path }[]
}

/** Lets bots play in a room without a network, in virtual time. What is before all of them are there is left out. */
export function play<R extends AnyRoom>(
  { kinds, room: make, bot }: Playing<R>,
  seed: number,
  players: number,
  seconds: number,
): Played {
  const watches = new Map<object, Watch>()
  const watched = (move: unknown) => (entity: object, input: object, ctx: MoveContext) => {
    const watch = watches.get(entity)
    watch?.before()
    ;(move as Move)(entity, input, ctx)
    watch?.after(input, ctx.timeMs)
  }
  const room = make(watched as (move: unknown) => never)
  const game: AnyGame = room.game
  const sim = new Simulation(room, { seed })
  for (let n = 0; n < players; n++) sim.join({ script: bot(n) })
  sim.run(JOINING_MS)
  for (const kind of game.kinds) {
    if (!kinds.includes(kind.name)) continue
    // Clients predict with objects of their own, which are not among these.
    for (const entity of sim.room.world.entities(kind.name as never) as unknown as Holder[])
      watches.set(entity, new Watch(game, kind, entity))
  }
  sim.run(1000 * seconds)
  const all = [...watches.values()]
  return { game, paths: all.flatMap(({ kind, paths }) => paths.map((path) => ({ kind, path }))) }
}

/** Notes what one entity of the room does. */
class Watch {
  readonly paths: Step[][] = [[]]
  readonly #game: AnyGame
  readonly kind: Kind
  readonly #entity: Holder
  #stamp = Number.NaN
  #input: Int32Array

  constructor(game: AnyGame, kind: Kind, entity: Holder) {
    this.#game = game
    this.kind = kind
    this.#entity = entity
    this.#input = new Int32Array(kind.schema.input!.width)
  }

  /** Another step begins: what the room has done to the entity since the last one is part of that. */
  before(): void {
    const stamp = this.#stamp
    if (Number.isNaN(stamp)) return
    const { schema } = this.kind
    const fine = new Int32Array(schema.width)
    schema.gather(this.#entity, fine, 0, null)
    fine.set(this.#input, schema.inputAt)
    const coarse = fine.map((q, i) => coarsen(schema.columns[i]!, q))
    const last = this.paths.at(-1)!
    const isNext = last.length === 0 || stamp - last.at(-1)!.stamp === SUBTICKS_PER_STEP
    if (isNext) last.push({ stamp, fine, coarse })
    else this.paths.push([{ stamp, fine, coarse }])
  }

  after(input: object, timeMs: number): void {
    this.#input.fill(0)
    this.kind.schema.input!.gather(input as Holder, this.#input, 0, null)
    this.#stamp = Math.round((timeMs / this.#game.stepMs) * SUBTICKS_PER_STEP)
  }
}
