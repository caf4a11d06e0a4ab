import { SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import { checkMovedOf, explained } from '../../game/misfits.ts'
import { Mover } from '../../game/mover.ts'
import type { Holder } from '../../game/schema.ts'
import { spawnedBy } from '../../game/spawned.ts'
import { objectOf } from '../../wire/records/columns.ts'
import { stepAudience } from '../world/audience.ts'
import type { Entity } from '../world/entity.ts'
import type { RoomEvent } from '../world/events.ts'
import type { Owner } from '../world/owners.ts'
import type { EventContext, Player, World } from '../world/world.ts'
import type { AuthorityRoom, Client, Moved } from './authority.ts'

type EventFunction = (world: World, data: object, by: Player | null, ctx: EventContext) => void

/**
 * Calls the room's function for an event that `move` raised. `by`: the player whose input raised it, null for the room's.
 * `mover`: what ran the step.
 */
export function callOn(
  room: AuthorityRoom,
  { kind, record }: RoomEvent,
  by: Player | null,
  { timeMs, dtSeconds }: Mover,
): void {
  const { rules, world, hooks } = room
  const on = rules.on?.[kind.name] as EventFunction | undefined
  if (!on) return
  try {
    hooks.settle('on', by, on(world, objectOf(record), by, { timeMs, dtSeconds }))
  } catch (error) {
    if (by) hooks.ofPlayer('on', by, error)
    else if (hooks.isStale(error)) hooks.inCall('on', null, error)
    // What an entity of the room raises is part of the function that drove it.
    else throw error
  }
}

/**
 * Runs inputs. Each runs one fixed step of all that a player owns. Creates no object unless the game raises events or spawns
 * entities.
 */
export class InputSteps {
  /** The input that the game's `move` reads; refilled for each input. */
  readonly input: Holder
  readonly #room: AuthorityRoom
  readonly #mover: Mover
  readonly #defaults: Int32Array
  /** The columns of the input that others are told of. */
  readonly #told: Int32Array
  /** By the index of each event that the mover has raised: the entity in whose step it was. */
  readonly #raisers: Entity[] = []

  constructor(room: AuthorityRoom) {
    this.#room = room
    const { game, entities } = room
    this.#mover = new Mover(game, entities.roomOnGrid?.object, true, checkMovedOf(game))
    this.input = room.game.inputSchema.create()
    const moved = room.game.kinds.find(({ schema }) => schema.input !== null)
    this.#told = moved?.schema.toldInput ?? new Int32Array(0)
    this.#defaults = Int32Array.from(room.game.inputSchema.columns, (c) => c.initial)
  }

  /** Runs `input`, which the input buffer has just written, as number `id`. See `#run` for the times. */
  run(client: Client, id: number, stamp: SubTick, time: SubTick): void {
    const { row, writtenAt } = client.inputBuffer
    this.#tellInput(client.owner, row, writtenAt)
    this.#run(client, id, stamp, time, true)
  }

  /**
   * `stamp`: the player's own time after the step. `time`: its `ctx.timeMs`, in subticks. `isClients`: whether the client
   * makes this input too.
   */
  #run(who: Moved, id: number, stamp: SubTick, time: SubTick, isClients: boolean): void {
    const mover = this.#mover
    const { entities } = who.owner
    this.#room.entities.roomOnGrid?.refresh()
    mover.begin(who.player.id, id, time, false)
    if (this.#raisers.length > 0) this.#raisers.length = 0
    for (let i = 0; i < entities.length; i++) {
      const entity = entities[i]!
      const { past } = entity
      past?.beforeStep(entity, this.#room.game.inputSchema, this.input)
      this.#move(who.player, entity)
      // An error has cost the player the place, and what the player owned is gone.
      if (!who.isOpen) return
      past?.stepped(entity)
      while (this.#raisers.length < mover.raised.length) this.#raisers.push(entity)
      entity.extras?.note(entity.place, stamp)
    }
    if (mover.spawned.length + mover.raised.length > 0)
      this.#finish(who, isClients ? id : null, id, stamp)
  }

  /** Spawns and raises what `move` has. What it passed to `spawn` or `emit` may be wrong, which is an error of `move`. */
  #finish(who: Moved, spawner: number | null, input: number, stamp: SubTick): void {
    try {
      this.#spawn(who, spawner)
      this.#raise(who, input, stamp)
    } catch (error) {
      this.#room.hooks.ofPlayer('move', who.player, error)
    }
  }

  #move(player: Player, { kind, object, seed, last }: Entity): void {
    const { hooks } = this.#room
    const { input } = this
    const mover = this.#mover
    try {
      const returned = mover.move(kind, kind.schema, object, seed, input, undefined, last)
      hooks.settle('move', player, returned)
    } catch (error) {
      hooks.ofPlayer('move', player, explained(error, kind.schema, object))
    }
  }

  /**
   * Makes what the step has spawned, before the functions of its events are called. Drops what the room has no space for.
   * `input`: null for a step that no client predicts.
   */
  #spawn({ owner }: Moved, input: number | null): void {
    const { entities } = this.#room
    const { spawned } = this.#mover
    for (let index = 0; index < spawned.length && !entities.isFull; index++) {
      const { kind, start } = spawned[index]!
      const seed = input === null ? 0 : spawnedBy(input, index)
      entities.spawn(kind.name, owner.id, start, seed)
    }
  }

  /** Notes the told columns of the input whose row begins at `at`. Other players' clients extrapolate with them. */
  #tellInput(owner: Owner, row: Int32Array, at: number): void {
    const told = this.#told
    let isOther = false
    for (let k = 0; k < told.length; k++) {
      const i = told[k]!
      if (owner.input[i] === row[at + i]) continue
      owner.input[i] = row[at + i]!
      isOther = true
    }
    if (!isOther) return
    for (let i = 0; i < owner.entities.length; i++) owner.entities[i]!.hasOtherInput()
  }

  /** Runs an input at its defaults that no client has made, in the room's own time. */
  runIdle(who: Moved, at: SubTick): void {
    this.#room.game.inputSchema.scatter(this.#defaults, 0, this.input)
    this.#room.stats.stepsWithoutInput++
    this.#tellInput(who.owner, this.#defaults, 0)
    this.#run(who, at / SUBTICKS_PER_STEP, at, Math.max(at, who.moveTime), false)
  }

  #raise(who: Moved, input: number, stamp: SubTick): void {
    const room = this.#room
    for (const { kind, data, index, audience } of this.#mover.raised) {
      // The function of an event may have ended the player's connection.
      if (!who.isOpen) return
      const from = { player: who.player.id, input, index }
      const event = room.events.add(kind, data, {
        stamp,
        tick: room.nextNetworkTick,
        from,
        audience: stepAudience(room, kind.name, this.#raisers[index]!, audience),
      })
      callOn(room, event, who.player, this.#mover)
    }
  }
}
