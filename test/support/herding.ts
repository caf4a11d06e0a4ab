import { shepherd } from '../../games/shepherd/game.ts'
import { shepherdRoom } from '../../games/shepherd/room.ts'
import type { Herd } from '../../games/shepherd/rules/herd.ts'
import { Room } from '../../src/server/room.ts'
import { Sink } from './crowd.ts'

const PLAYERS = 8

/** A room of the meadow with eight shepherds who stand far apart with their dogs. What happens in it is told to nobody. */
export class Herding {
  readonly room: Room<typeof shepherdRoom> = new Room(shepherdRoom, { nowMs: 0 })
  readonly herd: Herd
  readonly sinks: readonly Sink[] = Array.from({ length: PLAYERS }, () => new Sink())
  readonly #shepherds: readonly { x: number; y: number }[]
  readonly #dogs: readonly { x: number; y: number }[]

  constructor() {
    const { world } = this.room
    const { herd } = world.state
    if (!herd) throw new Error('a room without a herd')
    this.herd = herd
    for (const sink of this.sinks)
      this.room.join(sink, { profile: shepherd.profileSchema.create() }, 0)
    this.#shepherds = world.entities('shepherd')
    this.#dogs = world.entities('dog')
    // What happens, such as a bleat, is a new object each time.
    world.emit = () => {}
    for (let i = 0; i < PLAYERS; i++) {
      const place = { x: 400.25 + (i % 4) * 600, y: i < 4 ? 700.25 : 1500.25 }
      Object.assign(this.#shepherds[i]!, place)
      Object.assign(this.#dogs[i]!, place)
    }
  }

  /** Everybody moves a little, to and fro. Allocates nothing. */
  sway(step: number): void {
    const side = step % 600 < 300 ? 1 : -1
    for (let i = 0; i < PLAYERS; i++) {
      const down = i % 2 === 0 ? side : -side
      this.#shepherds[i]!.x += side * 3.25
      this.#shepherds[i]!.y += down * 1.25
      this.#dogs[i]!.x += side * 5.75
      this.#dogs[i]!.y += down * 2.25
    }
  }
}
