import type { ServerEntity } from 'glissade/server'
import type { kinds } from './kinds.ts'

/** Who is in a room: a shepherd with its dog, or the eye of somebody who watches. */
export interface Member {
  /** What the player looks from: its shepherd or its eye. */
  readonly body: { readonly x: number; readonly y: number }
  readonly shepherd: ServerEntity<typeof kinds, 'shepherd'> | null
  readonly dog: ServerEntity<typeof kinds, 'dog'> | null
  /** The step in which it last had a sheep more: of those with as many, who was first has won. */
  countedAt: number
}

/** Everybody in a room by player number: found at once, without looking through entities. */
export class Roster {
  readonly #members = new Map<number, Member>()

  add(player: number, member: Member): void {
    this.#members.set(player, member)
  }

  remove(player: number): void {
    this.#members.delete(player)
  }

  /** Who a player is; undefined for one that has gone, and for 0. Free of allocation. */
  get(player: number): Member | undefined {
    return this.#members.get(player)
  }
}
