import type { RoomListing } from '../directory/directory.ts'

/** A listing as it is sent. */
export interface SentListing {
  readonly key: string
  /** As JSON. */
  readonly text: string
  /** By which the list is sorted; '' if the room is not to be in it. */
  readonly players: string
}

/**
 * What a process has said about its rooms, and what of it Redis has yet to be told: a call may fail, and Redis may lose its
 * data. Lives as long as the directory.
 */
export class Listings {
  readonly #all = new Map<string, SentListing>()
  readonly #changed = new Map<string, SentListing>()

  set(key: string, listing: RoomListing): void {
    const isListed = !listing.isPrivate && !listing.isLocked
    const text = JSON.stringify(listing)
    const sent = { key, text, players: isListed ? String(listing.players) : '' }
    this.#all.set(key, sent)
    this.#changed.set(key, sent)
  }

  delete(key: string): void {
    this.#all.delete(key)
    this.#changed.delete(key)
  }

  clear(): void {
    this.#all.clear()
    this.#changed.clear()
  }

  /** What has to be sent. */
  changed(): SentListing[] {
    return [...this.#changed.values()]
  }

  /** Notes that these have arrived. Those that have changed since stay to be sent. */
  sent(listings: readonly SentListing[]): void {
    for (const sent of listings)
      if (this.#changed.get(sent.key) === sent) this.#changed.delete(sent.key)
  }

  /** Has the listing of a room sent once more, if there is one: Redis may have lost it. */
  sendAgain(key: string): void {
    const listing = this.#all.get(key)
    if (listing) this.#changed.set(key, listing)
  }
}
