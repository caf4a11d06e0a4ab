import type { DisconnectReason } from '../../base/error.ts'
import type { Room } from '../room.ts'
import type { Player } from '../world/world.ts'
import type { Arrival } from './reception.ts'

/** Is told what happens in a lobby. Called once for each event, never in a tick or for a packet. Must not throw. */
export interface LobbyWatcher {
  /** A room has opened, and nobody has joined it yet. */
  roomOpened(room: Room): void
  /** A room has closed, and everybody has left it. */
  roomClosed(room: Room): void
  /** A player has joined a room, or come back to it. */
  playerEntered(arrival: Arrival): void
  /** A connection has ended. The player has left, is away with the place kept, or has another connection by now. */
  connectionEnded(arrival: Omit<Arrival, 'isBack'>, reason: DisconnectReason): void
  /** The place of an away player is no longer kept: the player comes back in this very call, or has left. */
  placeFreed(room: Room, player: Player): void
  /** A connection has ended before it reached a room. `detail` is text for people, and may quote what the client sent. */
  refused(reason: DisconnectReason, detail: string, address: string): void
}
