import type { Clock } from '../../base/clock.ts'
import { GlissadeError } from '../../base/error.ts'
import type { Ms } from '../../base/units.ts'
import type { Claim, Directory } from '../../directory/directory.ts'
import type { Refusal } from '../players/player-receiver.ts'
import { coreOf, type Room } from '../room.ts'
import type { ErrorPlace } from '../world/hooks.ts'
import { handOver } from './hand-over.ts'
import { isEmpty } from './room-places.ts'

/**
 * The time between two rooms that are handed over, in which the clients of the first one come back: a drain takes about 4 s if
 * that leaves enough for each room.
 */
const DRAIN_MS: Ms = 4000
const LEAST_APART_MS: Ms = 50
const MOST_APART_MS: Ms = 250
/** How often a room is stored if the directory does not answer. */
const STORING_TRIES = 2
/** What clients are told whose room goes on later. They try again by themselves. */
const LATER: Refusal = {
  reason: 'timeout',
  detail: 'the server is about to end, and the room goes on when another one takes it',
}

/** The rooms of this process, as a lobby has them. */
export interface LocalRooms {
  readonly rooms: ReadonlyMap<string, Room>
  /** Ends a room here, because it goes on at the address in `detail`, or later. See `RoomCore.endHere`. */
  endHere(key: string, reason: 'moved' | 'restarting', detail: string): void
  /** Closes a room. Returns whether it was open. */
  closeRoom(key: string): boolean
}

/** What a drain needs of the rooms that this process shares. */
export interface DrainHost {
  readonly local: LocalRooms
  readonly directory: Directory
  readonly clock: Clock
  readonly onError: (error: unknown, where?: ErrorPlace) => void
  /** The term at which this process has a room; undefined: it has not. */
  termOf(key: string): number | undefined
  /** Whether the directory has an earlier state of a room. */
  isStored(key: string): boolean
  /** The key of a room in the directory. */
  sharedKey(key: string): string
  /** Notes that another process may have a room. */
  suspectLost(key: string): void
  /** Forgets a room, and does not release it. */
  disown(key: string): void
}

/** Hands the rooms of a process to other processes, or stores them for one that starts later. */
export class Drain {
  readonly #host: DrainHost
  /** Rooms that are on their way, and what clients that ask for them should be told. */
  readonly #moving = new Map<string, Promise<Refusal | null>>()
  /** Whether the directory has answered the last question. */
  #isReachable = true

  constructor(host: DrainHost) {
    this.#host = host
  }

  /** What clients should be told that ask for a room which is on its way; undefined: it is not. */
  movingTo(key: string): Promise<Refusal | null> | undefined {
    return this.#moving.get(key)
  }

  /**
   * Hands all rooms to other processes, one after another. Rooms for which no process has a place, and those that cannot be
   * saved, stay, and so do all others once the directory does not answer. Resolves to how many stay.
   */
  async handOverAll(): Promise<number> {
    const { local, clock } = this.#host
    this.#isReachable = true
    const spreadMs = DRAIN_MS / local.rooms.size
    const apartMs = Math.max(LEAST_APART_MS, Math.min(MOST_APART_MS, spreadMs))
    let staying = 0
    for (const [key, room] of local.rooms) {
      // Those who wait for a room that opens hear of a restart once the process ends.
      if (isEmpty(room) && !room.isOpening) local.closeRoom(key)
      else if (!this.#isReachable || !(await this.#handOver(key, room))) staying++
      else await new Promise<void>((go) => clock.after(apartMs, go))
    }
    return staying
  }

  /**
   * Stores all rooms in the directory, and sends their clients to try again. Once the directory does not answer, it is not asked
   * any more: the rooms go on from their last checkpoints. So does a room that cannot be saved, if it has one.
   */
  async storeAll(): Promise<void> {
    for (const [key, room] of this.#host.local.rooms) await this.#store(key, room)
  }

  /** Ends a room here that another process has. */
  move(key: string, claim: Claim): void {
    this.#leave(key, movedTo(claim))
  }

  /** Ends a room here that goes on elsewhere, now or later. */
  #leave(key: string, { reason, detail }: Refusal): void {
    this.#host.disown(key)
    this.#host.local.endHere(key, reason === 'moved' ? 'moved' : 'restarting', detail)
  }

  /** Returns whether the room has moved. */
  async #handOver(key: string, room: Room): Promise<boolean> {
    const { directory, onError, sharedKey } = this.#host
    const term = this.#host.termOf(key)
    const saved = term === undefined ? null : this.#saveHeld(key, room)
    if (!saved || term === undefined) return false
    const handing = handOver(directory, sharedKey(key), term, saved, onError)
    this.#moving.set(
      key,
      handing.then((next) => (isClaim(next) ? movedTo(next) : null)),
    )
    const next = await handing
    this.#moving.delete(key)
    this.#isReachable = next !== 'unreachable'
    if (isClaim(next)) this.move(key, next)
    else {
      coreOf(room).goOn()
      this.#host.suspectLost(key)
    }
    return isClaim(next)
  }

  async #store(key: string, room: Room): Promise<void> {
    const term = this.#host.termOf(key)
    if (isEmpty(room) || term === undefined) return
    const saved = this.#saveHeld(key, room)
    if (!saved) return this.#host.isStored(key) ? this.#leave(key, LATER) : undefined
    const storing = this.#keep(key, term, saved)
    this.#moving.set(key, storing)
    const refusal = await storing
    this.#moving.delete(key)
    if (refusal) this.#leave(key, refusal)
    else coreOf(room).goOn()
  }

  /** Stores a room. Returns what its clients should be told; null: that the server has closed, because nobody keeps rooms. */
  async #keep(key: string, term: number, saved: Uint8Array): Promise<Refusal | null> {
    const { directory, sharedKey, onError } = this.#host
    for (let left = STORING_TRIES; left > 0 && this.#isReachable; left--) {
      try {
        if (await directory.checkpoint(sharedKey(key), term, saved)) return LATER
        const owner = await directory.find(sharedKey(key))
        return owner && !owner.isMine ? movedTo(owner) : null
      } catch (error) {
        onError(error)
        if (left === 1) this.#isReachable = false
      }
    }
    return LATER
  }

  /** Saves a room and holds it from then on, so that nothing happens in it that is not saved. Null if it cannot be saved. */
  #saveHeld(key: string, room: Room): Uint8Array | null {
    if (room.isClosed || room.isOpening) return null
    const saved = savedOf(key, room, this.#host.onError)
    if (saved) coreOf(room).hold()
    return saved
  }
}

/** Saves a room. If that fails, returns null, and `onError` gets an error that names the room. */
export function savedOf(
  key: string,
  room: Room,
  onError: (error: unknown, where?: ErrorPlace) => void,
): Uint8Array | null {
  try {
    return room.save()
  } catch (error) {
    const why = `the room '${key}' cannot be saved: ${(error as Error | null)?.message ?? error}`
    const where = coreOf(room).hooks.place('save', null)
    onError(new GlissadeError('misuse', why, { cause: error }), where)
    return null
  }
}

/** Sends clients to the process that has their room. */
export function movedTo({ url }: Claim): Refusal {
  return { reason: 'moved', detail: url }
}

function isClaim(next: Claim | null | 'unreachable'): next is Claim {
  return next !== null && next !== 'unreachable'
}
