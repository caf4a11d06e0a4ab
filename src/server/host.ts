import type { Random } from '../base/random.ts'
import type { Ms, SubTick, Tick } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { AnyRoom } from './define-room.ts'
import type { Peer } from './peer.ts'
import type { RoomStats } from './stats.ts'
import type { Entities } from './world/entities.ts'
import type { Entity } from './world/entity.ts'
import type { RoomEvents } from './world/events.ts'
import type { EventAudience, Player, World } from './world/world.ts'

/** What the room lends its world: the numbers and lists that change. */
export interface WorldHost {
  readonly id: string
  readonly game: AnyGame
  /** What `defineRoom` was given. */
  readonly rules: AnyRoom['definition']
  readonly entities: Entities
  readonly players: readonly Player[]
  readonly random: Random
  readonly tick: Tick
  /** The network tick to come. */
  readonly nextNetworkTick: number
  /** Raises an event of the room. */
  raise(event: string, data: object, audience?: EventAudience): void
  /** Sends a message: a name, data and options where messages have names, else a value and options. */
  send(player: Player, ...given: unknown[]): void
  kick(player: Player, detail?: string): void
  /** Moves an entity of the room by one step. */
  drive(entity: Entity, input: object): void
}

/** What the room lends its stages: those that read packets, apply inputs, code snapshots. */
export interface RoomHost extends WorldHost {
  readonly events: RoomEvents
  readonly peers: ReadonlyMap<number, Peer>
  /** The same in the order of joining: iterating a Map allocates. */
  readonly peerList: readonly Peer[]
  readonly stats: RoomStats
  /** What the room's functions get. */
  readonly world: World
  /** The present, as `advance` was told last. */
  readonly nowMs: Ms
  /** The room's time at a moment of the clock. */
  subTicksAt(nowMs: Ms): SubTick
  /** Takes what a game's function threw: returns if the room goes on after it, and throws it on if not. */
  pardon(error: unknown): void
  /** Hands a player's message to the listeners. */
  deliver(peer: Peer, message: unknown): void
}
