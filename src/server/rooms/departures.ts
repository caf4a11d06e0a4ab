import type { Clock } from '../../base/clock.ts'
import type { Ms } from '../../base/units.ts'
import type { Claim, Directory } from '../../directory/directory.ts'
import { coreOf, type Room } from '../room.ts'
import { handOver } from './hand-over.ts'
import type { Refusal } from './reception.ts'
import { isEmpty } from './room-places.ts'

/** The time between two rooms that are handed over, so that not all their clients come back at once. */
const HANDED_OVER_MS: Ms = 50
/** What clients of a room are told that goes on later. They try again by themselves. */
const LATER = 'the server is about to end, and the room goes on when another one takes it'

/** The rooms of this process, as a lobby has them. */
export interface LocalRooms {
  readonly rooms: ReadonlyMap<string, Room>
  /** Ends a room here, because it goes on at the address in `detail`, or later. See `RoomCore.part`. */
  part(key: string, reason: 'moved' | 'timeout', detail: string): void
  /** Closes a room. Returns whether it was open. */
  closeRoom(key: string): boolean
}

/** What departures need of the rooms that this process shares. */
export interface Departing {
  readonly local: LocalRooms
  readonly directory: Directory
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  /** The term at which this process has a room; undefined: it has not. */
  termOf(key: string): number | undefined
  /** The key of a room in the directory. */
  sharedKey(key: string): string
  /** Notes that another process may have a room. */
  doubt(key: string): void
  /** Notes that this process no longer has a room. */
  gone(key: string): void
}

/** Hands the rooms of a process to other processes, or stores them for one that begins later. */
export class Departures {
  readonly #departing: Departing
  /** Rooms that are on their way to another process, and where clients that ask for them should go. */
  readonly #moving = new Map<string, Promise<Refusal | null>>()

  constructor(departing: Departing) {
    this.#departing = departing
  }

  /** Where clients should go that ask for a room which is on its way to another process; undefined: it is not. */
  movingTo(key: string): Promise<Refusal | null> | undefined {
    return this.#moving.get(key)
  }

  /**
   * Hands all rooms to other processes, one after another. Rooms for which no process has a place, and those that cannot be
   * saved, stay. Resolves to how many stay.
   */
  async handOverAll(): Promise<number> {
    const { local, clock } = this.#departing
    let staying = 0
    for (const [key, room] of local.rooms) {
      if (isEmpty(room)) local.closeRoom(key)
      else if (!(await this.#handOver(key, room))) staying++
      else await new Promise<void>((go) => clock.after(HANDED_OVER_MS, go))
    }
    return staying
  }

  /** Stores all rooms in the directory, and sends their clients to try again. Stops when the directory does not answer. */
  async storeAll(): Promise<void> {
    const { local, onError } = this.#departing
    try {
      for (const [key, room] of local.rooms) await this.#store(key, room)
    } catch (error) {
      onError(error)
    }
  }

  /** Returns whether the room has moved. */
  async #handOver(key: string, room: Room): Promise<boolean> {
    const { directory, onError, sharedKey } = this.#departing
    const term = this.#departing.termOf(key)
    const saved = this.#saveHeld(room)
    if (!saved || term === undefined) return false
    const handing = handOver(directory, sharedKey(key), term, saved, onError)
    // A client that asks for the room meanwhile waits, and is then told where it is.
    this.#moving.set(
      key,
      handing.then((next) => (next ? movedTo(next) : null)),
    )
    const next = await handing
    this.#moving.delete(key)
    if (next) this.move(key, next)
    else {
      coreOf(room).goOn()
      this.#departing.doubt(key)
    }
    return next !== null
  }

  /** Ends a room here that another process has. */
  move(key: string, { url }: Claim): void {
    this.#departing.gone(key)
    this.#departing.local.part(key, 'moved', url)
  }

  async #store(key: string, room: Room): Promise<void> {
    const { directory, local } = this.#departing
    const term = this.#departing.termOf(key)
    if (isEmpty(room) || term === undefined) return
    const saved = this.#saveHeld(room)
    const isStored =
      saved && (await directory.checkpoint(this.#departing.sharedKey(key), term, saved))
    if (!isStored) return coreOf(room).goOn()
    this.#departing.gone(key)
    local.part(key, 'timeout', LATER)
  }

  /** Saves a room and holds it from then on, so that nothing happens in it that is not saved. Null if it cannot be saved. */
  #saveHeld(room: Room): Uint8Array | null {
    if (room.isClosed) return null
    try {
      const saved = room.save()
      coreOf(room).hold()
      return saved
    } catch (error) {
      this.#departing.onError(error)
      return null
    }
  }
}

/** Sends clients to the process that has their room. */
export function movedTo({ url }: Claim): Refusal {
  return { reason: 'moved', detail: url }
}
