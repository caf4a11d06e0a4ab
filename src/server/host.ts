import type { Random } from '../base/random.ts'
import type { Ms, SubTick, Tick } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Peer } from './connection/peer.ts'
import type { AnyRoom } from './define-room.ts'
import type { RoomMessages } from './messages.ts'
import type { RoomStats } from './stats.ts'
import type { Entities } from './world/entities.ts'
import type { RoomEvents } from './world/events.ts'
import type { Player, World } from './world/world.ts'

/** A room as its parts see it: those that read packets, apply inputs, carry out what the game asks for, and code snapshots. */
export interface RoomHost {
  readonly id: string
  readonly game: AnyGame
  /** What `defineRoom` was given. */
  readonly rules: AnyRoom['definition']
  readonly entities: Entities
  readonly events: RoomEvents
  readonly messages: RoomMessages
  readonly players: readonly Player[]
  readonly peers: ReadonlyMap<number, Peer>
  /** The same in the order of joining: iterating a Map allocates. */
  readonly peerList: readonly Peer[]
  readonly random: Random
  readonly stats: RoomStats
  /** What the room's functions get. */
  readonly world: World
  /** Steps run so far. */
  readonly tick: Tick
  /** The network tick to come. */
  readonly nextNetworkTick: number
  /** The present, as `advance` was told last. */
  readonly nowMs: Ms
  /** The room's time at a moment of the clock. */
  subTicksAt(nowMs: Ms): SubTick
  /** Ends a player's connection, or gives up the place of one who lost it. */
  kick(player: Player, detail?: string): void
  /** Takes what a game's function threw in a step: returns if the room goes on after it, and throws it on if not. */
  pardon(error: unknown): void
}
