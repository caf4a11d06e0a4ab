import { type DisconnectReason, GlissadeError } from '../../base/error.ts'
import { from0, misuse } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'
import type { ClaimWish } from '../../directory/directory.ts'
import type { Link } from '../../link/link.ts'
import { OPEN_MS } from '../async-open.ts'
import { type AnyRoom, aRoom, limitsOf } from '../define-room.ts'
import { NO_RESUME_KEY } from '../players/claims.ts'
import type { Refusal } from '../players/player-receiver.ts'
import { coreOf, Room } from '../room.ts'
import { maxPlayersOf, type RoomOptions } from '../room-options.ts'
import { emptyReasons } from '../stats.ts'
import { ask, errorPlace, FAILED } from '../world/hooks.ts'
import type { RoomDetails } from '../world/listing.ts'
import type { Player } from '../world/world.ts'
import { AddressLimits } from './address-limits.ts'
import { type Due, DueQueue } from './due-queue.ts'
import type { LobbyOptions } from './lobby-options.ts'
import { Matchmaker, type ReservedSeats, type WantedSeats } from './matchmaker.ts'
import { Reception, type Visitor } from './reception.ts'
import { hasPlace, isEmpty, isStanding, placesEveryMs } from './room-places.ts'
import { RoomMap } from './server-rooms.ts'
import { SharedListings } from './shared-listings.ts'
import { SharedRooms, type SharedRoomsOptions } from './shared-rooms.ts'
import { type SlowRoom, SlowRooms } from './slow-rooms.ts'
import { TickTimes } from './tick-times.ts'

/** How long a room without players is kept, so that a reload finds its world again. */
const EMPTY_ROOM_MS: Ms = 10_000
const MAX_ROOMS = 100
/** Least time from one look at a room to the next, because sums of fractions may be off by a little. */
const LEAST_WAIT_MS: Ms = 0.01
/** The weight of the newest tick in a room's smoothed tick time. */
const TICK_GAIN = 1 / 32

const NO_SUCH_ROOM: Refusal = { reason: 'refused', detail: 'this server opens no such room' }
const TOO_MANY_ROOMS: Refusal = {
  reason: 'refused',
  detail: 'too many rooms opened from this address: try again in a moment',
}
const NO_PLACE: Refusal = { reason: 'full', detail: 'this server has no place for another room' }
const NOT_OPENED: Refusal = { reason: 'refused', detail: 'the room could not be opened' }
const JUST_CLOSED: Refusal = { reason: 'timeout', detail: 'the room has just closed: try again' }
const TOO_MANY_PLAYERS: Refusal = {
  reason: 'refused',
  detail: 'too many players from this address',
}

/** The server itself, which has no place in any room. */
const NOBODY: Visitor = {
  request: undefined,
  address: '',
  resumeKey: NO_RESUME_KEY,
  account: undefined,
}

/** A room, and when the lobby looks at it next. */
interface Entry extends Due {
  readonly key: string
  readonly room: Room
  /** Since when it has had no players, or when the lobby last looked if it keeps places. NaN: a player is connected. */
  emptySinceMs: Ms
  /** How long a tick of this room takes, smoothed. */
  tickMs: Ms
}

/**
 * Rooms by game and id. A room is made when a client asks for it, and closed 10 s after the last player left. The time of a
 * room without connections stands still: it runs no steps, and leaves that time out when a client comes. A room in which
 * nothing is due costs no time.
 */
export class Lobby {
  readonly rooms: RoomMap
  /** Finds rooms for players who look for one. */
  readonly matchmaker: Matchmaker
  /** Connections that ended before they reached a room, and pages that got no seat, by reason. */
  readonly refused: Record<DisconnectReason, number> = emptyReasons()
  /** How long the ticks of each game have taken, by the game's name. */
  readonly tickTimes: ReadonlyMap<string, TickTimes>
  readonly #options: LobbyOptions
  readonly #reception: Reception
  readonly #addresses: AddressLimits
  /** The address that each player joined from. */
  readonly #addressOf = new WeakMap<Player, string>()
  readonly #entries = new Map<string, Entry>()
  readonly #queue = new DueQueue<Entry>()
  readonly #slow: SlowRooms | undefined
  #shared: SharedRooms | undefined
  #listings: SharedListings | undefined

