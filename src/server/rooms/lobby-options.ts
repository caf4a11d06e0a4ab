import type { Clock } from '../../base/clock.ts'
import type { Ms } from '../../base/units.ts'
import type { AnyRoom } from '../define-room.ts'
import type { Room } from '../room.ts'
import type { RoomOptions } from '../room-options.ts'
import type { OnError } from '../world/hooks.ts'
import type { AddressLimits } from './address-limits.ts'
import type { MatchFunction } from './match.ts'
import type { Applicant } from './reception.ts'
import type { SlowRoom } from './slow-rooms.ts'
import type { LobbyWatcher } from './watcher.ts'

/** Options of a lobby. */
export interface LobbyOptions {
  /** The rooms that may be opened: one definition for each game. */
  readonly rooms: readonly AnyRoom[]
  readonly clock: Clock
  /** See `RoomOptions`. */
  readonly maxPlayers?: number | undefined
  /** See `RoomOptions`. */
  readonly guard?: RoomOptions['guard']
  /** See `RoomOptions`. */
  readonly resumeMs?: Ms | undefined
  /** See `RoomOptions`. If a game's `sendHz` is lower, its rooms send at that rate. */
  readonly quietHz?: number | undefined
  /** See `RoomOptions`. */
  readonly newKey?: RoomOptions['newKey']
  /** See `RoomOptions`. */
  readonly sameAccount?: RoomOptions['sameAccount']
  /** Most rooms at once, empty ones that are still kept included. Default 100. */
  readonly maxRooms?: number | undefined
  /**
   * Decides whether a client may open the room `id` of the game `game`. Called after `authenticate`, for rooms that are not
   * open, but not for those that a `match` of your own creates. Anything but true refuses. `request`: what `accept` was given.
   * Default: every room may be opened.
   */
  readonly mayOpenRoom?: ((request: unknown, game: string, id: string) => boolean) | undefined
  /**
   * Decides into which room a player goes who looks for one. It should be pure and quick: the requests for one game are
   * decided one after another, and a promise that takes longer than 7 s refuses with `timeout`. The page reads the message of
   * a `GlissadeError` with the code `refused`. Any other error goes to `onError`. Default: the room with the most players
   * whose `about` has all values of `wish`, or else a new one that is about the wish.
   */
  readonly match?: MatchFunction | undefined
  /** Limits connections, players, joins and rooms by address. Default: `AddressLimits` without options. */
  readonly addresses?: AddressLimits | undefined
  /** See `Reception`. */
  readonly authenticate?: ((applicant: Applicant) => unknown) | undefined
  /** Returns a seed for a new room. */
  readonly seed: () => number
  /** Called when a room begins to open, before anybody joins. An async `open` may still wait: see `Room.isOpening`. */
  readonly onRoom?: ((room: Room) => void) | undefined
  /** Called with the errors of a game's own functions, see `RoomOptions`, and of those passed here, and where. */
  readonly onError?: OnError | undefined
  /**
   * Called with a room whose game takes longer than 50 ms in one call, and longer than the game time that it ran in that
   * call: no other room of the process runs meanwhile. At most once in 10 s for a room. Default: nothing is measured.
   */
  readonly onSlow?: ((slow: SlowRoom) => void) | undefined
  /** Is told of rooms, players and refusals. Default: nobody is told. */
  readonly watcher?: LobbyWatcher | undefined
}
