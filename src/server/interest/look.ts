import type { AnyGame } from '../../game/define-game.ts'
import type { Entities } from '../world/entities.ts'
import type { Entity } from '../world/entity.ts'
import type { Hooks } from '../world/hooks.ts'
import type { Player, World } from '../world/world.ts'
import type { Interest } from './interest.ts'
import type { SlotSet } from './slot-set.ts'

/** What viewers need of their room. */
export interface SeenRoom {
  readonly game: AnyGame
  readonly rules: { readonly interest?: Interest | undefined }
  readonly entities: Entities
  readonly hooks: Hooks
  /** The world that the room's functions get. */
  readonly world: World
}

/** A connected player who sees entities. */
export interface Viewer {
  readonly player: Player
  readonly look: Look
  /** Whether an entity was in view in the newest snapshot. */
  hadInView(entity: Entity): boolean
}

/** The slots that a player sees, and those that it saw before. */
export interface Sight {
  /** The network tick that `next` belongs to. */
  foundTick: number
  readonly next: SlotSet
  readonly seen: SlotSet
}

/** Where a player looks from, as of the newest network tick in which the game was asked. */
export class Look {
  /** That network tick; -1 before the first. */
  tick = -1
  /** Whether the player looks from everywhere. If not, `at` is the place. */
  isEverywhere = true
  readonly at: Float64Array = new Float64Array(2)

  /** Lets the player look from nowhere, and so see nothing that has a place. */
  lose(): void {
    this.isEverywhere = false
    this.at.fill(Number.NaN)
  }
}

/** The point of view of all players in a game without `interest`. */
export const EVERYWHERE: Look = /* @__PURE__ */ new Look()
