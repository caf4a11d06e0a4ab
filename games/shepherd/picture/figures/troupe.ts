import type { Sight } from '../../../page/sight.ts'
import type { Beat } from './beat.ts'
import { type Spot, spot } from './spot.ts'

/** What a troupe needs of a view. */
interface Named {
  readonly id: number
}

/** A figure that shows one entity after the other. */
export interface Figure<V> {
  /** Takes the part of an entity that has come into sight at `at`. */
  begin(view: V, at: Spot): void
  /** Shows the entity as it is now, at `at`. Called in each frame until `end`. Allocates nothing. */
  show(view: V, at: Spot, beat: Beat): void
  /** The entity is out of sight: the figure shows nothing until the next `begin`. */
  end(): void
  /** Destroys its sprites. */
  destroy(): void
}

interface Part<V, F> {
  readonly figure: F
  view: V
  /** The last frame in which it was in sight. */
  frame: number
}

/**
 * The figures of a kind: one for each entity that is in sight. Other entities have none, and cost a comparison per
 * frame. Unused figures wait for the next entity, so in the long run nothing is made or destroyed.
 */
export class Troupe<V extends Named, F extends Figure<V>> {
  readonly #views: readonly V[]
  readonly #sight: Sight
  readonly #reach: number
  readonly #locate: (view: V, out: Spot) => void
  readonly #make: () => F
  readonly #byId: Map<number, Part<V, F>> = new Map()
  readonly #shown: Part<V, F>[] = []
  readonly #idle: Part<V, F>[] = []
  readonly #at: Spot = spot()
  #frame = 0

  /**
   * `reach`: how far a figure reaches round its place, in units. `locate`: writes the place of a view into `out`. Each
   * kind has a function of its own, which knows views of one shape only.
   */
  constructor(
    views: readonly V[],
    sight: Sight,
    reach: number,
    locate: (view: V, out: Spot) => void,
    make: () => F,
  ) {
    this.#views = views
    this.#sight = sight
    this.#reach = reach
    this.#locate = locate
    this.#make = make
  }

  /** How many are in sight. */
  get count(): number {
    return this.#shown.length
  }

  /** The figure of an entity in sight, by index from 0 to `count`. The order means nothing. */
  at(index: number): F | undefined {
    return this.#shown[index]?.figure
  }

  /** Call once per frame. Allocates only when an entity comes into sight. */
  show(beat: Beat): void {
    const frame = ++this.#frame
    const views = this.#views
    const at = this.#at
    for (let i = 0; i < views.length; i++) {
      const view = views[i] as V
      this.#locate(view, at)
      if (!this.#sight.holds(at, this.#reach)) continue
      let part = this.#byId.get(view.id)
      if (part === undefined || part.view !== view) part = this.#begin(view)
      part.frame = frame
      part.figure.show(view, at, beat)
    }
    for (let i = this.#shown.length - 1; i >= 0; i--)
      if (this.#shown[i]?.frame !== frame) this.#end(i)
  }

  /** Destroys it. */
  close(): void {
    for (const { figure } of [...this.#shown, ...this.#idle]) figure.destroy()
    this.#shown.length = 0
    this.#idle.length = 0
    this.#byId.clear()
  }

  #begin(view: V): Part<V, F> {
    const part = this.#idle.pop() ?? { figure: this.#make(), view, frame: 0 }
    part.view = view
    part.figure.begin(view, this.#at)
    this.#byId.set(view.id, part)
    this.#shown.push(part)
    return part
  }

  #end(index: number): void {
    const part = this.#shown[index]
    const last = this.#shown.pop()
    if (!part || !last) return
    if (last !== part) this.#shown[index] = last
    // By now, its number may belong to another entity.
    if (this.#byId.get(part.view.id) === part) this.#byId.delete(part.view.id)
    part.figure.end()
    this.#idle.push(part)
  }
}
