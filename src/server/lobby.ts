import type { Clock } from '../base/clock.ts'
import { type DisconnectReason, GlissadeError } from '../base/error.ts'
import { from0 } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import { checkGame } from '../game/check-game.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { Player } from '../game/world.ts'
import type { Link } from '../link/link.ts'
import { AddressLimits } from './address-limits.ts'
import { type Applicant, Reception, type Refusal, type Visitor } from './reception.ts'
import { Room } from './room.ts'
import type { RoomOptions } from './room-options.ts'
import { type SlowRoom, SlowRooms } from './slow-rooms.ts'
import { emptyReasons } from './stats.ts'

/** How long a room without players is kept: a reload finds its world again. */
const EMPTY_ROOM_MS: Ms = 10_000
/** How often a room to which nobody is connected looks whether a place that is kept has to be given up. */
const PLACES_EVERY_MS: Ms = 2500
const MAX_ROOMS = 100

const NO_SUCH_ROOM: Refusal = { reason: 'refused', detail: 'this server opens no such room' }
const TOO_MANY_ROOMS: Refusal = {
  reason: 'refused',
  detail: 'too many rooms opened from this address: try again in a moment',
}
const TOO_MANY_PLAYERS: Refusal = {
  reason: 'refused',
  detail: 'too many players from this address',
}

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
  /** See `Room`. */
  readonly sameAccount?: RoomOptions['sameAccount']
  /** Most rooms at once, empty ones that are still kept included. Default 100. */
  readonly maxRooms?: number | undefined
  /**
   * Whether somebody may open the room `id` of the game of that name; asked for rooms that are not there, after
   * `authenticate`. Anything but true refuses. `request`: what `accept` was given. Default: every room may be opened.
   */
  readonly mayOpenRoom?: ((request: unknown, game: string, id: string) => boolean) | undefined
  /** Counts by address what is limited by address. Default: `AddressLimits` without options. */
  readonly addresses?: AddressLimits | undefined
  /** See `Reception`. */
  readonly authenticate?: ((applicant: Applicant) => unknown) | undefined
  /** A seed for each new room. */
  readonly seed: () => number
  /** Called when a room opens, before anybody joins. */
  readonly onRoom?: ((room: Room) => void) | undefined
  /** Takes what a game's own functions throw, see `Room`, and what `authenticate` does, see `Reception`. */
  readonly onError?: ((error: unknown) => void) | undefined
  /**
   * Called with a room whose game takes longer than 50 ms in one go, and longer than the game time that it ran in that
   * call: meanwhile no other room of the process runs. At most once in 10 s for a room. Default: nothing is measured.
   */
  readonly onSlow?: ((slow: SlowRoom) => void) | undefined
}

/** A room to which nobody is connected. */
interface StandingRoom {
  /** Since when it has no players; where places are kept, the last time that was looked at. */
  emptySinceMs: Ms
  /** When it looks after kept places. */
  nextMs: Ms
}

/**
 * Rooms by game and id: made when somebody asks for one, closed 10 s after the last player left. The time of a room to
 * which nobody is connected stands still: it is not stepped, and that time is left out when somebody comes.
 */
export class Lobby {
  readonly rooms: Map<string, Room> = new Map()
  /** Connections that ended before they reached a room, by reason. */
  readonly refused: Record<DisconnectReason, number> = emptyReasons()
  readonly #options: LobbyOptions
  readonly #reception: Reception
  readonly #addresses: AddressLimits
  /** Where each player joined from. */
  readonly #addressOf = new WeakMap<Player, string>()
  readonly #standing = new Map<Room, StandingRoom>()
  readonly #slow: SlowRooms | undefined

