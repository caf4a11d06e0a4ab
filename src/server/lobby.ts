import type { Clock } from '../base/clock.ts'
import { type DisconnectReason, GlissadeError } from '../base/error.ts'
import { from0 } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Link } from '../link/link.ts'
import { type Applicant, Reception } from './reception.ts'
import { Room } from './room.ts'
import type { RoomOptions } from './room-options.ts'
import { emptyReasons } from './stats.ts'

/** How long a room without players is kept: a reload finds its world again. */
const EMPTY_ROOM_MS: Ms = 10_000

/** How a lobby is made. */
export interface LobbyOptions {
  readonly games: readonly AnyGame[]
  readonly clock: Clock
  /** See `Room`. */
  readonly maxPlayers?: number | undefined
  /** See `Room`. */
  readonly guard?: RoomOptions['guard']
  /** See `Room`. */
  readonly resumeMs?: Ms | undefined
  /** See `Room`. */
  readonly newKey?: RoomOptions['newKey']
  /** Most rooms at once. Default 1000. */
  readonly maxRooms?: number | undefined
  /** See `Reception`. */
  readonly authenticate?: ((applicant: Applicant) => unknown) | undefined
  /** A seed for each new room. */
  readonly seed: () => number
  /** Called when a room opens, before anybody joins. */
  readonly onRoom?: ((room: Room) => void) | undefined
  /** Takes what a game's own functions throw. See `Room`. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** Rooms by game and id: made when somebody asks for one, closed some time after the last one left. */
export class Lobby {
  readonly rooms: Map<string, Room> = new Map()
  /** Connections that ended before they reached a room, by reason. */
  readonly refused: Record<DisconnectReason, number> = emptyReasons()
  readonly #options: LobbyOptions
  readonly #reception: Reception
  readonly #emptySinceMs = new Map<Room, Ms>()

  constructor(options: LobbyOptions) {
    const names = options.games.map((game) => game.name)
    if (new Set(names).size !== names.length)
      throw new GlissadeError('misuse', `two games have the same name: ${names.join(', ')}`)
    from0(options.resumeMs ?? 0, 'resumeMs')
    this.#options = options
    this.#reception = new Reception({
      clock: options.clock,
      game: (name) => options.games.find((game) => game.name === name),
      room: (game, id) => this.#room(game, id),
      authenticate: options.authenticate,
      onError: options.onError,
      count: (reason) => this.refused[reason]++,
    })
  }

  /** Takes a new connection. */
  accept(link: Link, request?: unknown): void {
    this.#reception.accept(link, request)
  }

  /** When `advance` has something to do next; Infinity without rooms. */
  get nextDueMs(): Ms {
    let due = Number.POSITIVE_INFINITY
    for (const room of this.rooms.values()) due = Math.min(due, room.nextDueMs)
    return due
  }

  /** Runs everything that is due, and closes rooms that stood empty. */
  advance(nowMs: Ms): void {
    for (const [key, room] of this.rooms) {
      room.advance(nowMs)
      if (room.players.length > 0) {
        this.#emptySinceMs.delete(room)
        continue
      }
      const since = this.#emptySinceMs.get(room)
      if (since === undefined) this.#emptySinceMs.set(room, nowMs)
      if (!room.isClosed && !(since !== undefined && nowMs - since >= EMPTY_ROOM_MS)) continue
      room.close()
      this.rooms.delete(key)
      this.#emptySinceMs.delete(room)
    }
  }

  /** Closes all rooms and their connections. */
  close(): void {
    for (const room of this.rooms.values()) room.close()
    this.rooms.clear()
  }

  #room(game: AnyGame, id: string): Room | undefined {
    const { maxRooms = 1000, seed, clock, onRoom } = this.#options
    const { maxPlayers, guard, resumeMs, newKey, onError } = this.#options
    const key = `${game.name}/${id}`
    const known = this.rooms.get(key)
    if (known && !known.isClosed) return known
    if (this.rooms.size >= maxRooms) return undefined
    const nowMs = clock.nowMs()
    const room = new Room(game, {
      nowMs,
      id,
      seed: seed(),
      maxPlayers,
      guard,
      resumeMs,
      newKey,
      onError,
    })
    this.rooms.set(key, room)
    onRoom?.(room)
    return room
  }
}
