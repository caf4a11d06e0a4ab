import type { ServerEntity } from 'glissade/server'
import type { kinds } from './kinds.ts'

/** A player in a room: a shepherd with its dog, or the eye of a spectator; or a bot. */
export interface Member {
  /** The shepherd or eye, from which it looks. */
  readonly body: { readonly x: number; readonly y: number }
  readonly shepherd: ServerEntity<typeof kinds, 'shepherd'> | null
  readonly dog: ServerEntity<typeof kinds, 'dog'> | null
  /** The step in which it last got one more sheep: of those with as many, the first to get there has won. */
  countedAt: number
}

/**
 * Everybody in a room by number, found without looking through entities. The number is a player's, or minus a bot's: see
 * `herderOf`.
 */
export class Roster {
  readonly members: Map<number, Member>

  /** `members`: those who are there already. */
  constructor(members: Map<number, Member> = new Map()) {
    this.members = members
  }

  add(number: number, member: Member): void {
    this.members.set(number, member)
  }

  remove(number: number): void {
    this.members.delete(number)
  }

  /** The entry of a player or bot; undefined for one that has gone, and for 0. Free of allocation. */
  get(number: number): Member | undefined {
    return this.members.get(number)
  }
}
