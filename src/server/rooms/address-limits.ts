import { RateLimit } from '../../base/rate-limit.ts'
import { above0 } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'

/** Below the 64 places of a room, so that one address alone does not fill it. */
const MAX_PER_ADDRESS = 60
const JOINS_PER_SECOND = 10
/** Joins at once, in seconds of the rate, because all players of one address may come back together. */
const JOINS_BURST_SECONDS = 6
const ROOMS_PER_SECOND = 1
/** Rooms opened at once, in seconds of the rate. */
const ROOMS_BURST_SECONDS = 5
/** A player who comes back has an old connection and a new one for a while, and one who joins is no player yet. */
const CONNECTIONS_PER_PLAYER = 2

/** Limits for each address. Infinity switches a limit off. */
export interface AddressLimitOptions {
  /**
   * Most players of one address. Players whose place is kept count, and so do downloads that nobody reads. Twice as many
   * connections may be open while players join and come back. Above 0, default 60.
   */
  readonly maxPerAddress?: number | undefined
  /** Joins of one address a second. Six times as many may come at once. Above 0, default 10. */
  readonly joinsPerSecond?: number | undefined
  /** Rooms that one address opens a second. Five times as many may be opened at once. Above 0, default 1. */
  readonly roomsPerSecond?: number | undefined
}

/** How often each limit has refused something. */
export interface AddressLimitStats {
  /** Connections and requests, by `maxPerAddress`. */
  connections: number
  /** Players who wanted to join, by `maxPerAddress`. */
  players: number
  /** Joins, by `joinsPerSecond`. */
  joins: number
  /** Rooms, by `roomsPerSecond`. */
  rooms: number
}

/**
 * Counts what each address has and does. An address is any text, such as `203.0.113.7`. The empty one stands for an unknown
 * address, and has no limits. Callers pass the time. Throws `misuse` for limits that are not above 0.
 */
export class AddressLimits {
  readonly stats: AddressLimitStats = { connections: 0, players: 0, joins: 0, rooms: 0 }
  /** Most players of an address. */
  readonly maxPerAddress: number
  readonly #joins: RateLimit
  readonly #rooms: RateLimit
  readonly #connections = new Map<string, number>()
  readonly #places = new Map<string, number>()

  constructor(options: AddressLimitOptions = {}) {
    const { joinsPerSecond = JOINS_PER_SECOND, roomsPerSecond = ROOMS_PER_SECOND } = options
    this.maxPerAddress = above0(options.maxPerAddress ?? MAX_PER_ADDRESS, 'maxPerAddress')
    const joinsBurst = Math.max(1, JOINS_BURST_SECONDS * joinsPerSecond)
    this.#joins = new RateLimit(joinsPerSecond, joinsBurst, 'joinsPerSecond')
    const roomsBurst = Math.max(1, ROOMS_BURST_SECONDS * roomsPerSecond)
    this.#rooms = new RateLimit(roomsPerSecond, roomsBurst, 'roomsPerSecond')
  }

  /** Returns the places of an address: players, those whose place is kept included, and downloads that are not read. */
  places(address: string): number {
    return this.#places.get(address) ?? 0
  }

  /** Whether one more connection may be made. Call it before the connection is counted. */
  mayConnect(address: string): boolean {
    const connections = this.#connections.get(address) ?? 0
    if (address === '' || connections < CONNECTIONS_PER_PLAYER * this.maxPerAddress) return true
    this.stats.connections++
    return false
  }

  /** Counts a connection, whether it has joined or not. */
  connected(address: string): void {
    change(this.#connections, address, 1)
  }

  /** Counts the end of a connection. */
  disconnected(address: string): void {
    change(this.#connections, address, -1)
  }

  /** Counts a player who has joined, or whose place is kept now that the connection broke. */
  placeTaken(address: string): void {
    change(this.#places, address, 1)
  }

  /** Counts the end of a place: the connection is gone, or the place is no longer kept. */
  placeGiven(address: string): void {
    change(this.#places, address, -1)
  }

  /** Counts a download that takes long, as a connection and as a place. */
  downloadBegan(address: string): void {
    this.connected(address)
    this.placeTaken(address)
  }

  /** Counts the end of such a download. */
  downloadEnded(address: string): void {
    this.disconnected(address)
    this.placeGiven(address)
  }

  /** Whether a player may join who has no place yet. */
  mayEnter(address: string): boolean {
    if (address === '' || this.places(address) < this.maxPerAddress) return true
    this.stats.players++
    return false
  }

  /** Whether the address may ask to join now. Counts it. */
  mayJoin(address: string, nowMs: Ms): boolean {
    if (address === '' || this.#joins.take(address, nowMs)) return true
    this.stats.joins++
    return false
  }

  /** Whether the address may open a room now. Counts it. */
  mayOpenRoom(address: string, nowMs: Ms): boolean {
    if (address === '' || this.#rooms.take(address, nowMs)) return true
    this.stats.rooms++
    return false
  }
}

function change(counts: Map<string, number>, address: string, by: number): void {
  if (address === '') return
  const count = (counts.get(address) ?? 0) + by
  if (count > 0) counts.set(address, count)
  else counts.delete(address)
}
