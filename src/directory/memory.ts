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
} from './checks.ts'
import type {
  Claim,
  ClaimWish,
  Directory,
  Heartbeat,
  ListedProcess,
  ListedRoom,
  ProcessLoad,
  RoomFilter,
  RoomListing,
  ServerProcess,
} from './directory.ts'
import { HANDED_OVER_MS, MOST_LOOKED_AT, ROOMS_PER_HEARTBEAT } from './limits.ts'
import { listed, matches } from './listed.ts'
import { notThere, OwnRooms } from './own-rooms.ts'
import { type DirectoryStore, roomsOf, type StoredProcess, type StoredRoom } from './store.ts'

/** A directory in memory, for one process or for a simulation of several: each of these has its own, on a common store. */
export function memoryDirectory(store: DirectoryStore): Directory {
  return new MemoryDirectory(store)
}

class MemoryDirectory implements Directory {
  readonly #store: DirectoryStore
  readonly #own = new OwnRooms()

  constructor(store: DirectoryStore) {
    this.#store = store
  }

  async join(self: ServerProcess): Promise<void> {
    this.#own.join(checkProcess(self))
    this.#store.add(this.#own.joined(), this.#own.size)
  }

  async heartbeat(
    load: ProcessLoad,
    listings: ReadonlyMap<string, RoomListing>,
  ): Promise<Heartbeat> {
    const { id } = this.#own.joined()
    const checked = checkLoad(load)
    const changed = [...listings].map(([key, listing]) => [key, checkListing(listing)] as const)
    for (const [key, listing] of changed) {
      const room = this.#store.rooms.get(key)
      if (room?.ownerId === id) room.listing = listing
    }
    const process = this.#store.process(id)
    if (!process) return { hasLapsed: true, lost: [] }
    this.#store.renew(process, checked)
    this.#store.sweep()
    const lost = this.#own.next(ROOMS_PER_HEARTBEAT).filter(([key, term]) => !this.#look(key, term))
    for (const [key, term] of lost) this.#own.forget(key, term)
    return { hasLapsed: false, lost: lost.map(([key]) => key) }
  }

  async claim(
    game: string,
    id: string,
    hash: number,
    wish: ClaimWish = {},
  ): Promise<Claim | 'full'> {
    const key = keyOf(game, id)
    const reserveForMs = reservedMsOf(wish)
    const store = this.#store
    const room = store.rooms.get(key)
    const owner = store.ownerOf(room)
    if (room && owner) {
      if (owner.self.id === this.#own.id) store.confirm(key, room, owner)
      return this.#own.note(this.#claimOf(key, room, owner, false))
    }
    const self = wish.preferSelf ? store.chooseOnly(this.#own.id, game, checkHash(hash)) : undefined
    const chosen = self ?? store.choose(game, checkHash(hash))
    if (!chosen && this.#own.id !== '' && !store.process(this.#own.id)) throw notThere()
    if (!chosen) return 'full'
    const isSelf = chosen.self.id === this.#own.id
    const assigned = store.assign(key, chosen, isSelf ? Infinity : reserveForMs)
    return this.#own.note(this.#claimOf(key, assigned, chosen, true))
  }

  async release(key: string, term: number): Promise<boolean> {
    const room = this.#mine(key, term)
    this.#own.forget(key, term)
    if (!room) return false
    this.#store.unassign(key, room)
    room.saved = null
    return true
  }

  async handOver(key: string, term: number, saved: Uint8Array): Promise<Claim | 'full' | 'lost'> {
    const { id, games } = this.#own.joined()
    const [game] = partsOf(key)
    const room = this.#mine(key, term)
    const chosen = room && this.#store.choose(game, games[game] ?? -1, id)
    if (room && !chosen) return 'full'
    this.#own.forget(key, term)
    if (!room || !chosen) return 'lost'
    this.#store.unassign(key, room)
    this.#store.save(room, saved)
    this.#store.assign(key, chosen, HANDED_OVER_MS)
    return this.#claimOf(key, room, chosen, false)
  }

  async checkpoint(key: string, term: number, saved: Uint8Array): Promise<boolean> {
    const room = this.#mine(key, term)
    if (room) this.#store.save(room, saved)
    return room !== undefined
  }

  async reclaim(rooms: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, Claim | null>> {
    const { id } = this.#own.joined()
    const lost = new Map<string, Claim | null>()
    for (const [key, term] of rooms) {
      partsOf(key)
      const room = this.#store.rooms.get(key)
      const owner = this.#store.ownerOf(room)
      if (room && (room.term > term || (owner && owner.self.id !== id))) {
        lost.set(key, owner ? this.#claimOf(key, room, owner, false) : null)
        this.#own.forget(key, term)
      } else {
        this.#store.restore(key, id, term)
        this.#own.keep(key, term)
      }
    }
    return lost
  }

  async find(key: string): Promise<Claim | null> {
    partsOf(key)
    const room = this.#store.rooms.get(key)
    const owner = this.#store.ownerOf(room)
    return room && owner ? { ...this.#claimOf(key, room, owner, false), saved: null } : null
  }

  async list(game: string, filter: RoomFilter = {}): Promise<readonly ListedRoom[]> {
    const { most, ...wanted } = checkFilter(filter)
    const start = `${checkGame(game)}/`
    const found: ListedRoom[] = []
    for (const [key, room] of this.#store.rooms) {
      const { listing } = room
      if (!listing || listing.isPrivate || listing.isLocked || !key.startsWith(start)) continue
      const owner = this.#store.ownerOf(room)
      if (owner) found.push(listed(key, owner.self.url, listing))
    }
    found.sort((a, b) => b.players - a.players || (a.key < b.key ? -1 : 1))
    const looked = found.slice(0, MOST_LOOKED_AT)
    return looked.filter((room) => matches(room, wanted)).slice(0, most)
  }

  async processes(): Promise<readonly ListedProcess[]> {
    const live = this.#store.live().sort((a, b) => (a.self.id < b.self.id ? -1 : 1))
    return live.map((process) => ({ ...process.self, ...process.load, rooms: roomsOf(process) }))
  }

  async leave(): Promise<void> {
    this.#store.remove(this.#own.joined().id)
    this.#own.clear()
  }

  async close(): Promise<void> {}

  /** The room with this key, if it is this process's at this term. */
  #mine(key: string, term: number): StoredRoom | undefined {
    partsOf(key)
    const room = this.#store.rooms.get(key)
    return room?.ownerId === this.#own.joined().id && room.term === term ? room : undefined
  }

  /** Whether a room is still this process's. If so, it is not forgotten. */
  #look(key: string, term: number): boolean {
    const room = this.#mine(key, term)
    if (room) this.#store.touch(room)
    return room !== undefined
  }

  #claimOf(key: string, room: StoredRoom, { self }: StoredProcess, isNew: boolean): Claim {
    const isMine = self.id === this.#own.id
    const saved = isMine ? this.#store.savedOf(room) : null
    return { key, processId: self.id, url: self.url, term: room.term, isMine, isNew, saved }
  }
}
