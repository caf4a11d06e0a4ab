import type { Clock } from '../../base/clock.ts'
import { type DisconnectReason, GlissadeError } from '../../base/error.ts'
import type { Ms } from '../../base/units.ts'
import { checkFilter } from '../../directory/checks.ts'
import type { ClaimWish, ListedRoom, RoomFilter } from '../../directory/directory.ts'
import { matches } from '../../directory/listed.ts'
import { keyToText, type ResumeKey } from '../../wire/packets/handshake.ts'
import type { AnyRoom } from '../define-room.ts'
import { randomKey } from '../players/new-key.ts'
import type { Refusal } from '../players/player-receiver.ts'
import type { Room } from '../room.ts'
import { errorPlace, type OnError } from '../world/hooks.ts'
import type { RoomDetails } from '../world/listing.ts'
import { byPlayers, localListings } from './local-listings.ts'
import { checkMatch, type Match, type MatchFunction, matchByWish, wishedAbout } from './match.ts'
import type { Visitor } from './reception.ts'
import { SentPlayers } from './sent-players.ts'
import type { SharedListings } from './shared-listings.ts'
import { Turns } from './turns.ts'

/** How long `match` may take. */
const MATCH_MS: Ms = 7000
/** How long it may take to answer a request: less than a page waits. */
const DECIDE_MS: Ms = 12_000
/** How often a player's room is decided anew because it was full or gone by then. */
const TRIES = 3
/** How many processes in a row may send a page on to another one. */
export const MOST_HOPS = 3
/** The most rooms that `match` gets. */
const MOST_ROOMS = 1000
/** The most pages that wait for a decision about one game. */
const MOST_WAITING = 500

const FAILED: Refusal = {
  reason: 'timeout',
  detail: 'the server could not find a room: try again in a moment',
}
const TOO_MANY: Refusal = {
  reason: 'timeout',
  detail: 'too many players look for a room: try again in a moment',
}
const TOO_LATE: Refusal = { reason: 'timeout', detail: 'the server took too long to decide' }
const NO_PLACE: Refusal = { reason: 'full', detail: 'no server has a place for another room' }
const GONE: Refusal = { reason: 'full', detail: 'the room is full, or gone: try again' }

/** A request for seats. */
export interface SeatRequest {
  readonly definition: AnyRoom
  readonly wish: unknown
  readonly create: RoomDetails | null
  /** The room for which another process has sent the page here; null: none. */
  readonly room: string | null
  /** How many processes have sent the page on. Infinity: it has to get its seats here. */
  readonly hops: number
  /** The page that asks; null: the server itself, which has no limits. */
  readonly visitor: Visitor | null
  readonly seats: number
  /** How long they are kept. */
  readonly seatMs: Ms
  /** Returns whether nobody waits for the answer any longer. */
  isGone(): boolean
}

/** Seats in a room of this process. */
export interface Seated {
  readonly room: string
  /** One resume key for each seat, as text. */
  readonly keys: readonly string[]
}

/** Where a page asks next. */
export interface SentOn {
  /** The address of another process. */
  readonly moved: string
  readonly room: string
  readonly hops: number
}

/** The seats that a matchmaker wants in a room. */
export interface WantedSeats {
  readonly count: number
  readonly untilMs: Ms
  /** The address for which they count. */
  readonly address: string
  /** Whether they are for whoever has just created the room, even if it has locked itself when it opened. */
  readonly isCreator: boolean
}

/** The key of each seat, or why the address gets none; null: the room does not have that many places. */
export type ReservedSeats = readonly ResumeKey[] | Refusal | null

/** What a matchmaker needs of its lobby. */
export interface MatchmakerHost {
  readonly clock: Clock
  /** The rooms of this process, by `game/id`. */
  rooms(): ReadonlyMap<string, Room>
  /** The rooms of all processes; undefined: there is only this one. */
  shared(): SharedListings | undefined
  /** The most players of a room of this game. */
  mostPlayers(definition: AnyRoom): number
  /** Returns why no more players of an address may enter; null: they may. */
  mayEnter(address: string): Refusal | null
  /** Returns whether a room may be opened, or entered if it is open: null, or why not; if it is elsewhere, where. */
  placeOf(
    game: string,
    id: string,
    visitor: Visitor | null,
    wish: ClaimWish,
  ): Refusal | null | Promise<Refusal | null>
  /** Opens a room after `placeOf`. */
  openRoom(definition: AnyRoom, id: string, details: RoomDetails): Room | Refusal
  /** Reserves seats in an open room. */
  reserve(key: string, seats: WantedSeats): ReservedSeats
  /** Counts a page that got no seat. */
  count(reason: DisconnectReason, detail: string, address: string): void
  readonly match: MatchFunction | undefined
  readonly newKey: (() => ResumeKey) | undefined
  /** Called with errors of the directory, and of `match` unless they are for the player. */
  readonly onError: OnError
}

/** Finds rooms for players, or creates them, and reserves seats there. */
export class Matchmaker {
  readonly #host: MatchmakerHost
  readonly #sent: SentPlayers
  readonly #turns = new Turns(MOST_WAITING)

