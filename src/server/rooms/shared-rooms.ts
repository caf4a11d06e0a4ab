import type { Clock } from '../../base/clock.ts'
import type { Ms } from '../../base/units.ts'
import type { Directory, Claim as RoomClaim, RoomListing } from '../../directory/directory.ts'
import type { Claim } from '../players/claims.ts'
import type { Refusal } from '../players/player-receiver.ts'
import { coreOf } from '../room.ts'
import type { ErrorPlace } from '../world/hooks.ts'
import { Drain, type LocalRooms, movedTo, savedOf } from './drain.ts'
import { listingOf } from './local-listings.ts'
import type { Opening } from './opening.ts'
import { sharedId, sharedName, splitKey } from './shared-names.ts'

/** How often a process renews its lease. */
const HEARTBEAT_MS: Ms = 1000
/** How often the process looks for checkpoints that are due, as a share of the time between two. */
const STORED_SHARE = 0.25
/** A room that was claimed and did not open for so long is given up. */
const UNOPENED_MS: Ms = 10_000

/** Clients that come back try again. Others read it. */
const NO_CONTACT: Refusal = {
  reason: 'timeout',
  detail: 'this server cannot reach its directory of rooms: try again in a moment',
}
const FULL: Refusal = { reason: 'full', detail: 'no server has a place for another room' }
const DRAINING: Refusal = { reason: 'full', detail: 'this server is about to end' }

export interface SharedRoomsOptions {
  readonly directory: Directory
  /** The name of this process, new at each start. */
  readonly processId: string
  /** The address at which clients reach it. */
  readonly url: string
  /** The most rooms that it takes. */
  readonly capacity: number
  /** The hash of the schema of each game, by the game's name. */
  readonly games: ReadonlyMap<string, number>
  /** How often rooms are stored, so that they go on elsewhere if this process dies. Infinity: never. */
  readonly checkpointMs: Ms
  readonly clock: Clock
  /** Called with errors of the directory, and of `Room.save`. */
  readonly onError: (error: unknown, where?: ErrorPlace) => void
}

/** What this process knows of a room that the directory has given it. */
interface Owned {
  term: number
  /** What the room goes on from when it opens. */
  saved: Uint8Array | null
  readonly sinceMs: Ms
  checkpointAtMs: Ms
  /** Whether the directory keeps bytes of it, from which it can go on. */
  isStored: boolean
}

/**
 * Keeps the rooms of a process in agreement with a `Directory`, which other processes share. It asks the directory before a room
 * opens, sends clients to the process that has their room, renews the lease of the process, stores checkpoints, and hands rooms
 * over. Rooms of games with different schemas are different rooms, so that two versions of a game can run side by side.
 */
export class SharedRooms {
  readonly #options: SharedRoomsOptions
  readonly #local: LocalRooms
  readonly #owned = new Map<string, Owned>()
  /** Rooms that run here, and that another process may have. */
  readonly #lost = new Set<string>()
  /** Rooms that were given up, with their terms, until the directory knows. */
  readonly #released = new Map<string, number>()
  #releasing: Promise<void> | null = null
  /** Claims that have no answer yet, so that each room is claimed once. */
  readonly #asked = new Map<string, Promise<RoomClaim | 'full'>>()
  readonly #drain: Drain
  /** What the directory was told of each room. */
  readonly #told = new Map<string, string>()
  /** How to undo each timer. */
  readonly #timers = new Map<unknown, () => void>()
  #renewedAtMs: Ms
  #isDraining = false
  #isStopping = false
  #isOver = false

