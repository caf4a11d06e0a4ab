import { GlissadeError } from '../../base/error.ts'
import { SUBTICKS_PER_STEP, type Tick } from '../../base/units.ts'
import { checkGiven, checkMovedOf, explained } from '../../game/misfits.ts'
import { Mover } from '../../game/mover.ts'
import type { Holder } from '../../game/schema.ts'
import { stepAudience } from '../world/audience.ts'
import type { Entity } from '../world/entity.ts'
import type { AuthorityRoom } from './authority.ts'
import { callOn } from './input-steps.ts'

/**
 * Moves entities of the room by the game's `move`, with inputs that the room makes: see `World.drive`. Clients are told of
 * these inputs as they are of players' inputs, so pages extrapolate such an entity by `move` as well.
 */
export class Driver {
  readonly #room: AuthorityRoom
  readonly #mover: Mover
  readonly #row: Int32Array

  constructor(room: AuthorityRoom) {
    this.#room = room
    const { game, entities } = room
    this.#mover = new Mover(game, entities.roomOnGrid?.object, true, checkMovedOf(game))
    this.#row = new Int32Array(room.game.inputSchema.width)
  }

  /** Runs one step of an entity in step `tick` of the room. Fields that `input` does not name have their defaults. */
  drive(entity: Entity, input: object, tick: Tick): void {
    const mover = this.#mover
    const { kind, owner, object, id } = entity
    if (!mover.moves(kind))
      throw new GlissadeError('misuse', `drive: the game has no move.${kind.name}`)
    if (owner !== 0)
      throw new GlissadeError(
        'misuse',
        `drive: ${kind.name} ${id} belongs to player ${owner}, whose inputs move it: call give(entity, null) first`,
      )
    const held = this.#hold(entity, input)
    const time = tick * SUBTICKS_PER_STEP
    this.#room.entities.roomOnGrid?.refresh()
    mover.begin(0, tick, time, false)
    const { past } = entity
    past?.beforeStep(entity, this.#room.game.inputSchema, held)
    const { hooks } = this.#room
    try {
      const returned = mover.move(kind, kind.schema, object, id, held, undefined, entity.last)
      hooks.settle('move', null, returned)
    } catch (error) {
      throw explained(error, kind.schema, object)
    }
    past?.stepped(entity)
    const room = this.#room
    for (const { kind: spawned, start } of mover.spawned)
      if (!room.entities.isFull) room.entities.spawn(spawned.name, 0, start)
    if (mover.raised.length === 0) return
    // A copy, because the function of an event may drive another entity.
    for (const { kind: event, data, audience } of [...mover.raised]) {
      const raised = room.events.add(event, data, {
        stamp: time,
        tick: room.nextNetworkTick,
        audience: stepAudience(room, event.name, entity, audience),
      })
      callOn(room, raised, null, mover)
    }
  }

  /** Returns the input as `move` gets it, on its grid. Notes it for the clients that are told of it. */
  #hold(entity: Entity, input: object): Holder {
    const { inputSchema: schema } = this.#room.game
    checkGiven(schema, input, 'drive')
    const held = schema.create()
    schema.assign(held, input)
    schema.gather(held, this.#row, 0, null)
    schema.scatter(this.#row, 0, held)
    for (const i of schema.presses) {
      const { name } = schema.columns[i]!
      held[name] = (input as Holder)[name] === true
    }
    entity.driveBy(this.#row)
    return held
  }
}
