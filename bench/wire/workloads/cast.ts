import type { AnyGame } from '../../../src/game/define-game.ts'

/** What a field of an actor holds: vectors and rotations are objects of numbers. */
export type Value = number | string | boolean | { [part: string]: number }

/** One entity of a scene, as the game's `update` would write it: not rounded. */
export interface Actor {
  /** Unique in its scene. */
  readonly id: number
  readonly kind: string
  readonly values: Record<string, Value>
}

/** Who is on: what a scene adds and removes, step by step. */
export class Cast {
  readonly actors: Set<Actor> = new Set()
  #next = 0

  /** Adds an actor with all fields of its kind. */
  add<V extends Record<string, Value>>(kind: string, values: V): Actor & { readonly values: V } {
    const actor = { id: this.#next++, kind, values }
    this.actors.add(actor)
    return actor
  }

  /** Removes one. */
  remove(actor: Actor): void {
    this.actors.delete(actor)
  }
}

/** A scene under way: its first state stands, and each call makes the next step. */
export type Step = () => void

/** A kind of game: its fields, and what happens in it. */
export interface SceneKind {
  /** As it stands in tables. */
  readonly name: string
  readonly stepHz: number
  /** The fields of each kind, as `defineGame` takes them. */
  readonly entities: AnyGame['definition']['entities']
  /** Begins a scene: equal seeds give equal scenes. */
  begin(cast: Cast, seed: number): Step
}
