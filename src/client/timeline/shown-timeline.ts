import type { Ms, SubTick } from '../../base/units.ts'
import type { Playout } from '../../time/playout/playout.ts'
import { PlayerTimeline } from '../../wire/records/player-timeline.ts'

/**
 * The timeline of a player as it is shown: where the player's time stood at each snapshot, and the clock that says which
 * moment of it is shown. Entities and events go by the same one, so that no effect is seen before its cause. The room
 * has one too, without a clock. Free of allocation.
 */
export class ShownTimeline {
  /** Whose it is; 0: the room's. */
  declare readonly player: number
  /** Whether the player is connected, and where a connected player's time stood. */
  isConnected = false
  /** The network tick at which the player left; -1, which no snapshot has, for a player who was never here. */
  leftTick = -1
  declare readonly timeline: PlayerTimeline
  /** Which moment of the player is shown; undefined as long as nothing of it is, and for the room. */
  clock: Playout | undefined
  /** What the server was last told: how far ahead of the render time this client shows the player; and when it was told. */
  toldLeadMs: Ms = 0
  toldAtMs: Ms = Number.NEGATIVE_INFINITY
  /** What the clock goes by, a place in `HORIZONS_MS`, as of the `frame`th frame; -1: it has not been told. */
  horizon = -1
  frame = 0
  /** The time of the player's state in the newest snapshot; also in ms, and in the one received before; NaN: unknown. */
  stamp: SubTick = 0
  stampMs: Ms = Number.NaN
  beforeMs: Ms = Number.NaN
  /** Whether that is newer than the time of any state before. */
  hasGoneOn = false
  /** The network tick before the body's baseline from which movement is expected to go on; -1: none. */
  before = -1
  /** How much of its time passes between the baseline and the body, and between the baseline before and the baseline. */
  elapsed: SubTick = 0
  span: SubTick = 0
  /**
   * The tick of the newest snapshot in which the player's time stood still, and of the last one before that stall; NaN: none.
   */
  stalledTick: number = Number.NaN
  movedTick: number = Number.NaN
  #newestMs: Ms = Number.NEGATIVE_INFINITY

  constructor(player = 0) {
    this.player = player
    this.timeline = new PlayerTimeline(player)
  }

  /** Takes the time of the player's state in the newest snapshot. */
  goOn(stamp: SubTick, stampMs: Ms): void {
    this.stamp = stamp
    this.stampMs = stampMs
    this.hasGoneOn = stampMs > this.#newestMs
    if (this.hasGoneOn) this.#newestMs = stampMs
  }
}
