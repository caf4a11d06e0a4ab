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
    const players = Math.max(room.players, this.#current(room.key)?.room.players ?? 0) + 1
    const untilMs = this.#clock.nowMs() + COUNTED_MS
    this.#sent.set(room.key, { room: { ...room, players }, isListed, untilMs })
  }

  /** Returns the listings of a game with the players who are on the way, and with the new rooms that are not listed yet. */
  added(game: string, listed: readonly ListedRoom[]): ListedRoom[] {
    const rooms = new Map(listed.map((room) => [room.key, room]))
    for (const key of this.#sent.keys()) {
      if (!key.startsWith(`${game}/`)) continue
      const sent = this.#current(key)
      const known = rooms.get(key)
      if (!sent || !(known || sent.isListed)) continue
      const players = Math.max(known?.players ?? 0, sent.room.players)
      rooms.set(key, { ...(known ?? sent.room), players })
    }
    return [...rooms.values()].sort(byPlayers)
  }

  #current(key: string): Sent | undefined {
    const sent = this.#sent.get(key)
    if (!sent || sent.untilMs > this.#clock.nowMs()) return sent
    this.#sent.delete(key)
    return undefined
  }
}
