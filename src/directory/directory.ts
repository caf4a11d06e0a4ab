import type { Ms } from '../base/units.ts'

/** A process that serves rooms, as the directory knows it. */
export interface ServerProcess {
  /** A name that no other process has at the same time, 1 to 100 characters. A process that starts anew takes a new one. */
  readonly id: string
  /**
   * The address at which clients reach this process, as 'wss://eu-2.example.com/play'; a path, as '/p/1/glissade', if all
   * processes have one host and port.
   */
  readonly url: string
  /** The games that it serves: the hash of the schema of each, by the name of the game. */
  readonly games: Readonly<Record<string, number>>
  /** The most rooms that it takes, at least 1. */
  readonly capacity: number
}

/** How busy a process is. It says so with each heartbeat. */
export interface ProcessLoad {
  /** The rooms that it runs. */
  readonly rooms: number
  /** The players in these rooms. */
  readonly players: number
  /** Whether it takes no more rooms, because it is about to end. */
  readonly isDraining: boolean
}

/** A process and its load, as of its last heartbeat. `rooms` includes those which the directory has since given it. */
export interface ListedProcess extends ServerProcess, ProcessLoad {}

/**
 * What players choose rooms by, such as a map or a mode: at most 16 values, which are texts of at most 64 characters, finite
 * numbers, or flags. A name is a letter and at most 31 more of A-Z, a-z, 0-9, _ or -.
 */
export interface About {
  readonly [name: string]: string | number | boolean
}

/** What a process says about one of its rooms. */
export interface RoomListing {
  readonly players: number
  readonly maxPlayers: number
  /** Whether only those who know its id may find it. `list` leaves it out. */
  readonly isPrivate: boolean
  /** Whether it takes no more players for now. `list` leaves it out. */
  readonly isLocked: boolean
  /** What the game says about it, as its map or its mode. */
  readonly about: About
}

/** A room that `list` has found. */
export interface ListedRoom {
  /** 'game/id' */
  readonly key: string
  readonly id: string
  /** The address of the process that has it. */
  readonly url: string
  readonly players: number
  readonly maxPlayers: number
  readonly about: About
}

/** Which rooms `list` looks for. */
export interface RoomFilter {
  /** Values that a room's `about` has to have. Default: any. */
  readonly about?: About
  /** Free places that a room has to have at least. Default: 0. */
  readonly places?: number
  /** The most rooms in the answer, 1 to 1,000. Default: 100. */
  readonly most?: number
}

/** The process that has a room. */
export interface Claim {
  /** 'game/id' */
  readonly key: string
  /** The process that has the room. */
  readonly processId: string
  /** The address of that process. */
  readonly url: string
  /**
   * Counts the owners of this room, from 1. An owner shows its term when it changes something, so an earlier owner, which has
   * not noticed yet that it is none, changes nothing (a fencing token). If the data is lost, it counts from 1 again.
   */
  readonly term: number
  /** Whether it is the process that asked. */
  readonly isMine: boolean
  /** Whether nobody had the room until this call. */
  readonly isNew: boolean
  /**
   * What the room goes on from: the bytes of the last `handOver` or `checkpoint`. Null if there are none, they have expired, or
   * the room is another process's. The directory keeps them until the room's next checkpoint or its release, so nothing is
   * lost if the new owner ends at once.
   */
  readonly saved: Uint8Array | null
}

/** Which process should have a room that nobody has. */
export interface ClaimWish {
  /** Takes the process that asks, if it can take the room at all. Default: false, the process with the fewest rooms. */
  readonly preferSelf?: boolean
  /**
   * How long another process has the room without asking for it itself, 100 to 600,000 ms. It asks as soon as the first player
   * arrives there; if no player does, nobody has the room any more. Default: 10,000.
   */
  readonly reserveForMs?: Ms
}

/** What has changed since the last heartbeat. */
export interface Heartbeat {
  /**
   * Whether the lease had run out, or the directory has lost its data. The lease is not renewed then: call `join`, and
   * `reclaim` with all rooms.
   */
  readonly hasLapsed: boolean
  /**
   * Rooms that this process no longer has, although it believes so. That takes a directory that has lost data, or a `release`
   * or `handOver` whose answer was lost. Call `reclaim` with them. Each heartbeat looks at 25 rooms, in turns.
   */
  readonly lost: readonly string[]
}

