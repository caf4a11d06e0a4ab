import { GlissadeError } from '../base/error.ts'
import { misuse, positive } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import {
  checkFilter,
  checkGame,
  checkHash,
  checkListing,
  checkLoad,
  checkProcess,
  keyOf,
  partsOf,
  reservedMsOf,
} from '../directory/checks.ts'
import type {
  Claim,
  ClaimWish,
  Directory,
  DirectoryTimes,
  Heartbeat,
  ListedProcess,
  ListedRoom,
  ProcessLoad,
  RoomFilter,
  RoomListing,
  ServerProcess,
} from '../directory/directory.ts'
import {
  HANDED_OVER_MS,
  LEASE_MS,
  MOST_LOOKED_AT,
  ROOMS_PER_HEARTBEAT,
  SAVED_MS,
  TERM_MS,
} from '../directory/limits.ts'
import { matches } from '../directory/listed.ts'
import { notThere, OwnRooms } from '../directory/own-rooms.ts'
import type { Connection } from './connection.ts'
import { Listings } from './listings.ts'
import { claimOf, lostOf, processesOf, roomsOf } from './replies.ts'
import * as scripts from './scripts.ts'

/** How long a call waits for Redis, unless set otherwise. */
const TIMEOUT_MS = 1000
/** How many rooms one script takes back, and how many it lists for a filter. */
const BATCH = 500

/** The options of `redisDirectory`. */
export interface RedisDirectoryOptions extends DirectoryTimes {
  /** The address of the Redis server, version 7 or later: 'redis://:password@10.0.0.5:6379/0', or 'rediss://...' with TLS. */
  readonly url: string
  /** What all keys begin with, in braces. Processes with the same prefix share their rooms. Default: 'glissade'. */
  readonly prefix?: string
  /** How long a call waits for the answer of Redis before it rejects, in ms. Default: 1,000. */
  readonly timeoutMs?: Ms
  /** Told of each loss of the connection and of each attempt that fails. Default: nobody is, but calls reject anyway. */
  readonly onError?: (error: Error) => void
}

/**
 * A directory in a Redis server, through the package `redis`, which you install beside `glissade`. It connects with its first
 * call, and again after each loss. A call rejects with `unreachable` if Redis does not answer in time. Throws `misuse` if an
 * option is wrong; the first call rejects with `misuse` if the package is not installed.
 */
export function redisDirectory(options: RedisDirectoryOptions): Directory {
  return new RedisDirectory(options)
}

class RedisDirectory implements Directory {
  readonly #url: string
  readonly #base: string
  readonly #leaseMs: Ms
  readonly #savedMs: Ms
  readonly #timeoutMs: Ms
  readonly #onError: (error: Error) => void
  readonly #own = new OwnRooms()
  readonly #listings = new Listings()
  #opening: Promise<Connection> | undefined
  #isClosed = false

  constructor(options: RedisDirectoryOptions) {
    const { url, prefix = 'glissade', leaseMs = LEASE_MS, savedMs = SAVED_MS } = options
    const { timeoutMs = TIMEOUT_MS, onError = () => {} } = options
    if (!/^rediss?:\/\/\S+$/.test(url) || !URL.canParse(url))
      misuse('url', `'${url}'`, "an address, as 'redis://127.0.0.1:6379'")
    if (!/^[^{}\s]+$/.test(prefix))
      misuse('prefix', `'${prefix}'`, 'at least one character, without braces and spaces')
    this.#url = url
    this.#base = `{${prefix}}`
    this.#leaseMs = Math.ceil(positive(leaseMs, 'leaseMs'))
    this.#savedMs = Math.ceil(positive(savedMs, 'savedMs'))
    this.#timeoutMs = positive(timeoutMs, 'timeoutMs')
    this.#onError = onError
  }

  async join(self: ServerProcess): Promise<void> {
    this.#own.join(checkProcess(self))
    const { url, games, capacity } = this.#own.joined()
    const queues = Object.entries(games).map(([game, hash]) => queueOf(game, hash))
    const lists = [JSON.stringify(games), JSON.stringify(queues)]
    await this.#run(scripts.JOIN, [url, ...lists, String(capacity), String(this.#own.size)])
  }

