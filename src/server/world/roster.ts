import type { AnyGame } from '../../game/define-game.ts'
import type { Holder } from '../../game/schema.ts'
import type { Entities } from './entities.ts'
import type { Entity } from './entity.ts'
import type { Player } from './world.ts'

/** What a roster needs of its room. */
export interface RosterRoom {
  readonly game: AnyGame
  readonly entities: Entities
  readonly players: readonly Player[]
  /** The number of the next network tick. */
  readonly nextNetworkTick: number
  isAway(player: Player): boolean
}

/**
 * Tells every page who is there: one hidden entity for each player, with the fields of the profile that are `visible`. Joins,
 * resyncs and saves then need nothing of their own. See `Session.players`.
 */
export class Roster {
  readonly #room: RosterRoom
  /** By the player's number. */
  readonly #entities = new Map<number, Entity>()
  #isFound = false

  constructor(room: RosterRoom) {
    this.#room = room
  }

  /** Makes the entities those of the players. Called before each network tick takes its numbers. Allocates only for newcomers. */
  update(): void {
    const { game, entities, players, nextNetworkTick } = this.#room
    if (!game.playersKind) return
    if (!this.#isFound) this.#find()
    let isOther = this.#entities.size !== players.length
    for (let n = 0; n < players.length; n++) isOther ||= !this.#entities.has(players[n]!.id)
    if (isOther)
      for (const [id, entity] of this.#entities) {
        if (players.some((player) => player.id === id)) continue
        this.#entities.delete(id)
        entities.remove(entity, nextNetworkTick)
      }
    for (let n = 0; n < players.length; n++) {
      const player = players[n]!
      const entity = this.#entities.get(player.id) ?? this.#add(player)
      if (entity) entity.object['isAway'] = this.#room.isAway(player)
    }
  }

  /** Returns undefined if there is no space, as long as there is none. */
  #add({ id, profile }: Player): Entity | undefined {
    const { game, entities } = this.#room
    if (entities.isFull) return undefined
    const { name, schema } = game.playersKind!
    const start: Holder = { id }
    for (const field of schema.names)
      if (field in profile) start[field] = (profile as Holder)[field]
    let entity: Entity
    try {
      entity = entities.spawn(name, 0, start)
    } catch {
      // The game has written what no field can hold to the profile.
      entity = entities.spawn(name, 0, { id })
    }
    this.#entities.set(id, entity)
    return entity
  }

  /** Finds the entities of a restored room. */
  #find(): void {
    this.#isFound = true
    const { game, entities } = this.#room
    for (const entity of entities.slots)
      if (entity?.kind === game.playersKind)
        this.#entities.set(entity.object['id'] as number, entity)
  }
}