/** How long a directory keeps what processes have told it. All processes that share their data give it the same times. */
export interface DirectoryTimes {
  /** How long a process has its rooms after its last heartbeat, in ms. Default: 3,000. */
  readonly leaseMs?: Ms
  /** How long saved bytes are kept, in ms. Default: 600,000. */
  readonly savedMs?: Ms
}

/**
 * Says which process has which room, for processes that share the load. Each process has a `Directory` of its own, and all of
 * these look at the same data: `memoryDirectory` at an object, `redisDirectory` at a Redis server.
 *
 * A process holds its rooms by a lease, by default of 3 s, which `heartbeat` renews. The clock of the data decides when it has
 * run out, never that of a process. An owner whose lease has run out may go on with its rooms, but anybody may claim them from
 * now on.
 *
 * A call rejects if the data cannot be reached; nobody knows then whether it took effect, so call it again: all calls may be
 * repeated. A call with a wrong argument rejects with `misuse`, as does any but `claim`, `find`, `list`, `processes` and
 * `close` before `join`.
 */
export interface Directory {
  /**
   * Adds this process, or brings it back after its lease has run out. Rooms that were its own then, and that nobody has
   * claimed meanwhile, are its own again.
   */
  join(self: ServerProcess): Promise<void>

  /**
   * Renews the lease. Call it every second. `listings` has the rooms whose listing has changed since the last call; if a call
   * fails, the next one sends them again.
   */
  heartbeat(load: ProcessLoad, listings: ReadonlyMap<string, RoomListing>): Promise<Heartbeat>

  /**
   * Asks who has a room. If nobody has (nobody ever had, its owner released it, or the lease of its owner has run out), the
   * directory chooses a process, which has the room from now on: of those that serve the game with the same schema hash, have
   * not reached their capacity and are not draining, the one with the fewest rooms. Two calls at once get the same answer.
   * Resolves to 'full' if there is no such process. Rejects with `unreachable` instead if the lease of this process has run out
   * too, because there may be one again in a moment.
   *
   * Call it when a player asks for a room that does not run in this process. If the claim is `isMine`, open the room.
   */
  claim(game: string, id: string, hash: number, wish?: ClaimWish): Promise<Claim | 'full'>

  /** Gives a room up. Resolves to false, and changes nothing, unless this process has it at this term. */
  release(key: string, term: number): Promise<boolean>

  /**
   * Gives a room to another process, chosen as by `claim`, which gets `saved` when it claims the room. The room is that
   * process's from now on, at the next term; if it does not claim the room within a minute, nobody has it any more. If there
   * is no such process, resolves to 'full', and the room stays here. Resolves to 'lost' if this process does not have it at
   * this term.
   */
  handOver(key: string, term: number, saved: Uint8Array): Promise<Claim | 'full' | 'lost'>

  /**
   * Keeps bytes for a while, by default for 10 minutes, from which another process goes on with the room if this one ends.
   * Resolves to false, and keeps nothing, unless this process has the room at this term.
   */
  checkpoint(key: string, term: number, saved: Uint8Array): Promise<boolean>

  /**
   * Takes back rooms, with the terms at which this process had them, after its lease had run out or data was lost. Those that
   * nobody has claimed meanwhile are its own again, at the same terms. Resolves to the others, with who has each now, or null
   * where nobody has any more.
   */
  reclaim(rooms: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, Claim | null>>

  /** Says who has a room, and changes nothing. Null if nobody has. */
  find(key: string): Promise<Claim | null>

  /**
   * The rooms of a game that are neither private nor locked, those with the most players first. It looks at no more than
   * 5,000 rooms.
   */
  list(game: string, filter?: RoomFilter): Promise<readonly ListedRoom[]>

  /** The processes whose lease has not run out, by their ids. */
  processes(): Promise<readonly ListedProcess[]>

  /** Removes this process. Nobody has its rooms any more, and their checkpoints are kept. */
  leave(): Promise<void>

  /** Ends the connection to the data, if there is any. Does not `leave`. */
  close(): Promise<void>
}