  constructor(options: LobbyOptions) {
    const names = options.rooms.map((room) => aRoom(room, 'Lobby').game.name)
    if (new Set(names).size !== names.length)
      throw new GlissadeError('misuse', `two games have the same name: ${names.join(', ')}`)
    from0(options.resumeMs ?? 0, 'resumeMs')
    if (options.quietHz !== undefined && !(options.quietHz >= 1))
      misuse('quietHz', options.quietHz, 'at least 1')
    this.#options = options
    this.tickTimes = new Map(names.map((name) => [name, new TickTimes()]))
    this.#addresses = options.addresses ?? new AddressLimits()
    if (options.onSlow) this.#slow = new SlowRooms((slow) => this.#tellSlow(slow))
    this.matchmaker = this.#makeMatchmaker(options)
    this.rooms = new RoomMap({
      definitions: options.rooms,
      matchmaker: this.matchmaker,
      url: () => this.#listings?.url ?? '',
      mostPlayers: (definition) => this.#mostPlayers(definition),
    })
    this.#reception = new Reception({
      clock: options.clock,
      definition: (name) => options.rooms.find(({ game }) => game.name === name),
      placeOf: (game, id, visitor) => this.#placeOf(game.name, id, visitor),
      elsewhere: (game, hash, id) => this.#shared?.elsewhere(game, hash, id) ?? null,
      roomFor: (definition, id, visitor) => this.#room(definition, id, visitor),
      addresses: this.#addresses,
      joined: (arrival) => {
        this.#addressOf.set(arrival.player, arrival.address)
        options.watcher?.playerEntered(arrival)
      },
      ended: (arrival, reason) => options.watcher?.connectionEnded(arrival, reason),
      authenticate: options.authenticate,
      onError: options.onError,
      slow: this.#slow,
      count: (...refusal) => this.#count(...refusal),
    })
  }

  #makeMatchmaker({ clock, match, newKey, onError }: LobbyOptions): Matchmaker {
    return new Matchmaker({
      rooms: () => this.rooms,
      shared: () => this.#listings,
      clock,
      match,
      newKey,
      mostPlayers: (definition) => this.#mostPlayers(definition),
      mayEnter: (address) => (this.#addresses.mayEnter(address) ? null : TOO_MANY_PLAYERS),
      placeOf: (game, id, visitor, wish) => this.#placeFor(game, id, visitor, wish),
      openRoom: (definition, id, details) => this.#openNew(definition, id, details),
      reserve: (key, seats) => this.#reserve(key, seats),
      count: (...refusal) => this.#count(...refusal),
      onError: onError ?? rethrow,
    })
  }

  /** Counts somebody who was not let in. */
  #count(reason: DisconnectReason, detail: string, address: string): void {
    this.refused[reason]++
    this.#options.watcher?.refused(reason, detail, address)
  }

  /**
   * Shares the rooms with other processes from now on, before any connection is accepted. Resolves when this process has joined
   * the directory.
   */
  async share(
    options: Omit<SharedRoomsOptions, 'games' | 'clock' | 'onError'>,
  ): Promise<SharedRooms> {
    const { clock, onError = () => {}, rooms } = this.#options
    const games = new Map(rooms.map(({ game }) => [game.name, game.hash]))
    const report = (error: unknown, where = errorPlace()): void => onError(error, where)
    this.#shared = new SharedRooms(this, { ...options, games, clock, onError: report })
    this.#listings = new SharedListings({ ...options, games, clock })
    await this.#shared.start()
    return this.#shared
  }

  #placeOf(game: string, id: string, visitor: Visitor): Refusal | null | Promise<Refusal | null> {
    const mayOpen = () => this.#mayOpen(game, id, visitor)
    return this.#shared?.placeOf(game, id, visitor, { mayOpen }) ?? null
  }

  /** As `#placeOf`, for somebody who looks for a room: says also whether one may be opened if the rooms are not shared. */
  #placeFor(
    game: string,
    id: string,
    visitor: Visitor | null,
    wish: ClaimWish,
  ): Refusal | null | Promise<Refusal | null> {
    const { match } = this.#options
    // The server's own `match` has decided already. Only the rate of the address limits it.
    const mayOpen = () =>
      visitor && (match ? this.#mayOpenAnother(visitor) : this.#mayOpen(game, id, visitor))
    if (this.#shared) return this.#shared.placeOf(game, id, visitor ?? NOBODY, { mayOpen, wish })
    return this.rooms.has(`${game}/${id}`) ? null : mayOpen()
  }

  #mostPlayers({ definition }: AnyRoom): number {
    return maxPlayersOf(limitsOf(definition, this.#options))
  }

  /** Returns why a client may not open a room that does not exist; null: it may. */
  #mayOpen(game: string, id: string, visitor: Visitor): Refusal | null {
    const { mayOpenRoom, onError } = this.#options
    const { request } = visitor
    const where = errorPlace({ game, room: id, hook: 'mayOpenRoom' })
    const answer = mayOpenRoom ? ask(onError, where, () => mayOpenRoom(request, game, id)) : true
    if (answer !== true) return answer === FAILED ? NOT_OPENED : NO_SUCH_ROOM
    return this.#mayOpenAnother(visitor)
  }

  /** Returns why an address may open no room for now. */
  #mayOpenAnother({ address }: Visitor): Refusal | null {
    const { clock } = this.#options
    return this.#addresses.mayOpenRoom(address, clock.nowMs()) ? null : TOO_MANY_ROOMS
  }

  /** Ends a room here, because it goes on elsewhere or later. See `RoomCore.endHere`. */
  endHere(key: string, reason: 'moved' | 'restarting', detail: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    coreOf(entry.room).endHere(reason, detail)
    this.#drop(entry)
  }

  /** Accepts a new connection. `address`: where it comes from. Default '', which has no limits. See `Reception`. */
  accept(link: Link, request?: unknown, address = ''): void {
    this.#reception.accept(link, request, address)
  }

  /** Returns how long a tick of a room takes at present; 0 before its first tick, and for a room that is not open. */
  tickMsOf(key: string): Ms {
    return this.#entries.get(key)?.tickMs ?? 0
  }

  /** When `advance` has something to do next; Infinity without rooms. */
  get nextDueMs(): Ms {
    return this.#queue.first?.dueMs ?? Number.POSITIVE_INFINITY
  }

  /** Runs everything that is due in rooms with connections, and closes those that stood empty. */
  advance(nowMs: Ms): void {
    for (let entry = this.#queue.first; entry && entry.dueMs <= nowMs; entry = this.#queue.first) {
      try {
        if (!isStanding(entry.room)) this.#advance(entry, nowMs)
        else this.#stand(entry, nowMs)
      } finally {
        if (entry.room.isClosed) this.#drop(entry)
        else this.#queue.set(entry, Math.max(this.#dueOf(entry), nowMs + LEAST_WAIT_MS))
      }
    }
  }

  /** Closes one room and its connections. Returns whether it was open. */
  closeRoom(key: string): boolean {
    const entry = this.#entries.get(key)
    if (entry) this.#drop(entry)
    return entry !== undefined
  }

  /** Closes all rooms, because the process ends. Their clients read `restarting`, and try for 60 s to come back. */
  close(): void {
    for (const entry of this.#entries.values()) this.#drop(entry, 'restarting')
  }

  /** Calls `onSlow`. An error that it throws must not stop the clock that drives all rooms. */
  #tellSlow(slow: SlowRoom): void {
    const { onSlow, onError } = this.#options
    const { game, room } = slow
    ask(onError, errorPlace({ game, room, hook: 'onSlow' }), () => onSlow?.(slow))
  }

  #dueOf({ room, emptySinceMs }: Entry): Ms {
    if (!isStanding(room) || room.isOpening || Number.isNaN(emptySinceMs)) return room.nextDueMs
    return emptySinceMs + (isEmpty(room) ? EMPTY_ROOM_MS : placesEveryMs(room))
  }

  #advance(entry: Entry, nowMs: Ms): void {
    const { clock } = this.#options
    const { room } = entry
    const { tick } = room
    const core = coreOf(room)
    entry.emptySinceMs = Number.NaN
    const startMs = clock.nowMs()
    room.advance(nowMs)
    const endMs = clock.nowMs()
    const ticks = room.tick - tick
    if (ticks > 0) this.#noteTicks(entry, endMs - startMs, ticks)
    this.#slow?.note(core, startMs, endMs, ticks * core.game.stepMs)
  }

  #noteTicks(entry: Entry, ms: Ms, ticks: number): void {
    this.tickTimes.get(entry.room.game.name)?.note(ms, ticks)
    entry.tickMs += (ms / ticks - entry.tickMs) * TICK_GAIN
  }

  #stand(entry: Entry, nowMs: Ms): void {
    const { room, emptySinceMs } = entry
    if (coreOf(room).isOpening(nowMs)) entry.emptySinceMs = nowMs
    else if (isEmpty(room) && nowMs - emptySinceMs >= EMPTY_ROOM_MS) room.close()
    else if (!isEmpty(room) && nowMs - emptySinceMs >= placesEveryMs(room)) {
      room.advance(nowMs)
      coreOf(room).openSeats.expire(nowMs)
      entry.emptySinceMs = nowMs
    } else if (Number.isNaN(emptySinceMs)) entry.emptySinceMs = nowMs
  }

  #drop(entry: Entry, reason?: 'restarting'): void {
    coreOf(entry.room).close(reason)
    if (entry.place >= 0) this.#queue.delete(entry)
    if (this.#entries.get(entry.key) !== entry) return
    this.rooms.delete(entry.key)
    this.#entries.delete(entry.key)
    this.#shared?.closed(entry.key)
    this.#options.watcher?.roomClosed(entry.room)
  }

  #room(definition: AnyRoom, id: string, visitor: Visitor): Room | Refusal | undefined {
    const { game } = definition
    const key = `${game.name}/${id}`
    const entry = this.#entries.get(key)
    const known = entry?.room
    const nowMs = this.#options.clock.nowMs()
    if (!(known && hasPlace(known, visitor)) && !this.#addresses.mayEnter(visitor.address))
      return TOO_MANY_PLAYERS
    // A room without connections stood still. It has to leave that time out before it tells a client its time.
    if (known && isStanding(known)) known.advance(nowMs)
    if (entry && !entry.room.isClosed) {
      this.#queue.set(entry, nowMs)
      return entry.room
    }
    if (entry) this.#drop(entry)
    // It has been given up, and has to be claimed anew.
    if (entry && this.#shared) return JUST_CLOSED
    if (this.#isFull) return NO_PLACE
    const refusal = this.#shared ? null : this.#mayOpen(game.name, id, visitor)
    // Private, so that strangers cannot see the name in a list.
    return refusal ?? this.#openNew(definition, id, { isPrivate: true })
  }

  get #isFull(): boolean {
    return this.rooms.size >= (this.#options.maxRooms ?? MAX_ROOMS)
  }

  /** Opens a room unless it is open already, if there is a place for it. */
  #openNew(definition: AnyRoom, id: string, details: RoomDetails): Room | Refusal {
    const key = `${definition.game.name}/${id}`
    if (this.#entries.has(key))
      return { reason: 'refused', detail: `the room '${id}' is open already` }
    if (this.#isFull) return NO_PLACE
    const { quietHz, onRoom, onError, seed, clock } = this.#options
    const saved = this.#shared?.savedOf(key) ?? null
    const nowMs = clock.nowMs()
    const { sendHz } = definition.game
    const options = {
      ...this.#options,
      nowMs,
      id,
      details,
      seed: seed(),
      quietHz: quietHz === undefined ? undefined : Math.min(quietHz, sendHz),
      onAway: (player: Player, isAway: boolean) => this.#countPlace(key, player, isAway),
    }
    const room =
      (saved && this.#restored(definition, saved, options)) ?? this.#opened(definition, options)
    if (!room) return NOT_OPENED
    this.#shared?.opened(key)
    const entry: Entry = { key, room, emptySinceMs: nowMs, tickMs: 0, dueMs: nowMs, place: -1 }
    this.rooms.set(key, room)
    this.#entries.set(key, entry)
    this.#queue.set(entry, nowMs)
    this.#options.watcher?.roomOpened(room)
    const where = coreOf(room).hooks.place('onRoom', null)
    if (ask(onError, where, () => onRoom?.(room)) === FAILED) {
      this.#drop(entry)
      return NOT_OPENED
    }
    return room
  }

  /** Reserves seats in an open room, which count for the address; null if it does not have that many places. */
  #reserve(key: string, { count, address, ...seat }: WantedSeats): ReservedSeats {
    const room = this.rooms.get(key)
    if (!room || room.isClosed) return null
    // Requests at once have all been let in before the first of them reserves a seat.
    if (!this.#addresses.mayEnter(address)) return TOO_MANY_PLAYERS
    const nowMs = this.#options.clock.nowMs()
    const ended = () => this.#addresses.placeGiven(address)
    // Whoever waits for the room to open cannot take the seat yet.
    const untilMs = seat.untilMs + (room.isOpening ? OPEN_MS : 0)
    const keys = coreOf(room).seats.reserve(count, nowMs, { ...seat, untilMs, address, ended })
    for (const _ of keys ?? []) this.#addresses.placeTaken(address)
    return keys
  }

  /** Returns a new room; null if the game cannot open it, of which `onError` has heard. */
  #opened(definition: AnyRoom, options: RoomOptions): Room | null {
    try {
      return new Room(definition, options)
    } catch (error) {
      if (!options.onError) throw error
      return null
    }
  }

  /** Returns the room that was saved; null if it cannot be restored. */
  #restored(definition: AnyRoom, saved: Uint8Array, options: RoomOptions): Room | null {
    try {
      return Room.restore(definition, saved, options)
    } catch (error) {
      const where = errorPlace({ game: definition.game.name, room: options.id, hook: 'restore' })
      this.#options.onError?.(error, where)
      return null
    }
  }

  #countPlace(key: string, player: Player, isAway: boolean): void {
    const address = this.#addressOf.get(player) ?? ''
    if (isAway) this.#addresses.placeTaken(address)
    else this.#addresses.placeGiven(address)
    const room = this.rooms.get(key)
    if (room && !isAway) this.#options.watcher?.placeFreed(room, player)
  }
}

function rethrow(error: unknown): void {
  throw error
}
