import type { Ms } from '../../base/units.ts'
import type { Kind } from '../../game/define-game.ts'
import type { Holder } from '../../game/schema.ts'
import { CHANGED, ChangeTracker } from './change-tracker.ts'
import type { Entity, KindParts } from './entity.ts'
import type { Hooks } from './hooks.ts'
import { type OwnerTimes, stampOf } from './owners.ts'
import type { ToldHorizons } from './told-horizons.ts'

/** The living entities of a kind. */
export class Herd implements KindParts {
  readonly kind: Kind
  readonly #hooks: Hooks
  readonly watch: ChangeTracker
  readonly horizons: ToldHorizons | null
  readonly tellsOwners: boolean
  /** By their place in `watch`. */
  readonly entities: Entity[] = []
  /** The objects that the game's functions see, in the order of spawning. */
  #objects: Holder[] = []
  /** Whether a caller may be looping over `#objects`. If so, they are copied before one is added or taken out. */
  #isLent = false

  constructor(kind: Kind, hooks: Hooks, horizons: ToldHorizons | null, tellsOwners: boolean) {
    this.kind = kind
    this.#hooks = hooks
    this.watch = new ChangeTracker(kind.schema)
    this.horizons = horizons
    this.tellsOwners = tellsOwners
  }

  /** Returns the objects. The array never changes: `add` and `remove` make another. */
  lend(): readonly Holder[] {
    this.#isLent = true
    return this.#objects
  }

  add(entity: Entity): void {
    this.#change().push(entity.object)
    this.entities.push(entity)
    entity.place = this.watch.add(entity.object)
  }

  /** Takes an entity out. The last one moves to its place. */
  remove(entity: Entity): void {
    const objects = this.#change()
    objects.splice(objects.indexOf(entity.object), 1)
    const { entities } = this
    const { place } = entity
    const moved = entities.pop()!
    this.watch.remove(place)
    if (moved !== entity) entities[place] = moved
    moved.place = place
  }

  /** Sets all objects to where they are at a moment, if the kind has a `path`. */
  followPath(timeMs: Ms): void {
    const objects = this.#objects
    for (let n = 0; n < objects.length; n++) this.setOnPath(objects[n]!, timeMs)
  }

  /** Sets one object to where it is at a moment. One whose `path` fails stays where that leaves it. */
  setOnPath(object: Holder, timeMs: Ms): void {
    const { path } = this.kind
    if (!path) return
    try {
      this.#hooks.settleInLoop('path', null, path(object, timeMs))
    } catch (error) {
      this.#hooks.inLoop('path', null, error)
    }
  }

  /** Notes where each moving entity is after a step of the room. Allocates nothing. */
  note(times: OwnerTimes): void {
    if (this.horizons === null) return
    const { watch, entities } = this
    watch.find()
    const { marks } = watch
    for (let n = 0; n < entities.length; n++) {
      if ((marks[n]! & CHANGED) === 0) continue
      const { extras, owner } = entities[n]!
      extras!.note(n, stampOf(owner, times))
    }
  }

  #change(): Holder[] {
    if (this.#isLent) this.#objects = this.#objects.slice()
    this.#isLent = false
    return this.#objects
  }
}