  constructor(options: LobbyOptions) {
    const names = options.games.map((game) => game.name)
    if (new Set(names).size !== names.length)
      throw new GlissadeError('misuse', `two games have the same name: ${names.join(', ')}`)
    for (const game of options.games) checkGame(game)
    from0(options.resumeMs ?? 0, 'resumeMs')
    this.#options = options
    this.#addresses = options.addresses ?? new AddressLimits()
    if (options.onSlow) this.#slow = new SlowRooms((slow) => this.#tellSlow(slow))
    this.#reception = new Reception({
      clock: options.clock,
      game: (name) => options.games.find((game) => game.name === name),
      room: (game, id, visitor) => this.#room(game, id, visitor),
      addresses: this.#addresses,
      joined: (player, address) => this.#addressOf.set(player, address),
      authenticate: options.authenticate,
      onError: options.onError,
      slow: this.#slow,
      count: (reason) => this.refused[reason]++,
    })
  }

  /** Takes a new connection; `address`: where it comes from, default '' without limits. See `Reception`. */
  accept(link: Link, request?: unknown, address = ''): void {
    this.#reception.accept(link, request, address)
  }

  /** When `advance` has something to do next; Infinity without rooms. */
  get nextDueMs(): Ms {
    let due = Number.POSITIVE_INFINITY
    for (const room of this.rooms.values()) {
      const standing = room.peerList.length === 0 ? this.#standing.get(room) : undefined
      const isEmpty = room.players.length === 0
      if (!standing) due = Math.min(due, room.nextDueMs)
      else due = Math.min(due, isEmpty ? standing.emptySinceMs + EMPTY_ROOM_MS : standing.nextMs)
    }
    return due
  }

  /** Runs everything that is due in rooms with somebody in them, and closes those that stood empty. */
  advance(nowMs: Ms): void {
    for (const [key, room] of this.rooms) {
      if (room.peerList.length > 0) {
        this.#standing.delete(room)
        this.#advance(room, nowMs)
      } else this.#stand(key, room, nowMs)
      if (room.isClosed) this.#drop(key, room)
    }
  }

  /** Closes all rooms and their connections. */
  close(): void {
    for (const [key, room] of this.rooms) this.#drop(key, room)
  }

  /** What `onSlow` throws must not stop the clock that drives all rooms. */
  #tellSlow(slow: SlowRoom): void {
    const { onSlow, onError } = this.#options
    try {
      onSlow?.(slow)
    } catch (error) {
      if (!onError) throw error
      onError(error)
    }
  }

  #advance(room: Room, nowMs: Ms): void {
    const { clock } = this.#options
    const { tick, game } = room
    const startMs = clock.nowMs()
    room.advance(nowMs)
    this.#slow?.note(room, startMs, clock.nowMs(), (room.tick - tick) * game.stepMs)
  }

  #stand(key: string, room: Room, nowMs: Ms): void {
    const standing = this.#standing.get(room) ?? this.#stood(room, nowMs)
    if (room.players.length === 0) {
      if (nowMs - standing.emptySinceMs >= EMPTY_ROOM_MS) this.#drop(key, room)
      return
    }
    standing.emptySinceMs = nowMs
    if (nowMs < standing.nextMs) return
    room.advance(nowMs)
    standing.nextMs = nowMs + this.#placesEveryMs
  }

  #stood(room: Room, nowMs: Ms): StandingRoom {
    const standing = { emptySinceMs: nowMs, nextMs: nowMs + this.#placesEveryMs }
    this.#standing.set(room, standing)
    return standing
  }

  get #placesEveryMs(): Ms {
    return Math.min(PLACES_EVERY_MS, this.#options.resumeMs ?? PLACES_EVERY_MS)
  }

  #drop(key: string, room: Room): void {
    room.close()
    this.rooms.delete(key)
    this.#standing.delete(room)
  }

  #room(game: AnyGame, id: string, visitor: Visitor): Room | Refusal | undefined {
    const key = `${game.name}/${id}`
    const known = this.rooms.get(key)
    const nowMs = this.#options.clock.nowMs()
    if (!known?.hasPlaceOf(visitor) && !this.#addresses.mayEnter(visitor.address))
      return TOO_MANY_PLAYERS
    // A room without connections stood still: before somebody is told its time, it has to leave that out.
    if (known?.peerList.length === 0) known.advance(nowMs)
    if (known && !known.isClosed) return known
    if (known) this.#drop(key, known)
    const { maxRooms = MAX_ROOMS, mayOpenRoom } = this.#options
    if (this.rooms.size >= maxRooms) return undefined
    if (mayOpenRoom && mayOpenRoom(visitor.request, game.name, id) !== true) return NO_SUCH_ROOM
    if (!this.#addresses.mayOpenRoom(visitor.address, nowMs)) return TOO_MANY_ROOMS
    return this.#open(key, game, id, nowMs)
  }

  #open(key: string, game: AnyGame, id: string, nowMs: Ms): Room {
    const { maxPlayers, guard, resumeMs, newKey, sameAccount, onError, onRoom, seed } =
      this.#options
    const room = new Room(game, {
      nowMs,
      id,
      seed: seed(),
      maxPlayers,
      guard,
      resumeMs,
      newKey,
      sameAccount,
      onError,
      onAway: (player, isAway) => this.#countPlace(player, isAway),
    })
    this.rooms.set(key, room)
    this.#stood(room, nowMs)
    try {
      onRoom?.(room)
    } catch (error) {
      this.#drop(key, room)
      throw error
    }
    return room
  }

  #countPlace(player: Player, isAway: boolean): void {
    const address = this.#addressOf.get(player) ?? ''
    if (isAway) this.#addresses.placeTaken(address)
    else this.#addresses.placeGiven(address)
  }
}
