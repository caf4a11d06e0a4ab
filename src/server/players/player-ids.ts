import { type Archive, archiveWhole } from '../save/archive.ts'
import type { Player } from '../world/world.ts'

/** Makes the numbers of a room's players: from 1 to 65535, then from 1 again. So a number is reused as late as possible. */
export class PlayerIds {
  #last = 0

  archive(archive: Archive): void {
    this.#last = archiveWhole(archive, this.#last, 0, 0xffff)
  }

  /** Notes a number that is in use. */
  note(id: number): void {
    this.#last = Math.max(this.#last, id)
  }

  /** Returns the next number that none of `players` has. */
  next(players: readonly Player[]): number {
    do this.#last = (this.#last % 0xffff) + 1
    while (players.some(({ id }) => id === this.#last))
    return this.#last
  }
}