  /** `local`: the rooms of this process, by 'game/id'. */
  constructor(local: LocalRooms, options: SharedRoomsOptions) {
    this.#options = options
    this.#local = local
    this.#renewedAtMs = options.clock.nowMs()
    this.#drain = new Drain({
      ...options,
      local,
      termOf: (key) => this.#owned.get(key)?.term,
      isStored: (key) => this.#owned.get(key)?.isStored === true,
      sharedKey: (key) => this.#sharedKey(key),
      suspectLost: (key) => this.#lost.add(key),
      disown: (key) => {
        this.#owned.delete(key)
        this.#forget(key)
      },
    })
  }

  /** Joins the directory, and renews the lease from then on. Rejects if the directory cannot be reached. */
  async start(): Promise<void> {
    await this.#join()
    this.#every(HEARTBEAT_MS, () => this.#beat())
    const { checkpointMs } = this.#options
    if (checkpointMs < Number.POSITIVE_INFINITY)
      this.#every(checkpointMs * STORED_SHARE, () => this.#store())
  }

  /** Whether the lease holds, as far as this process knows. */
  get hasContact(): boolean {
    return this.#options.clock.nowMs() - this.#renewedAtMs < 3 * HEARTBEAT_MS
  }

  /** Why this process takes no new players; null: it does. */
  get unready(): string | null {
    if (this.#isDraining) return 'the server hands over its rooms'
    return this.hasContact ? null : 'the server cannot reach its directory'
  }

  /**
   * Returns whether a client may enter a room of this process (null), or why not; if the room is elsewhere, where. `opening`
   * says whether and where a room may be opened that nobody has.
   */
  placeOf(
    game: string,
    id: string,
    claim: Claim,
    opening: Opening,
  ): Refusal | null | Promise<Refusal | null> {
    const key = `${game}/${id}`
    const moving = this.#drain.movingTo(key)
    if (moving) return moving
    const room = this.#local.rooms.get(key)
    if (!room || !this.#owned.has(key)) return this.#ask(key, opening)
    const isSure = this.hasContact && !this.#lost.has(key)
    return isSure || coreOf(room).hasPlaceOf(claim) ? null : NO_CONTACT
  }

  async #ask(key: string, { mayOpen, wish }: Opening): Promise<Refusal | null> {
    const { directory, onError } = this.#options
    try {
      // First, so that strangers cannot claim more rooms than they may open.
      const found = await directory.find(this.#sharedKey(key))
      if (found && !found.isMine) return movedTo(found)
      if (this.#isStopping) return DRAINING
      const refusal = found ? null : mayOpen()
      if (refusal) return refusal
      const claim = await this.#claim(key, wish)
      if (claim === 'full') return this.#isDraining ? DRAINING : FULL
      return claim.isMine ? null : movedTo(claim)
    } catch (error) {
      onError(error)
      return NO_CONTACT
    }
  }

  /** Claims a room. Those who ask at the same time share the answer. */
  #claim(key: string, wish: Opening['wish']): Promise<RoomClaim | 'full'> {
    const asked = this.#asked.get(key)
    if (asked) return asked
    const [game, id] = splitKey(key)
    const hash = this.#options.games.get(game)!
    const asking = this.#options.directory
      .claim(sharedName(game, hash), sharedId(id), hash, wish)
      .then((claim) => {
        if (claim !== 'full' && claim.isMine && !this.#owned.has(key)) this.#own(key, claim)
        return claim
      })
      .finally(() => this.#asked.delete(key))
    this.#asked.set(key, asking)
    return asking
  }

  /** Returns where a room of another version of a game is; null: nowhere, or not known. */
  async elsewhere(game: string, hash: number, id: string): Promise<Refusal | null> {
    try {
      const found = await this.#options.directory.find(`${sharedName(game, hash)}/${sharedId(id)}`)
      return found && !found.isMine ? movedTo(found) : null
    } catch (error) {
      this.#options.onError(error)
      return null
    }
  }

  #own(key: string, { term, saved }: Pick<RoomClaim, 'term' | 'saved'>): void {
    const sinceMs = this.#options.clock.nowMs()
    const checkpointAtMs = sinceMs + this.#options.checkpointMs
    this.#owned.set(key, { term, saved, sinceMs, checkpointAtMs, isStored: saved !== null })
    this.#forget(key)
  }

  #forget(key: string): void {
    for (const kept of [this.#told, this.#lost]) kept.delete(key)
  }

  /** Returns what a room that opens now goes on from; null: nothing. */
  savedOf(key: string): Uint8Array | null {
    return this.#owned.get(key)?.saved ?? null
  }

  /** Notes that a room has opened: what it went on from is no longer needed here. */
  opened(key: string): void {
    const owned = this.#owned.get(key)
    if (owned) owned.saved = null
  }

  /** Gives up a room that has closed. */
  closed(key: string): void {
    const owned = this.#owned.get(key)
    if (!owned) return
    this.#owned.delete(key)
    this.#forget(key)
    this.#released.set(this.#sharedKey(key), owned.term)
    this.#try(() => this.#release())
  }

  /** Releases the rooms that were given up. Those for which this fails are released with the next heartbeat. */
  #release(): Promise<void> {
    this.#releasing ??= this.#releaseAll().finally(() => {
      this.#releasing = null
    })
    return this.#releasing
  }

  async #releaseAll(): Promise<void> {
    for (const [shared, term] of this.#released) {
      await this.#options.directory.release(shared, term)
      this.#released.delete(shared)
    }
  }

  /**
   * Hands all rooms to other processes, one after another, and takes no new ones. Rooms for which no process has a place, and
   * those that cannot be saved, stay. Resolves to how many stay.
   */
  async drain(): Promise<number> {
    this.#isDraining = true
    await this.#try(() => this.#beat())
    return this.#drain.handOverAll()
  }

  /**
   * Stops, before the lobby closes. Rooms that have stayed after `drain` are stored, and go on in the process that their
   * clients reach next.
   */
  async stop(): Promise<void> {
    this.#isStopping = true
    if (this.#isDraining) await this.#drain.storeAll()
    this.#isOver = true
    for (const undo of this.#timers.values()) undo()
  }

  /** Leaves the directory, after the lobby has closed. */
  async leave(): Promise<void> {
    await this.#try(async () => {
      while (this.#released.size > 0) await this.#release()
    })
    await this.#try(() => this.#options.directory.leave())
  }

  async #join(): Promise<void> {
    const { directory, processId: id, url, capacity, games, clock } = this.#options
    const shared = [...games].map(([name, hash]) => [sharedName(name, hash), hash] as const)
    await directory.join({ id, url, games: Object.fromEntries(shared), capacity })
    this.#renewedAtMs = clock.nowMs()
  }

  /** Calls `run` again and again, each time so long after the last call has ended. */
  #every(ms: Ms, run: () => Promise<void>): void {
    const timer = () => {
      this.#try(run).then(() => this.#isOver || next())
    }
    const next = () => this.#timers.set(run, this.#options.clock.after(ms, timer))
    next()
  }

  /** Renews the lease, and does what is due. */
  async #beat(): Promise<void> {
    const { directory, clock } = this.#options
    const { rooms } = this.#local
    const atMs = clock.nowMs()
    let players = 0
    for (const room of rooms.values()) players += room.players.length
    const load = { rooms: rooms.size, players, isDraining: this.#isDraining }
    const { hasLapsed, lost } = await directory.heartbeat(load, this.#news())
    if (this.#isOver) return
    for (const key of hasLapsed ? this.#owned.keys() : lost.map((one) => this.#localKey(one)))
      this.#lost.add(key)
    if (hasLapsed) await this.#join()
    else this.#renewedAtMs = atMs
    await this.#reclaim()
    await this.#release()
    for (const [key, { sinceMs, saved }] of this.#owned) {
      if (rooms.has(key) || atMs - sinceMs <= UNOPENED_MS) continue
      // To release it would delete what it goes on from. It stays here, and opens when somebody asks for it.
      if (saved) this.#owned.delete(key)
      else this.closed(key)
    }
  }

  /** Asks who has the rooms that this process may have lost. Those that others have go on there. Failures are tried again. */
  async #reclaim(): Promise<void> {
    const terms = new Map<string, number>()
    for (const key of this.#lost) {
      const owned = this.#owned.get(key)
      if (owned) terms.set(this.#sharedKey(key), owned.term)
      else this.#lost.delete(key)
    }
    if (terms.size === 0) return
    const others = await this.#options.directory.reclaim(terms)
    for (const shared of terms.keys()) {
      const key = this.#localKey(shared)
      const other = others.get(shared)
      if (other === undefined) this.#lost.delete(key)
      else if (other === null) await this.#claimAnew(key)
      else if (other.isMine) this.#own(key, { term: other.term, saved: null })
      else this.#drain.move(key, other)
    }
  }

  /** Claims a room that runs here and that nobody has. */
  async #claimAnew(key: string): Promise<void> {
    const [game, id] = splitKey(key)
    const hash = this.#options.games.get(game)!
    const { directory } = this.#options
    const wish = { preferSelf: true, reserveForMs: 1000 }
    const claim = await directory.claim(sharedName(game, hash), sharedId(id), hash, wish)
    if (claim !== 'full' && claim.isMine) this.#own(key, { term: claim.term, saved: null })
  }

  /** Stores the checkpoints that are due. */
  async #store(): Promise<void> {
    const { clock, checkpointMs, directory, onError } = this.#options
    for (const [key, owned] of this.#owned) {
      const room = this.#local.rooms.get(key)
      const isDue = clock.nowMs() + checkpointMs * STORED_SHARE >= owned.checkpointAtMs
      if (!room || room.isClosed || room.isOpening || !isDue || this.#isStopping) continue
      owned.checkpointAtMs = clock.nowMs() + checkpointMs
      const saved = savedOf(key, room, onError)
      if (!saved) continue
      await this.#try(async () => {
        const isKept = await directory.checkpoint(this.#sharedKey(key), owned.term, saved)
        if (isKept) owned.isStored = true
        else this.#lost.add(key)
      })
    }
  }

  /** Returns the listings that have changed since the last call. */
  #news(): ReadonlyMap<string, RoomListing> {
    const news = new Map<string, RoomListing>()
    for (const [key, room] of this.#local.rooms) {
      const listing = listingOf(room)
      const text = JSON.stringify(listing)
      if (this.#told.get(key) === text) continue
      this.#told.set(key, text)
      news.set(this.#sharedKey(key), listing)
    }
    return news
  }

  async #try(run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      this.#options.onError(error)
    }
  }

  #sharedKey(key: string): string {
    const [game, id] = splitKey(key)
    return `${sharedName(game, this.#options.games.get(game)!)}/${sharedId(id)}`
  }

  #localKey(shared: string): string {
    const [name, id] = splitKey(shared)
    return `${name.slice(0, name.lastIndexOf('@'))}/${id.slice(1)}`
  }
}