  constructor(host: MatchmakerHost) {
    this.#host = host
    this.#sent = new SentPlayers(host.clock)
  }

  /** Returns the rooms of a game that are neither private nor locked, in all processes. Rejects as the directory does. */
  async list(game: string, filter: RoomFilter = {}): Promise<ListedRoom[]> {
    const rooms = this.#host.rooms()
    const shared = this.#host.shared()
    const { about, places, most } = checkFilter(filter)
    const wanted = { about, places }
    const listed = (await shared?.list(game, { about, places, most })) ?? []
    const others = listed.filter(({ key, url }) => !rooms.has(key) && url !== shared?.url)
    const all = [...this.#here(game), ...others].filter((room) => matches(room, wanted))
    return all.sort(byPlayers).slice(0, most)
  }

  /** Whether a room is open, here or in another process. Rejects as the directory does. */
  async isOpen(game: string, id: string): Promise<boolean> {
    if (this.#host.rooms().has(`${game}/${id}`)) return true
    return ((await this.#host.shared()?.urlOf(game, id)) ?? null) !== null
  }

  /** Returns the address of a process that serves a game with this schema; null: there is none. */
  async urlFor(game: string, hash: number): Promise<string | null> {
    return (await this.#host.shared()?.urlFor(game, hash)) ?? null
  }

  #here(game: string): ListedRoom[] {
    return localListings(this.#host.rooms(), game, this.#host.shared()?.url ?? '')
  }

  /**
   * Reserves seats where `match` decides. The requests for one game are decided one after another, so that two players who ask
   * at the same time do not both create a room. Addresses take turns. After 12 s, a request is refused with `timeout`.
   */
  async place(asked: SeatRequest): Promise<Seated | SentOn | Refusal> {
    let isLate = false
    const isGone = (): boolean => isLate || asked.isGone()
    const deciding = this.#find({ ...asked, isGone })
    const inTime = await this.#inTime(deciding, DECIDE_MS, () => {
      isLate = true
    })
    const found = inTime ?? TOO_LATE
    if ('reason' in found && asked.visitor)
      this.#host.count(found.reason, found.detail, asked.visitor.address)
    return found
  }

  async #find(asked: SeatRequest): Promise<Seated | SentOn | Refusal> {
    const { room, definition } = asked
    const { name } = definition.game
    const refusal = this.#refusal(asked)
    if (refusal) return refusal
    try {
      const seated = room === null ? null : await this.#sit(asked, room)
      const who = asked.visitor?.address ?? ''
      return seated ?? (await this.#turns.run(name, who, () => this.#decide(asked))) ?? TOO_MANY
    } catch (error) {
      if (isForPlayer(error)) return { reason: 'refused', detail: error.message }
      this.#host.onError(error, errorPlace({ game: name, room: room ?? undefined }))
      return FAILED
    }
  }

  /** Returns why somebody gets no seat, wherever that may be; null: one may be looked for. */
  #refusal(asked: SeatRequest): Refusal | null {
    return asked.isGone() ? TOO_LATE : this.#host.mayEnter(asked.visitor?.address ?? '')
  }

  async #decide(asked: SeatRequest): Promise<Seated | SentOn | Refusal> {
    for (let left = TRIES; left > 0; left--) {
      const refusal = this.#refusal(asked)
      if (refusal) return refusal
      const rooms = await this.#roomsFor(asked)
      const match = await this.#match(asked, rooms)
      if ('reason' in match) return match
      if ('create' in match) return this.create(asked, match.create)
      const found = await this.#join(asked, match.join, rooms)
      if (found) return found
    }
    return GONE
  }

  /** Returns the rooms that `match` may choose from. The default of `match` needs only those that suit. */
  async #roomsFor({ definition, wish, create, hops, seats }: SeatRequest): Promise<ListedRoom[]> {
    const { name } = definition.game
    const isDefault = this.#host.match === undefined
    if (isDefault && create) return []
    const wanted = { about: isDefault ? wishedAbout(wish) : {}, places: seats }
    if (hops >= MOST_HOPS) {
      const here = this.#here(name).filter((room) => matches(room, wanted))
      return here.sort(byPlayers).slice(0, MOST_ROOMS)
    }
    const listed = await this.list(name, { ...wanted, most: MOST_ROOMS })
    return this.#sent.added(name, listed).filter((room) => matches(room, wanted))
  }

