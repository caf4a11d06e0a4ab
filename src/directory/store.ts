import type { Clock } from '../base/clock.ts'
import { positive } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import type { DirectoryTimes, ProcessLoad, RoomListing, ServerProcess } from './directory.ts'
import { LEASE_MS, SAVED_MS, TERM_MS } from './limits.ts'

/** A process in the store. It dies when another one finds that its lease has run out. */
export interface StoredProcess {
  readonly self: ServerProcess
  leaseEndsMs: Ms
  load: ProcessLoad
  /** The rooms that it has: as it said in its last heartbeat, and those of its own claims since. */
  rooms: number
  /** The rooms that others have claimed for it, until when. It has claimed none of these itself. */
  readonly reserved: Map<string, Ms>
}

/** A room in the store. It dies at `forgetAtMs`, unless its owner looks at it before. */
export interface StoredRoom {
  /** The process that has it, '' if nobody has. */
  ownerId: string
  term: number
  /** When the owner has it no more unless it claims it itself; Infinity once it has. */
  reservedUntilMs: Ms
  saved: Uint8Array | null
  savedUntilMs: Ms
  listing: RoomListing | null
  forgetAtMs: Ms
}

/**
 * What the directories of several processes share in memory: which process has which room. Two directories on one store behave
 * like two processes at one Redis server.
 */
export class DirectoryStore {
  readonly rooms: Map<string, StoredRoom> = new Map()
  readonly #processes = new Map<string, StoredProcess>()
  readonly #clock: Clock
  readonly #leaseMs: Ms
  readonly #savedMs: Ms
  /** Walks through the rooms again and again, and forgets those that nobody needs. */
  #walk: Iterator<[string, StoredRoom]> = this.rooms.entries()

  /** Throws `misuse` unless the options are finite and above 0. */
  constructor(clock: Clock, { leaseMs = LEASE_MS, savedMs = SAVED_MS }: DirectoryTimes = {}) {
    this.#clock = clock
    this.#leaseMs = positive(leaseMs, 'leaseMs')
    this.#savedMs = positive(savedMs, 'savedMs')
  }

