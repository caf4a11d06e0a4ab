import type { View } from 'glissade'
import type { KindOf } from 'glissade/client'
import type { Room } from 'glissade/server'
import type { platformer } from '../platformer/game.ts'
import type { Scene } from '../platformer/picture/scene.ts'
import type { platformerRoom } from '../platformer/room.ts'

type Game = typeof platformer

/** The server's own world as a scene: where everybody is now, as far as the server knows. It has no events. */
export class Truth implements Scene {
  readonly #room: Room<typeof platformerRoom>
  readonly #listeners: ((dtSeconds: number) => void)[] = []
  /** The kinds that were asked for. `frame` keeps them up to date. */
  readonly #lists = new Map<KindOf<Game>, View<Game, KindOf<Game>>[]>()

  constructor(room: Room<typeof platformerRoom>) {
    this.#room = room
  }

  entities<K extends KindOf<Game>>(kind: K): readonly View<Game, K>[] {
    const known = this.#lists.get(kind)
    const list = known ?? []
    if (!known) {
      this.#lists.set(kind, list)
      this.#fill(kind, list)
    }
    return list as unknown as readonly View<Game, K>[]
  }

  on(): () => void {
    return () => {}
  }

  onFrame(listener: (dtSeconds: number) => void): () => void {
    this.#listeners.push(listener)
    return () => {
      const index = this.#listeners.indexOf(listener)
      if (index >= 0) this.#listeners.splice(index, 1)
    }
  }

  /** Shows the present. Call once per frame. */
  frame(dtSeconds: number): void {
    for (const [kind, list] of this.#lists) this.#fill(kind, list)
    for (let i = 0; i < this.#listeners.length; i++) this.#listeners[i]?.(dtSeconds)
  }

  #fill(kind: KindOf<Game>, list: object[]): void {
    const living = this.#room.world.entities(kind)
    list.length = living.length
    for (let i = 0; i < living.length; i++) list[i] = living[i]!
  }
}
