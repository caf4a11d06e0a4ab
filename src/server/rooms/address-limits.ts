import { RateLimit } from '../../base/rate-limit.ts'
import { above0 } from '../../base/settings.ts'
import type { Ms } from '../../base/units.ts'

/** Below the 64 places of a room: one address alone does not fill it. */
const MAX_PER_ADDRESS = 60
const JOINS_PER_SECOND = 10
/** Joins at once, in seconds of the rate: all players of one address may come back together. */
const JOINS_BURST_SECONDS = 6
const ROOMS_PER_SECOND = 1
/** Rooms opened at once, in seconds of the rate. */
const ROOMS_BURST_SECONDS = 5
/** A player who comes back has an old connection and a new one for a while, and a joining one is no player yet. */
const CONNECTIONS_PER_PLAYER = 2

/** What one address may do. Infinity switches a limit off. */
export interface AddressLimitOptions {
  /**
   * Most players of one address, those whose place is kept for their return and downloads that nobody reads included. Twice
   * as many connections may be open while players join and come back. Above 0, default 60.
   */
  readonly maxPerAddress?: number | undefined
  /** Joins of one address in a second, six times as many at once. Above 0, default 10. */
  readonly joinsPerSecond?: number | undefined
  /** Rooms that one address opens in a second, five times as many at once. Above 0, default 1. */
  readonly roomsPerSecond?: number | undefined
}

/** How often each limit has refused somebody. */
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
 * Counts what each address has and does. An address is any text, such as `203.0.113.7`; the empty one stands for nobody
 * knows which, and has no limits. Time comes in as an argument. Throws `misuse` for limits that are not above 0.
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

  /** Places of an address: players, those whose place is kept included, and downloads that are not read. */
  places(address: string): number {
    return this.#places.get(address) ?? 0
  }

  /** Whether one more connection may be made; to be asked before it is counted. */
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

  /** Its end. */
  disconnected(address: string): void {
    change(this.#connections, address, -1)
  }

  /** Counts a player who has joined, or whose place is kept now that the connection broke. */
  placeTaken(address: string): void {
    change(this.#places, address, 1)
  }

  /** Its end: the connection is gone, or the place is no longer kept. */
  placeGiven(address: string): void {
    change(this.#places, address, -1)
  }

  /** Counts a download that takes long, as a connection and as a place. */
  downloadBegan(address: string): void {
    this.connected(address)
    this.placeTaken(address)
  }

  /** Its end. */
  downloadEnded(address: string): void {
    this.disconnected(address)
    this.placeGiven(address)
  }

  /** Whether somebody may join who has no place yet. */
  mayEnter(address: string): boolean {
    if (address === '' || this.places(address) < this.maxPerAddress) return true
    this.stats.players++
    return false
  }

  /** Whether somebody may ask to join now; counts it. */
  mayJoin(address: string, nowMs: Ms): boolean {
    if (address === '' || this.#joins.take(address, nowMs)) return true
    this.stats.joins++
    return false
  }

  /** Whether a room may be opened for somebody now; counts it. */
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
