import type { AnyGame } from '../../game/define-game.ts'
import type { Entities } from '../world/entities.ts'
import type { Entity } from '../world/entity.ts'
import type { Player, World } from '../world/world.ts'
import type { Interest } from './interest.ts'
import type { SlotSet } from './slot-set.ts'

/** A room that is looked at. */
export interface SeenRoom {
  readonly game: AnyGame
  readonly rules: { readonly interest?: Interest | undefined }
  readonly entities: Entities
  /** What the room's functions get. */
  readonly world: World
}

/** A connected player, as one who sees. */
export interface Viewer {
  readonly player: Player
  readonly look: Look
  /** Whether an entity was in view in the newest snapshot. */
  hadInView(entity: Entity): boolean
}

/** What a player sees and what it saw before, as slots. */
export interface Sight {
  /** The network tick of which `next` is. */
  foundTick: number
  readonly next: SlotSet
  readonly seen: SlotSet
}

/** Where a player looks from, as of the newest network tick in which anybody asked. */
export class Look {
  /** That network tick; -1 before the first. */
  tick = -1
  /** Whether it looks from everywhere; else `at` is where from. */
  isEverywhere = true
  readonly at: Float64Array = new Float64Array(2)
}

/** The point of view of everybody in a game without `interest`. */
export const EVERYWHERE: Look = /* @__PURE__ */ new Look()
