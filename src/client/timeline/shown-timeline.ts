import type { Ms, SubTick } from '../../base/units.ts'
import type { Playout } from '../../time/playout/playout.ts'
import { PlayerTimeline } from '../../wire/records/player-timeline.ts'

/**
 * The timeline of a player as it is shown: where the player's time stood at each snapshot, and the clock that says which
 * moment of it is shown. Entities and events go by the same timeline, so that no effect is seen before its cause. The room
 * has a timeline too, without a clock. Free of allocation.
 */
export class ShownTimeline {
  /** The player's number; 0: the room. */
  declare readonly player: number
  isConnected = false
  /** The network tick at which the player left; -1, which no snapshot has, for a player who was never here. */
  leftTick = -1
  /** Where the player's time stood while it was connected. */
  declare readonly timeline: PlayerTimeline
  /** Says which moment of the player is shown; undefined for the room, and before the player has an entity. */
  clock: Playout | undefined
  /** See `ToldMoment`. */
  toldMs: Ms = Number.NaN
  toldAtMs: Ms = Number.NEGATIVE_INFINITY
  isRepeated = false
  /** The clock's horizon, an index into `HORIZONS_MS`, as of frame number `frame`; -1: not told yet. */
  horizon = -1
  frame = 0
  /** The time of the player's state in the newest snapshot, also in ms; NaN: unknown. */
  stamp: SubTick = 0
  stampMs: Ms = Number.NaN
  /** Until when the state before is known to have held; NaN: unknown. */
  beforeMs: Ms = Number.NaN
  /** The network tick before the body's baseline from which, with the baseline, movement is expected to go on; -1: none. */
  before = -1
  /** How much of the player's time passes from the baseline to the body, and from `before` to the baseline. */
  elapsed: SubTick = 0
  span: SubTick = 0
  /**
   * The tick of the newest snapshot in which the player's time stood still, and of the last one before that stall; NaN: none.
   */
  stalledTick: number = Number.NaN
  movedTick: number = Number.NaN

  constructor(player = 0) {
    this.player = player
    this.timeline = new PlayerTimeline(player)
  }
}
