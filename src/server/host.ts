import type { Random } from '../base/random.ts'
import type { Ms, SubTick, Tick } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Peer } from './connection/peer.ts'
import type { AnyRoom } from './define-room.ts'
import type { RoomMessages } from './messages.ts'
import type { RoomStats } from './stats.ts'
import type { Entities } from './world/entities.ts'
import type { RoomEvents } from './world/events.ts'
import type { Hooks } from './world/hooks.ts'
import type { Listing } from './world/listing.ts'
import type { Player, World } from './world/world.ts'

/** A room as its parts see it. They read packets, apply inputs, do what the game asks for, and code snapshots. */
export interface RoomHost {
  readonly id: string
  readonly game: AnyGame
  /** The definition that `defineRoom` got. */
  readonly rules: AnyRoom['definition']
  readonly entities: Entities
  readonly events: RoomEvents
  readonly listing: Listing
  readonly messages: RoomMessages
  readonly players: readonly Player[]
  readonly peers: ReadonlyMap<number, Peer>
  /** The peers in the order of joining, because iterating a Map allocates. */
  readonly peerList: readonly Peer[]
  readonly random: Random
  readonly stats: RoomStats
  readonly hooks: Hooks
  /** The world that the room's functions get. */
  readonly world: World
  /** Steps run so far. */
  readonly tick: Tick
  /** The number of the next network tick. */
  readonly nextNetworkTick: number
  /** The present, as of the last `advance`. */
  readonly nowMs: Ms
  /** Returns the room's time at a moment of the clock. */
  subTicksAt(nowMs: Ms): SubTick
  /** Ends a player's connection, or gives up the place of an away player. */
  kick(player: Player, detail?: string): void
}