  /** The processes whose lease has not run out. */
  live(): StoredProcess[] {
    return [...this.#processes.values()].filter((process) => this.#isLive(process))
  }

  /** A process whose lease has not run out. */
  process(id: string): StoredProcess | undefined {
    const process = this.#processes.get(id)
    return process && this.#isLive(process) ? process : undefined
  }

  /** Adds a process, or brings it back, with this many rooms of its own. */
  add(self: ServerProcess, rooms: number): void {
    this.#processes.set(self.id, {
      self,
      leaseEndsMs: this.#clock.nowMs() + this.#leaseMs,
      load: { rooms, players: 0, isDraining: false },
      rooms,
      reserved: this.#processes.get(self.id)?.reserved ?? new Map(),
    })
  }

  remove(id: string): void {
    this.#processes.delete(id)
  }

  /** Renews the lease of a process and notes its load. */
  renew(process: StoredProcess, load: ProcessLoad): void {
    const nowMs = this.#clock.nowMs()
    process.leaseEndsMs = nowMs + this.#leaseMs
    process.load = load
    process.rooms = load.rooms
    for (const [key, untilMs] of process.reserved)
      if (untilMs <= nowMs) process.reserved.delete(key)
  }

  /** The process that has a room, or undefined where nobody has. */
  ownerOf(room: StoredRoom | undefined): StoredProcess | undefined {
    if (!room || room.reservedUntilMs <= this.#clock.nowMs()) return undefined
    return this.process(room.ownerId)
  }

  /** Of the processes that can take a room of this game, the one with the fewest rooms; undefined if there is none. */
  choose(game: string, hash: number, except = ''): StoredProcess | undefined {
    let best: StoredProcess | undefined
    for (const process of this.#processes.values()) {
      if (process.self.id === except || !this.#canTake(process, game, hash)) continue
      if (!best || isBefore(process, best)) best = process
    }
    return best
  }

  /** The process with this id if it can take a room of this game. */
  chooseOnly(id: string, game: string, hash: number): StoredProcess | undefined {
    const process = this.#processes.get(id)
    return process && this.#canTake(process, game, hash) ? process : undefined
  }

  #canTake(process: StoredProcess, game: string, hash: number): boolean {
    const { self, load } = process
    return (
      self.games[game] === hash &&
      !load.isDraining &&
      roomsOf(process) < self.capacity &&
      this.#isLive(process)
    )
  }

  /** Whether the lease of a process has not run out. If it has, the process is removed. */
  #isLive({ self, leaseEndsMs }: StoredProcess): boolean {
    if (leaseEndsMs > this.#clock.nowMs()) return true
    this.#processes.delete(self.id)
    return false
  }

  /** Makes a process the owner of a room, at the next term. `reserveForMs`: Infinity if the process itself has asked. */
  assign(key: string, owner: StoredProcess, reserveForMs: Ms): StoredRoom {
    const nowMs = this.#clock.nowMs()
    const room = this.rooms.get(key) ?? this.#insert(key)
    this.#processes.get(room.ownerId)?.reserved.delete(key)
    room.ownerId = owner.self.id
    room.term++
    room.reservedUntilMs = nowMs + reserveForMs
    room.listing = null
    if (reserveForMs === Infinity) owner.rooms++
    else owner.reserved.set(key, room.reservedUntilMs)
    this.touch(room)
    return room
  }

  /** Notes that the owner of a room has claimed it itself. */
  confirm(key: string, room: StoredRoom, owner: StoredProcess): void {
    if (owner.reserved.delete(key)) owner.rooms++
    room.reservedUntilMs = Infinity
    this.touch(room)
  }

  /** Takes a room from its owner. */
  unassign(key: string, room: StoredRoom): void {
    const owner = this.#processes.get(room.ownerId)
    if (owner && !owner.reserved.delete(key)) owner.rooms = Math.max(0, owner.rooms - 1)
    room.ownerId = ''
    room.listing = null
    this.touch(room)
  }

  /** Gives a room back to a process that had it at `term`. */
  restore(key: string, ownerId: string, term: number): void {
    const room = this.rooms.get(key) ?? this.#insert(key)
    this.#processes.get(room.ownerId)?.reserved.delete(key)
    room.ownerId = ownerId
    room.term = term
    room.reservedUntilMs = Infinity
    this.touch(room)
  }

  /** Keeps a copy of saved bytes for a while. */
  save(room: StoredRoom, saved: Uint8Array): void {
    room.saved = saved.slice()
    room.savedUntilMs = this.#clock.nowMs() + this.#savedMs
    this.touch(room)
  }

  /** A copy of the saved bytes of a room, unless they have expired. */
  savedOf(room: StoredRoom): Uint8Array | null {
    if (room.savedUntilMs <= this.#clock.nowMs()) room.saved = null
    return room.saved?.slice() ?? null
  }

  /** Notes that somebody needs this room, so that it is not forgotten. */
  touch(room: StoredRoom): void {
    room.forgetAtMs = this.#clock.nowMs() + Math.max(TERM_MS, this.#savedMs)
  }

  /** Looks at a few rooms, and forgets those that nobody has needed for a while. */
  sweep(): void {
    for (let looked = 0; looked < 20; looked++) {
      const { value, done } = this.#walk.next()
      if (done) {
        this.#walk = this.rooms.entries()
        return
      }
      const [key, room] = value
      if (room.forgetAtMs <= this.#clock.nowMs()) this.rooms.delete(key)
    }
  }

  #insert(key: string): StoredRoom {
    const room: StoredRoom = {
      ownerId: '',
      term: 0,
      reservedUntilMs: Infinity,
      saved: null,
      savedUntilMs: 0,
      listing: null,
      forgetAtMs: 0,
    }
    this.rooms.set(key, room)
    return room
  }
}

/** The rooms that a process has, including those that others have claimed for it. */
export function roomsOf({ rooms, reserved }: StoredProcess): number {
  return rooms + reserved.size
}

/** Whether a process is chosen before another: it has fewer rooms or, with equally many, the lower id. */
function isBefore(a: StoredProcess, b: StoredProcess): boolean {
  const more = roomsOf(a) - roomsOf(b)
  return more < 0 || (more === 0 && a.self.id < b.self.id)
}
