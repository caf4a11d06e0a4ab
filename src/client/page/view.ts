import { GlissadeError } from '../../base/error.ts'
import type { Seconds } from '../../base/units.ts'
import type { AnyGame, Kind } from '../../game/define-game.ts'
import type { EntityId } from '../../game/field.ts'
import { identify } from '../../game/identify.ts'
import type { Identity } from '../../game/infer.ts'
import type { Holder } from '../../game/schema.ts'
import { handOver } from '../../motion/hand-over.ts'
import type { Emitter } from './emitter.ts'

/** The view of one entity: a plain object that the page draws, updated in place. */
export class EntityView {
  declare readonly object: Holder
  declare readonly kind: Kind

  constructor(kind: Kind, id: EntityId, owner: number, mine: boolean) {
    this.kind = kind
    this.object = kind.schema.create()
    identify(this.object, { id, kind: kind.name, owner: owner || null, mine }, id < 0)
  }

  /** Changes the id of a view. Only for views whose id is still negative. */
  rename(id: EntityId): void {
    const { kind, owner, mine } = this.object as Holder & Identity
    identify(this.object, { id, kind, owner, mine }, id < 0)
  }
}

/** All views on display: one array for each kind, kept up to date. */
export class Views {
  readonly #lists = new Map<string, Holder[]>()
  /** Views of the previous connection, kept until the new connection has something to show. */
  readonly #held = new Set<Holder>()
  /** The views that have entered or left since the last `tell`, in order: the listener's name, then the object. */
  readonly #changes: (string | Holder)[] = []
  /** Ease the views of entities that have got another owner. */
  #easings: ((dtSeconds: Seconds) => boolean)[] = []

  constructor(game: AnyGame) {
    for (const kind of game.kinds)
      if (kind !== game.roomKind && kind !== game.playersKind) this.#lists.set(kind.name, [])
  }

  /** Returns the views of a kind. Throws `misuse` for a kind that the game does not have. */
  of(kind: string): readonly Holder[] {
    const list = this.#lists.get(kind)
    if (list) return list
    const kinds = [...this.#lists.keys()].join(', ')
    throw new GlissadeError('misuse', `there is no kind '${kind}'; kinds: ${kinds}`)
  }

  /** Adds a view. It takes the place of a held view of the same entity, and goes on from another one that leaves meanwhile. */
  add({ kind, object }: EntityView): void {
    const list = this.#lists.get(kind.name)!
    const { id, kind: name } = object as Holder & Identity
    const isSame = (old: Holder) => old['id'] === id && old['kind'] === name
    const at = list.findIndex(isSame)
    const shown = list[at] ?? (this.#changes as Holder[]).find(isSame)!
    const isHeld = this.#held.delete(shown)
    if (isHeld) this.#left(kind.name, shown)
    else if (shown) this.#easings.push(handOver(kind, object, shown))
    list[isHeld ? at : list.length] = object
    this.#changes.push(`enter ${kind.name}`, object)
  }

  remove(view: EntityView): void {
    const list = this.#lists.get(view.kind.name)!
    const at = list.indexOf(view.object)
    if (at < 0) return
    list.splice(at, 1)
    this.#left(view.kind.name, view.object)
  }

  /** Whether a view has entered and its listeners have not been told yet. */
  isNews(view: object): boolean {
    return this.#changes.includes(view as Holder)
  }

  /** Notes that a view has left. If its entering has not been told yet, neither is told. */
  #left(kind: string, object: Holder): void {
    const at = this.#changes.indexOf(object)
    if (at >= 0) this.#changes.splice(at - 1, 2)
    else this.#changes.push(`leave ${kind}`, object)
  }

  /** Ends a frame: eases views over, and tells the listeners which ones have entered and left since the last call. */
  tell(listeners: Emitter, dtSeconds: Seconds): void {
    if (this.#easings.length > 0) this.#ease(dtSeconds)
    const changes = this.#changes
    while (changes.length > 0) listeners.call(changes.shift() as string, changes.shift())
  }

  /** Apart, because a function with closures allocates when it begins. */
  #ease(dtSeconds: Seconds): void {
    this.#easings = this.#easings.filter((ease) => ease(dtSeconds))
  }

  /**
   * Keeps all views on display, although nothing updates them any more. Removes those that were `mine` if the local player has
   * changed, and those that the server has not confirmed, because no new view will take their place.
   */
  hold(isSamePlayer: boolean): void {
    this.#remove(({ mine, id }) => (mine === true && !isSamePlayer) || (id as EntityId) < 0)
    for (const list of this.#lists.values()) for (const object of list) this.#held.add(object)
  }

  /** Removes the views that are still held. */
  removeHeld(): void {
    if (this.#held.size > 0) this.#removeHeld()
  }

  /** Apart, because a function with closures allocates when it begins. */
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