  async heartbeat(
    load: ProcessLoad,
    listings: ReadonlyMap<string, RoomListing>,
  ): Promise<Heartbeat> {
    this.#own.joined()
    const { rooms, players, isDraining } = checkLoad(load)
    for (const [key, listing] of listings) this.#listings.set(key, checkListing(listing))
    const looked = this.#own.next(ROOMS_PER_HEARTBEAT)
    const changed = this.#listings.changed()
    const reply = await this.#run(scripts.HEARTBEAT, [
      String(rooms),
      String(players),
      flag(isDraining),
      String(looked.length),
      ...looked.flatMap(([key, term]) => [key, String(term)]),
      ...changed.flatMap(({ key, text, players }) => [key, text, players]),
    ])
    if (reply === null) return { hasLapsed: true, lost: [] }
    this.#listings.sent(changed)
    const gone = new Set((reply as Buffer[]).map(String))
    // A room that was given up since the call is not lost.
    const lost = looked.filter(([key, term]) => gone.has(key) && this.#forget(key, term))
    return { hasLapsed: false, lost: lost.map(([key]) => key) }
  }

  async claim(
    game: string,
    id: string,
    hash: number,
    wish: ClaimWish = {},
  ): Promise<Claim | 'full'> {
    const key = keyOf(game, id)
    const queue = queueOf(game, checkHash(hash))
    const wished = [flag(wish.preferSelf ?? false), String(reservedMsOf(wish))]
    const reply = await this.#run(scripts.CLAIM, [key, queue, ...wished])
    if (reply === 0) throw notThere()
    return this.#own.note(reply === null ? 'full' : claimOf(key, this.#own.id, reply))
  }

  async release(key: string, term: number): Promise<boolean> {
    const isMine = (await this.#run(scripts.RELEASE, this.#mine(key, term))) === 1
    this.#forget(key, term)
    return isMine
  }

  async handOver(key: string, term: number, saved: Uint8Array): Promise<Claim | 'full' | 'lost'> {
    const mine = this.#mine(key, term)
    const { id, games } = this.#own.joined()
    const [game] = partsOf(key)
    const times = [String(HANDED_OVER_MS), String(this.#savedMs)]
    const args = [...mine, queueOf(game, games[game] ?? -1), ...times, Buffer.from(saved)]
    const reply = await this.#run(scripts.HAND_OVER, args)
    const refusal = Buffer.isBuffer(reply) ? (String(reply) as 'full' | 'lost') : null
    if (refusal !== 'full') this.#forget(key, term)
    return refusal ?? claimOf(key, id, reply)
  }

  async checkpoint(key: string, term: number, saved: Uint8Array): Promise<boolean> {
    const args = [...this.#mine(key, term), String(this.#savedMs), Buffer.from(saved)]
    return (await this.#run(scripts.CHECKPOINT, args)) === 1
  }

  async reclaim(rooms: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, Claim | null>> {
    const { id } = this.#own.joined()
    const entries = [...rooms]
    const lost = new Map<string, Claim | null>()
    for (let first = 0; first < entries.length; first += BATCH) {
      const batch = entries.slice(first, first + BATCH)
      const args = batch.flatMap(([key, term]) => this.#mine(key, term))
      const found = lostOf(id, await this.#run(scripts.RECLAIM, args))
      for (const [key, term] of batch)
        if (found.has(key)) this.#forget(key, term)
        else this.#keep(key, term)
      for (const [key, claim] of found) lost.set(key, claim)
    }
    return lost
  }

  async find(key: string): Promise<Claim | null> {
    partsOf(key)
    const reply = await this.#run(scripts.FIND, [key])
    return reply === null ? null : claimOf(key, this.#own.id, reply)
  }

  async list(game: string, filter: RoomFilter = {}): Promise<readonly ListedRoom[]> {
    checkGame(game)
    const { most, ...wanted } = checkFilter(filter)
    const isAny = wanted.places === 0 && Object.keys(wanted.about).length === 0
    const batch = isAny ? most : BATCH
    const found: ListedRoom[] = []
    for (let first = 0; first >= 0 && first < MOST_LOOKED_AT && found.length < most; ) {
      const args = [game, String(first), String(batch)]
      const [next, ...rooms] = (await this.#run(scripts.LIST, args)) as [number, ...Buffer[]]
      found.push(...roomsOf(game, rooms).filter((room) => matches(room, wanted)))
      first = next
    }
    return found.slice(0, most)
  }

  async processes(): Promise<readonly ListedProcess[]> {
    const processes = processesOf((await this.#run(scripts.PROCESSES, [])) as Buffer[][])
    return processes.sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  async leave(): Promise<void> {
    this.#own.joined()
    await this.#run(scripts.LEAVE, [])
    this.#own.clear()
    this.#listings.clear()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const connection = await this.#opening?.catch(() => undefined)
    connection?.close()
  }

  /** The arguments that name a room of this process. Throws `misuse` before `join`, or if `key` is none. */
  #mine(key: string, term: number): string[] {
    this.#own.joined()
    partsOf(key)
    return [key, String(term)]
  }

  /** Forgets a room that this process does not have at this term. Returns false if it did not believe so. */
  #forget(key: string, term: number): boolean {
    const isForgotten = this.#own.forget(key, term)
    if (isForgotten) this.#listings.delete(key)
    return isForgotten
  }

  #keep(key: string, term: number): void {
    this.#own.keep(key, term)
    this.#listings.sendAgain(key)
  }

  async #run(script: scripts.Script, args: readonly (string | Buffer)[]): Promise<unknown> {
    if (this.#isClosed) throw new GlissadeError('misuse', 'the directory is closed')
    this.#opening ??= this.#open()
    const connection = await this.#opening
    const times = [String(this.#leaseMs), String(Math.max(TERM_MS, this.#savedMs))]
    return connection.run(script, this.#base, [this.#own.id, ...times, ...args])
  }

  async #open(): Promise<Connection> {
    try {
      const { Connection } = await import('./connection.ts')
      return new Connection(this.#url, this.#timeoutMs, this.#onError)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
      const message = 'glissade/redis needs the package redis, which is missing: npm install redis'
      throw new GlissadeError('misuse', message, { cause: error })
    }
  }
}

/** The processes that serve a game with this schema hash. */
function queueOf(game: string, hash: number): string {
  return `${game}:${hash}`
}

function flag(is: boolean): string {
  return is ? '1' : '0'
}
