import { GlissadeError } from '../base/error.ts'
import type { AnyRoom } from './define-room.ts'
import type { Refusal } from './players/player-receiver.ts'
import type { Seats } from './players/seats.ts'
import type { Entities } from './world/entities.ts'
import type { Entity } from './world/entity.ts'
import type { Hooks } from './world/hooks.ts'
import type { Player, World } from './world/world.ts'

/** What a player reads whose `join` failed, and one whose `join` closed the room. */
const FAILED: Refusal = { reason: 'refused', detail: 'the server refused' }
const CLOSED: Refusal = { reason: 'server-closed', detail: '' }

/** What joining needs of the room. */
interface JoinedRoom {
  readonly rules: AnyRoom['definition']
  readonly world: World
  readonly hooks: Hooks
  readonly seats: Seats
  readonly entities: Entities
  readonly nextNetworkTick: number
  readonly isClosed: boolean
}

/** Calls the game's `join` for a player who is not told yet that the player is in, and undoes it if it refuses the player. */
export class Joining {
  readonly #room: JoinedRoom
  #player: Player | null = null
  #refusal: Refusal | null = null

  constructor(room: JoinedRoom) {
    this.#room = room
  }

  /** Lets in a player who has a seat. If the game does not, takes back what it made, and returns why. */
  letIn(player: Player): Refusal | null {
    const room = this.#room
    const { hooks, entities } = room
    const spawned: Entity[] = []
    let failure: { readonly error: unknown } | null = null
    this.#player = player
    this.#refusal = null
    entities.spawned = spawned
    try {
      hooks.settle('join', player, room.rules.join?.(room.world, player))
    } catch (error) {
      const isForPlayer = error instanceof GlissadeError && error.code === 'refused'
      if (isForPlayer) this.refuse(player, error.message)
      else failure = { error }
    }
    entities.spawned = null
    this.#player = null
    const refusal = failure ? FAILED : room.isClosed ? CLOSED : this.#refusal
    if (!refusal) return null
    this.#remove(player, spawned)
    if (failure) hooks.inCall('join', player, failure.error)
    return refusal
  }

  /** Refuses a player once `join` has returned. Returns false if `join` is not called for that player at present. */
  refuse(player: Player, detail: string): boolean {
    if (this.#player !== player) return false
    this.#refusal ??= { reason: 'refused', detail }
    return true
  }

  /** Removes a player who has not joined after all, and all that `join` spawned. */
  #remove(player: Player, spawned: readonly Entity[]): void {
    const { seats, entities, nextNetworkTick } = this.#room
    seats.remove(player)
    entities.forget(player.id, nextNetworkTick)
    for (const { id, object } of spawned)
      if (entities.get(id)) entities.despawn(object, nextNetworkTick)
  }
}
