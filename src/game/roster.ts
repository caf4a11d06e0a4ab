import type { Holder } from './object-shape.ts'

/** The kind of the entities that tell of players. No game would use this name. */
export const PLAYERS_KIND = 'the players'

interface Kind {
  readonly schema: { create(): Holder }
}

/** An entity that a snapshot tells of. */
interface Told {
  readonly id: number
  readonly kind: Kind
  copyNewest(object: Holder): void
}

/** The players in the room, as the newest snapshot tells: see `Session.players`. */
export class Roster {
  /** One array for the whole session, and one object for each player. */
  readonly list: Holder[] = []
  readonly #kind: Kind
  readonly #objects = new Map<number, Holder>()

  /** `kind`: that of the entities which tell of players. */
  constructor(kind: Kind) {
    this.#kind = kind
  }

  /** Takes the newest state of an entity, if it tells of a player. `own`: the number of the local player. */
  told(entity: Told, own: number): void {
    if (entity.kind !== this.#kind) return
    let object = this.#objects.get(entity.id)
    if (!object) {
      object = entity.kind.schema.create()
      this.#objects.set(entity.id, object)
      this.list.push(object)
    }
    entity.copyNewest(object)
    object['mine'] = object['id'] === own
  }

  /** Forgets the player of whom an entity told that is gone, if it did. */
  left({ id }: Told): void {
    const at = this.list.indexOf(this.#objects.get(id)!)
    if (at >= 0) this.list.splice(at, 1)
    this.#objects.delete(id)
  }

  /** Forgets everybody, before another connection tells anew. */
  clear(): void {
    this.list.length = 0
    this.#objects.clear()
  }
}
