import type { Vec2 } from '../../game/field.ts'
import type { Entity } from '../world/entity.ts'
import type { Player, World } from '../world/world.ts'
import { Grid } from './grid.ts'
import type { Interest } from './interest.ts'
import type { Look, SeenRoom, Sight, Viewer } from './look.ts'
import { lowest, SlotSet } from './slot-set.ts'

/** Returns where an entity is, for interest. */
type Place = (entity: object) => Readonly<Vec2>

/** A game's own rule, with its types erased. */
type Sees = (world: World, player: Player, entity: object) => boolean

/** Default of `margin`, as a share of the radius. */
const MARGIN = 1 / 8

/**
 * Finds who sees what in a network tick, by the game's `interest`. It goes over all entities once a network tick, and for
 * each client over those near it. Allocates nothing in steady state, unless the game's functions do.
 */
export class Visibility {
  /** By slot, as of the network tick: the entity's id, and when it last changed. Quicker to walk than entities. */
  ids: Int32Array = new Int32Array(16)
  changedTicks: Int32Array = new Int32Array(16)
  readonly #source: SeenRoom
  readonly #interest: Interest | undefined
  /** By the kind's index. */
  readonly #places: readonly (Place | undefined)[]
  readonly #grid: Grid
  /** All slots in use, and those that are near everybody. */
  readonly #all = new SlotSet()
  readonly #everywhere = new SlotSet()
  /** By player: the first slot that it owns. By slot: the next slot of the same owner. Each plus 1, because 0 means none. */
  #firstOwned = new Int32Array(16)
  #nextOwned = new Int32Array(16)
  /** What `#findPlace` has found. */
  readonly #place = new Float64Array(2)
  #tick = -1
  #isSorted = false
  /** The distance that counts as near, and that for an entity that was near already; both squared. */
  readonly #near: number
  readonly #far: number

  constructor(source: SeenRoom) {
    this.#source = source
    const { interest } = source.rules
    this.#interest = interest
    this.#places = source.game.kinds.map(({ name }) => interest?.at[name] as Place | undefined)
    const { radius = 1, margin = radius * MARGIN } = interest ?? {}
    this.#grid = new Grid(radius, margin)
    this.#near = radius * radius
    this.#far = (radius + margin) * (radius + margin)
  }

