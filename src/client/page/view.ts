import { GlissadeError } from '../../base/error.ts'
import type { AnyGame, Kind } from '../../game/define-game.ts'
import type { EntityId } from '../../game/field.ts'
import { setNumber } from '../../game/quantize.ts'
import type { Holder } from '../../game/schema.ts'
import type { Emitter } from './emitter.ts'

/** What a game shows of one entity: a plain object, updated in place, and how to update it. */
export class EntityView {
  declare readonly object: Holder
  declare readonly kind: Kind

  constructor(kind: Kind, id: EntityId, owner: number, mine: boolean) {
    this.kind = kind
    this.object = kind.schema.create()
    const identity = { id, kind: kind.name, owner: owner || null, mine }
    for (const [name, value] of Object.entries(identity))
      Object.defineProperty(this.object, name, { value, enumerable: true })
  }

  /** Sets the columns listed in `which` from numbers. Free of allocation. */
  show(which: Int32Array, numbers: Float64Array): void {
    const { columns } = this.kind.schema
    for (let k = 0; k < which.length; k++)
      setNumber(columns[which[k]!]!, this.object, numbers, which[k]!)
  }
}

/** All views on show, by kind: one array for each kind, kept up to date. */
export class Views {
  readonly #lists = new Map<string, Holder[]>()
  /** Those of the connection before, shown until there is something to show instead. */
  readonly #held = new Set<Holder>()
  /** What has come and gone since the last `tell`, in that order: the listener's name, and the object. */
  readonly #changes: (string | Holder)[] = []

  constructor(game: AnyGame) {
    for (const kind of game.kinds) if (kind !== game.roomKind) this.#lists.set(kind.name, [])
  }

  /** The views of a kind. Throws `misuse` for a kind that the game does not have. */
  of(kind: string): readonly Holder[] {
    const list = this.#lists.get(kind)
    if (list) return list
    const kinds = [...this.#lists.keys()].join(', ')
    throw new GlissadeError('misuse', `there is no kind '${kind}'; kinds: ${kinds}`)
  }

  /** Adds a view, in the place of a held one of the same entity. */
  add({ kind, object }: EntityView): void {
    const list = this.#lists.get(kind.name)!
    const at = list.findIndex((old) => old['id'] === object['id'] && this.#held.delete(old))
    if (at >= 0) this.#left(kind.name, list[at]!)
    list[at < 0 ? list.length : at] = object
    this.#changes.push(`enter ${kind.name}`, object)
  }

  remove(view: EntityView): void {
    const list = this.#lists.get(view.kind.name)!
    const at = list.indexOf(view.object)
    if (at < 0) return
    list.splice(at, 1)
    this.#left(view.kind.name, view.object)
  }

  /** Whether a view has come and nobody has been told yet. */
  isNews(view: object): boolean {
    return this.#changes.includes(view as Holder)
  }

  /** What nobody was told of yet has never been there. */
  #left(kind: string, object: Holder): void {
    const at = this.#changes.indexOf(object)
    if (at >= 0) this.#changes.splice(at - 1, 2)
    else this.#changes.push(`leave ${kind}`, object)
  }

  /** Tells of what has come and gone since the last call. */
  tell(listeners: Emitter): void {
    const changes = this.#changes
    while (changes.length > 0) listeners.call(changes.shift() as string, changes.shift())
  }

  /**
   * Holds on to what is on show, though nobody updates it any more; but for what was `mine`, if the local player is
   * another one now.
   */
  hold(isSamePlayer: boolean): void {
    if (!isSamePlayer) this.#remove((object) => object['mine'] === true)
    for (const list of this.#lists.values()) for (const object of list) this.#held.add(object)
  }

  /** Takes away what is held still. */
  removeHeld(): void {
    if (this.#held.size > 0) this.#removeHeld()
  }

  /** On its own, because a function with closures allocates as it begins. */
  #removeHeld(): void {
    this.#remove((object) => this.#held.has(object))
    this.#held.clear()
  }

  #remove(isOut: (object: Holder) => boolean): void {
    for (const [kind, list] of this.#lists) {
      for (const object of list) if (isOut(object)) this.#left(kind, object)
      const kept = list.filter((object) => !isOut(object))
      list.splice(0, list.length, ...kept)
    }
  }
}
