import type { Player } from '../world/world.ts'

/** The numbers of a room's players: from 1 to 65535 and round again, so that one is used again as late as can be. */
export class PlayerIds {
  #last = 0

  /** The next number that none of `players` has. */
  next(players: readonly Player[]): number {
    do this.#last = (this.#last % 0xffff) + 1
    while (players.some(({ id }) => id === this.#last))
    return this.#last
  }
}
