import type { Ms, SubTick } from '../base/units.ts'
import type { Playout } from '../clock/playout.ts'
import { PlayerLine } from '../wire/player-line.ts'

/**
 * The timeline of a player: where the player's time stood at each snapshot, and the clock that says which moment of it is
 * shown. Entities and events go by the same one, so that no effect is seen before its cause. The room has one too, without
 * a clock. Free of allocation.
 */
export class PlayerTimeline {
  /** Whose it is; 0: the room's. */
  declare readonly player: number
  /** Whether that is a player who is connected; and where the time of such a one stood. */
  isConnected = false
  /** The network tick at which they left; that of no snapshot for those who were never here. */
  leftTick = -1
  declare readonly line: PlayerLine
  /** Which moment of the player is shown; undefined as long as nothing of it is, and for the room. */
  clock: Playout | undefined
  /** How far ahead of the render time the server was told that it shows the player, and when. */
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
  /** The network tick before the body's baseline that movement is foretold from; -1: none. */
  before = -1
  /** How much of its time passes between the baseline and the body, and between the baseline before and the baseline. */
  elapsed: SubTick = 0
  span: SubTick = 0
  /** The newest snapshot's tick at which its time had not moved on, and the last one's before; NaN for none. */
  stalledTick: number = Number.NaN
  movedTick: number = Number.NaN
  #newestMs: Ms = Number.NEGATIVE_INFINITY

  constructor(player = 0) {
    this.player = player
    this.line = new PlayerLine(player)
  }

  /** Takes the time of the newest snapshot over from `stampMs`. */
  goOn(): void {
    this.hasGoneOn = this.stampMs > this.#newestMs
    if (this.hasGoneOn) this.#newestMs = this.stampMs
  }
}
