import { GlissadeError } from '../base/error.ts'
import { mixSeed, Random } from '../base/random.ts'
import type { Ms, Seconds, SubTick } from '../base/units.ts'
import { SUBTICKS_PER_STEP } from '../base/units.ts'
import type { AnyGame, Kind } from './define-game.ts'
import { type Holder, type Schema, TELEPORTS } from './schema.ts'
import type { EventKinds, MoveAudience, MoveContext } from './world.ts'

/** Most events that one input may raise; further ones are dropped, on both sides alike. */
const MOST_EVENTS = 16

/** An event raised in a step, before anybody heard of it. */
export interface Raised {
  readonly kind: Kind
  readonly data: object
  readonly index: number
  /** Who hears it, as the game said. Only the server checks it, because clients have no use for it. */
  readonly audience: MoveAudience | undefined
}

type MoveFunction = (entity: object, input: object, ctx: MoveContext) => void

/**
 * Runs a game's `move`, one input at a time: the very same code on server, client and replay. Rounds the entity to
 * its grid after each move, so that both ends stay equal to the bit. Free of allocation unless the game raises events.
 */
export class Mover implements MoveContext<EventKinds> {
  timeMs: Ms = 0
  readonly dtSeconds: Seconds
  replaying = false
  /** What was raised since `begin`. Empty on replays. */
  readonly raised: Raised[] = []
  readonly #game: AnyGame
  readonly #moves: readonly (MoveFunction | undefined)[]
  readonly #random = new Random()
  #seed = 0
  #count = 0
  #entity: Holder | null = null

  constructor(game: AnyGame) {
    this.#game = game
    this.dtSeconds = 1 / game.stepHz
    this.#moves = game.kinds.map(
      (kind) => game.definition.move?.[kind.name] as MoveFunction | undefined,
    )
  }

  /** Whether the game moves entities of this kind by input. */
  moves(kind: Kind): boolean {
    return this.#moves[kind.index] !== undefined
  }

  /** Begins an input of a player that stands at `stamp`. */
  begin(player: number, inputId: number, stamp: SubTick, replaying: boolean): void {
    this.timeMs = (stamp / SUBTICKS_PER_STEP) * this.#game.stepMs
    this.replaying = replaying
    this.#seed = mixSeed(mixSeed(0x676c6973, player), inputId)
    this.#count = 0
    // Cutting an array short is slow, even an empty one.
    if (this.raised.length > 0) this.raised.length = 0
  }

  /** Moves one entity by the input begun last. */
  move(kind: Kind, schema: Schema, entity: Holder, id: number, input: object): void {
    const move = this.#moves[kind.index]
    if (!move) return
    this.#entity = entity
    this.#random.reseed(mixSeed(this.#seed, id))
    move(entity, input, this)
    this.#entity = null
    schema.round(entity)
  }

  random(): number {
    return this.#random.next()
  }

  emit(event: string, data: object, audience?: MoveAudience): void {
    const kind = this.#game.events.find((e) => e.name === event)
    if (!kind) throw new GlissadeError('misuse', `there is no event '${event}'`)
    if (this.#count >= MOST_EVENTS) return
    const index = this.#count++
    if (this.replaying) return
    this.raised.push({ kind, data: copyOf(data), index, audience: audience && copyOf(audience) })
  }

  teleport(): void {
    const entity = this.#entity
    if (entity) entity[TELEPORTS] = ((entity[TELEPORTS] as number) + 1) & 7
  }
}

/** A copy of what an event was raised with, because the game may change `data`, or the entity it is, in the same step. */
function copyOf<T extends object>(data: T): T {
  const copy = { ...data } as Record<string, unknown>
  for (const name in copy) {
    const value = copy[name]
    if (typeof value === 'object' && value !== null) copy[name] = { ...value }
  }
  return copy as T
}