  async #match(asked: SeatRequest, rooms: readonly ListedRoom[]): Promise<Match | Refusal> {
    const { match = matchByWish, onError } = this.#host
    const { definition, wish, create, visitor } = asked
    const game = definition.game.name
    const where = errorPlace({ game, hook: 'match' })
    try {
      const request = visitor?.request
      const deciding = match({ game, wish, create, rooms, request })
      const made = await this.#inTime(deciding, MATCH_MS, () => {
        const said = `match took longer than ${MATCH_MS / 1000} s: game '${game}'`
        onError(new GlissadeError('timeout', said), where)
      })
      return made === null ? TOO_LATE : checkMatch(made)
    } catch (error) {
      if (isForPlayer(error)) throw error
      onError(error, where)
      return { reason: 'refused', detail: 'the server refused' }
    }
  }

  /** Returns what a promise resolves to, or null after calling `onLate` if that takes too long. */
  async #inTime<T>(value: T | PromiseLike<T>, ms: Ms, onLate: () => void): Promise<T | null> {
    let undo = (): void => {}
    const late = new Promise<null>((resolve) => {
      undo = this.#host.clock.after(ms, () => {
        onLate()
        resolve(null)
      })
    })
    return Promise.race([value, late]).finally(() => undo())
  }

  /** Reserves seats in an open room, or says where they may be had; null: neither. */
  async #join(
    asked: SeatRequest,
    id: string,
    listed: readonly ListedRoom[],
  ): Promise<Seated | SentOn | Refusal | null> {
    const { definition, hops } = asked
    const { name } = definition.game
    if (this.#host.rooms().has(`${name}/${id}`)) return this.#sit(asked, id)
    if (hops >= MOST_HOPS) return null
    const room = listed.find((one) => one.id === id)
    if (room) this.#sent.note(room, true)
    const url = room?.url ?? (await this.#host.shared()?.urlOf(name, id)) ?? null
    return url === null ? null : { moved: url, room: id, hops: hops + 1 }
  }

  /** Reserves seats in an open room of this process; null if it does not have that many places, or is not here. */
  async #sit(asked: SeatRequest, id: string): Promise<Seated | SentOn | Refusal | null> {
    const { definition, hops, visitor } = asked
    const { name } = definition.game
    const key = `${name}/${id}`
    if (!this.#host.rooms().has(key)) return null
    const refusal = await this.#host.placeOf(name, id, visitor, {})
    if (refusal) return this.#sentOn(refusal, id, hops)
    return this.#reserve(asked, id, false)
  }

  #reserve(asked: SeatRequest, id: string, isCreator: boolean): Seated | Refusal | null {
    if (asked.isGone()) return TOO_LATE
    const { definition, seats: count, seatMs, visitor } = asked
    const untilMs = this.#host.clock.nowMs() + seatMs
    const wanted = { count, untilMs, address: visitor?.address ?? '', isCreator }
    const keys = this.#host.reserve(`${definition.game.name}/${id}`, wanted)
    if (keys === null || 'reason' in keys) return keys
    return { room: id, keys: keys.map(keyToText) }
  }

  /**
   * Creates a room, and reserves seats in it: here if the page has been sent here for it, or has been sent too often, or else
   * where the directory decides. `givenId` default: one that nobody can guess, or the one for which the page was sent.
   */
  async create(
    asked: SeatRequest,
    details: RoomDetails,
    givenId?: string,
  ): Promise<Seated | SentOn | Refusal> {
    const { definition, hops, visitor } = asked
    const { name } = definition.game
    const id = givenId ?? (await this.#newId(asked))
    const preferSelf = hops >= MOST_HOPS
    const refusal = await this.#host.placeOf(name, id, visitor, { preferSelf })
    if (refusal) {
      const next = this.#sentOn(refusal, id, hops)
      if ('moved' in next) this.#noteNew(definition, next, details)
      return next
    }
    // Somebody may have opened it in the meantime. A page then sits down in it.
    const isOpen = this.#host.rooms().has(`${name}/${id}`)
    if (isOpen && givenId === undefined) return (await this.#sit(asked, id)) ?? GONE
    const unwanted = this.#refusal(asked)
    if (unwanted) return unwanted
    const room = this.#host.openRoom(definition, id, details)
    return 'reason' in room ? room : (this.#reserve(asked, id, true) ?? GONE)
  }

  #sentOn(refusal: Refusal, room: string, hops: number): SentOn | Refusal {
    if (refusal.reason !== 'moved') return refusal
    return hops < MOST_HOPS ? { moved: refusal.detail, room, hops: hops + 1 } : NO_PLACE
  }

  #noteNew(definition: AnyRoom, { moved, room }: SentOn, details: RoomDetails): void {
    const { about = {}, isPrivate = false, maxPlayers = Number.POSITIVE_INFINITY } = details
    const most = Math.min(maxPlayers, this.#host.mostPlayers(definition))
    const key = `${definition.game.name}/${room}`
    this.#sent.note({ key, id: room, url: moved, players: 0, maxPlayers: most, about }, !isPrivate)
  }

  /** Returns the id for which another process has sent a page here, or one of 128 bits, which nobody can guess. */
  async #newId({ definition, room }: SeatRequest): Promise<string> {
    const { newKey = randomKey } = this.#host
    const { name } = definition.game
    const isOpen = room === null || this.#host.rooms().has(`${name}/${room}`)
    // A page may make an id up. Only the directory knows which one another process has reserved for this one.
    if (!isOpen && (await this.#host.shared()?.isMine(name, room))) return room
    return [...newKey(), ...newKey()].map((half) => half.toString(36).padStart(7, '0')).join('')
  }
}

/** Whether an error has words for the player. */
function isForPlayer(error: unknown): error is GlissadeError {
  return error instanceof GlissadeError && error.code === 'refused'
}
