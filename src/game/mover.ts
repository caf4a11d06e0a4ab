import { isDevelopment } from '#development'
import { GlissadeError } from '../base/error.ts'
import { mixSeed, Random } from '../base/random.ts'
import type { Ms, Seconds, SubTick } from '../base/units.ts'
import { SUBTICKS_PER_STEP } from '../base/units.ts'
import type { AnyGame, Kind } from './define-game.ts'
import { type CheckMoved, roundChecked } from './misfits.ts'
import { noEvent, type Raised, type RaisedEvents } from './raised-events.ts'
import { type Holder, type Schema, TELEPORTS } from './schema.ts'
import { MOST_SPAWNED, type Spawned } from './spawned.ts'
import type { EventKinds, MoveAudience, MoveContext } from './world.ts'

/** What a game's `events` add to its `move`. */
export interface RaisingEvents {
  raised(kinds: readonly Kind[]): RaisedEvents
}

/** The numbers of the entity that moves, as of before the step. */
const BEFORE = /* @__PURE__ */ new Float64Array(256)

type MoveFunction = (entity: object, input: object, ctx: MoveContext) => unknown

/**
 * Runs a game's `move`, one input at a time: the same code on server, client and replay. It rounds the entity to its grid after
 * each move, so that both ends stay equal to the bit. Free of allocation unless the game raises events or spawns entities.
 */
export class Mover implements MoveContext<EventKinds> {
  timeMs: Ms = 0
  declare readonly dtSeconds: Seconds
  replaying = false
  declare readonly room: Holder
  /** The events raised since `begin`. Empty on replays. */
  declare readonly raised: readonly Raised[]
  /** The entities spawned since `begin`, also on replays. */
  readonly spawned: Spawned[] = []
  readonly #game: AnyGame
  readonly #moves: readonly (MoveFunction | undefined)[]
  readonly #random = new Random()
  readonly #isReal: boolean
  readonly #check: CheckMoved | undefined
  readonly #events: RaisedEvents | undefined
  #seed = 0
  #entity: Holder | null = null

  /**
   * `room` holds the fields of the room for as long as the mover lives. Default: no fields. `isReal`: whether it moves entities
   * themselves, and not only copies, which spawn nothing. Default false. `check`: called with each entity that has been moved.
   */
  constructor(game: AnyGame, room: Holder = {}, isReal = false, check?: CheckMoved) {
    this.#game = game
    this.room = room
    this.#isReal = isReal
    this.#check = check
    this.dtSeconds = 1 / game.stepHz
    this.#events = (game.definition.events as RaisingEvents | undefined)?.raised(game.events)
    this.raised = this.#events?.list ?? []
    this.#moves = game.kinds.map(
      (kind) => game.definition.move?.[kind.name] as MoveFunction | undefined,
    )
  }

  /** Whether the game moves entities of this kind by input. */
  moves(kind: Kind): boolean {
    return this.#moves[kind.index] !== undefined
  }

  /** Begins an input of a player. `stamp` is its moment in the player's own time. */
  begin(player: number, inputId: number, stamp: SubTick, replaying: boolean): void {
    this.timeMs = (stamp / SUBTICKS_PER_STEP) * this.#game.stepMs
    this.replaying = replaying
    this.#seed = mixSeed(mixSeed(0x676c6973, player), inputId)
    this.#events?.begin()
    if (this.spawned.length > 0) this.spawned.length = 0
  }

  /**
   * Moves one entity by the input begun last. Writes the entity's numbers to `row`. `seed`: what `random` depends on. `last`:
   * numbers that the entity had, for those that it has lost. Returns what the game's `move` returned, which should be nothing.
   */
  move(
    kind: Kind,
    schema: Schema,
    entity: Holder,
    seed: number,
    input: object,
    row?: Int32Array,
    last?: Int32Array,
  ): unknown {
    const move = this.#moves[kind.index]
    if (!move) return undefined
    this.#entity = entity
    this.#random.reseed(mixSeed(this.#seed, seed))
    schema.remember(entity, BEFORE, last)
    const result = move(entity, input, this)
    // Nobody waits for it, and a rejection that nobody takes would end a process of Node.
    if (result instanceof Promise) result.catch(() => {})
    this.#entity = null
    this.#check?.(schema, entity)
    if (isDevelopment) roundChecked(kind.name, schema, entity, row, BEFORE)
    else schema.round(entity, row, BEFORE)
    return result
  }

  // Bound once, so that a game may take them out of the context: `move(dot, input, { emit })`.
  readonly random = (): number => this.#random.next()

  readonly emit = (event: string, data: object, audience?: MoveAudience): void => {
    if (!this.#events) noEvent(event)
    this.#events.raise(event, data, audience, this.replaying)
  }

  readonly spawn = (kind: string, start: object = {}): void => {
    if (!this.#isReal || this.spawned.length >= MOST_SPAWNED) return
    const found = this.#game.kinds.find((one) => one.name === kind)
    if (!found || !this.moves(found))
      throw new GlissadeError('misuse', `spawn: the game has no move.${kind}`)
    const { schema } = found
    const state = schema.create()
    schema.assign(state, start)
    if (isDevelopment) roundChecked(`spawn('${kind}')`, schema, state)
    else schema.round(state)
    this.spawned.push({ kind: found, start: state })
  }

  readonly teleport = (): void => {
    const entity = this.#entity
    if (entity) entity[TELEPORTS] = ((entity[TELEPORTS] as number) + 1) & 7
  }
}