  /**
   * Finds where a player looks from in network tick `tick`, and asks the game once. Returns whether the player sees
   * everything. Its client then gets the body that all such clients share.
   */
  look(tick: number, { player, look }: Viewer): boolean {
    if (!this.#interest) return true
    const { from, sees } = this.#interest as {
      from: (world: World, player: Player) => Vec2 | null
      sees?: unknown
    }
    if (look.tick !== tick) {
      const isFirst = look.tick < 0
      look.tick = tick
      try {
        const place = from(this.#source.world, player)
        this.#source.hooks.settleInLoop('interest', player, place)
        look.isEverywhere = !place
        if (place) {
          look.at[0] = place.x
          look.at[1] = place.y
        }
      } catch (error) {
        if (isFirst) look.lose()
        this.#source.hooks.inLoop('interest', player, error)
      }
    }
    return look.isEverywhere && !sees
  }

  /**
   * Writes the slots that a player sees in network tick `tick` to `view.next`, once `look` has run for it. `view.seen` holds
   * those that it saw before. A second call in the same network tick does nothing.
   */
  find(tick: number, { player, look }: Viewer, view: Sight): void {
    if (view.foundTick === tick) return
    view.foundTick = tick
    if (tick !== this.#tick) this.#begin(tick)
    const { next, seen } = view
    const interest = this.#interest
    if (interest && !look.isEverywhere) {
      if (!this.#isSorted) this.#sort()
      next.take(this.#everywhere)
      this.#grid.find(next, seen, look.at[0]!, look.at[1]!)
    } else next.take(this.#all)
    if (interest?.sees) this.#hide(player, next)
    if (interest) this.#addOwned(player.id, next)
  }

  /**
   * Whether a player sees an entity in network tick `tick`, as `find` would find. An entity that is gone counts as seen if it
   * was in view last. One that came and went between two network ticks counts as it was when it went.
   */
  sees(tick: number, viewer: Viewer, entity: Entity): boolean {
    if (this.look(tick, viewer) || entity.owner === viewer.player.id) return true
    const { entities, world } = this.#source
    const wasSeen = viewer.hadInView(entity)
    const isGone = entities.get(entity.id) !== entity
    if (isGone && entity.changedTick >= 0) return wasSeen
    const place = this.#places[entity.kind.index]
    if (place && !viewer.look.isEverywhere) {
      if (!this.#findPlace(place, entity.object)) return false
      if (!this.#isNear(viewer.look, this.#place[0]!, this.#place[1]!, wasSeen)) return false
    }
    const rule = this.#interest?.sees as Sees | undefined
    return rule === undefined || this.#follows(rule, world, viewer.player, entity.object)
  }

  /** Whether a place is within the radius and the margin of where a player looks from in network tick `tick`. */
  reaches(tick: number, viewer: Viewer, { x, y }: Readonly<Vec2>): boolean {
    const { look } = viewer
    return this.look(tick, viewer) || look.isEverywhere || this.#isNear(look, x, y, true)
  }

  #isNear({ at }: Look, x: number, y: number, wasSeen: boolean): boolean {
    const dx = x - at[0]!
    const dy = y - at[1]!
    const apart = dx * dx + dy * dy
    return apart < this.#near || (wasSeen && apart <= this.#far)
  }

  #begin(tick: number): void {
    this.#tick = tick
    this.#isSorted = false
    const { slots } = this.#source.entities
    const all = this.#all
    all.reach(slots.length)
    all.clear()
    if (slots.length > this.#nextOwned.length)
      this.#nextOwned = new Int32Array(2 ** Math.ceil(Math.log2(slots.length)))
    if (slots.length > this.ids.length) {
      this.ids = new Int32Array(2 * slots.length)
      this.changedTicks = new Int32Array(2 * slots.length)
    }
    this.#firstOwned.fill(0)
    for (let slot = 0; slot < slots.length; slot++) {
      const entity = slots[slot]
      // An entity made since the numbers were taken has none yet.
      if (!entity || entity.changedTick < 0) continue
      all.add(slot)
      this.ids[slot] = entity.id
      this.changedTicks[slot] = entity.changedTick
      if (entity.owner > 0) this.#noteOwned(entity)
    }
  }

  #noteOwned({ owner, slot }: Entity): void {
    if (owner >= this.#firstOwned.length) {
      const first = this.#firstOwned
      this.#firstOwned = new Int32Array(2 ** Math.ceil(Math.log2(owner + 1)))
      this.#firstOwned.set(first)
    }
    this.#nextOwned[slot] = this.#firstOwned[owner]!
    this.#firstOwned[owner] = slot + 1
  }

  /** Sorts all entities by place. Called only if some player looks from a place. */
  #sort(): void {
    this.#isSorted = true
    const { slots } = this.#source.entities
    const grid = this.#grid
    const everywhere = this.#everywhere
    everywhere.take(this.#all)
    grid.begin()
    const { words } = this.#all
    for (let w = 0; w < words.length; w++) {
      for (let bits = words[w]!; bits !== 0; bits &= bits - 1) {
        const slot = (w << 5) + lowest(bits)
        const entity = slots[slot]
        const place = entity && this.#places[entity.kind.index]
        if (!place) continue
        everywhere.remove(slot)
        if (!this.#findPlace(place, entity.object)) continue
        const n = grid.put(slot)
        grid.xs[n] = this.#place[0]!
        grid.ys[n] = this.#place[1]!
      }
    }
    grid.finish()
  }

  #hide(player: Player, next: SlotSet): void {
    const { entities, world } = this.#source
    const sees = this.#interest!.sees as Sees
    const { words } = next
    for (let w = 0; w < words.length; w++) {
      for (let bits = words[w]!; bits !== 0; bits &= bits - 1) {
        const slot = (w << 5) + lowest(bits)
        const entity = entities.slots[slot]
        if (!entity || entity.owner === player.id || entity.isHidden) continue
        if (!this.#follows(sees, world, player, entity.object)) next.remove(slot)
      }
    }
  }

  /** Finds where an entity is. Returns false if the game's function fails: such an entity is near nobody. */
  #findPlace(place: Place, object: object): boolean {
    try {
      const at = place(object)
      this.#place[0] = at.x
      this.#place[1] = at.y
      if (at.x === undefined) this.#source.hooks.settleInLoop('interest', null, at)
      return true
    } catch (error) {
      this.#source.hooks.inLoop('interest', null, error)
      return false
    }
  }

  /** Whether the game's own rule lets a player see an entity. One that fails hides it. */
  #follows(rule: Sees, world: World, player: Player, object: object): boolean {
    const { hooks } = this.#source
    try {
      const isSeen = rule(world, player, object)
      if (typeof isSeen !== 'object') return isSeen
      // A promise is no answer.
      hooks.settleInLoop('interest', player, isSeen)
      return false
    } catch (error) {
      hooks.inLoop('interest', player, error)
      return false
    }
  }

  #addOwned(player: number, next: SlotSet): void {
    if (player >= this.#firstOwned.length) return
    for (let slot = this.#firstOwned[player]!; slot > 0; slot = this.#nextOwned[slot - 1]!)
      next.add(slot - 1)
  }
}
