import type { ServerEntity } from 'glissade/server'
import type { kinds } from './kinds.ts'

/** A player in a room: a shepherd with its dog, or the eye of a spectator. */
export interface Member {
  /** The player's shepherd or eye, from which it looks. */
  readonly body: { readonly x: number; readonly y: number }
  readonly shepherd: ServerEntity<typeof kinds, 'shepherd'> | null
  readonly dog: ServerEntity<typeof kinds, 'dog'> | null
  /** The step in which it last got one more sheep: of players with as many, the first to get there has won. */
  countedAt: number
}

/** Everybody in a room by player number, found without looking through entities. */
export class Roster {
  readonly #members = new Map<number, Member>()

  add(player: number, member: Member): void {
    this.#members.set(player, member)
  }

  remove(player: number): void {
    this.#members.delete(player)
  }

  /** The entry of a player; undefined for one that has gone, and for 0. Free of allocation. */
  get(player: number): Member | undefined {
    return this.#members.get(player)
  }
}
