import type { Clock } from '../../base/clock.ts'
import type { Ms } from '../../base/units.ts'
import type { ListedRoom } from '../../directory/directory.ts'
import { byPlayers } from './local-listings.ts'

/** How long players who were sent to another process are counted here: until its listings surely include them. */
const COUNTED_MS: Ms = 2500

interface Sent {
  readonly room: ListedRoom
  readonly isListed: boolean
  readonly untilMs: Ms
}

/**
 * The players whom this process has sent to rooms of others lately. Listings are up to a second old, so without these notes it
 * would send everybody to the same free place, or create a room for each of them.
 */
export class SentPlayers {
  readonly #clock: Clock
  readonly #sent = new Map<string, Sent>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Notes that one more player is on the way to a room. `isListed`: whether others may be sent there too. */
  note(room: ListedRoom, isListed: boolean): void {
    this.#expire()
    const { key } = room
    const players = Math.max(room.players, this.#sent.get(key)?.room.players ?? 0) + 1
    const untilMs = this.#clock.nowMs() + COUNTED_MS
    // Deleted first, so that the notes stay in the order in which they expire.
    this.#sent.delete(key)
    this.#sent.set(key, { room: { ...room, players }, isListed, untilMs })
  }

  /** How many rooms have a note. */
  get count(): number {
    return this.#sent.size
  }

  /** Returns the listings of a game with the players who are on the way, and with the new rooms that are not listed yet. */
  added(game: string, listed: readonly ListedRoom[]): ListedRoom[] {
    const rooms = new Map(listed.map((room) => [room.key, room]))
    this.#expire()
    for (const [key, sent] of this.#sent) {
      const known = rooms.get(key)
      if (!key.startsWith(`${game}/`) || !(known || sent.isListed)) continue
      const players = Math.max(known?.players ?? 0, sent.room.players)
      rooms.set(key, { ...(known ?? sent.room), players })
    }
    return [...rooms.values()].sort(byPlayers)
  }

  #expire(): void {
    const nowMs = this.#clock.nowMs()
    for (const [key, { untilMs }] of this.#sent) {
      if (untilMs > nowMs) return
      this.#sent.delete(key)
    }
  }
}
