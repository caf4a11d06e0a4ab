import { LEAST_CHANGE_RATE, MOST_CHANGE_RATE, SET_MS } from '../base/horizons.ts'
import type { Ms, SubTick } from '../base/units.ts'
import { PlayerLine } from '../wire/player-line.ts'

/** A lag changes on display by this share of the time that passes: hardly seen, as the render clock's pace. */
const SHARE = 0.1

/**
 * How far behind the render time a player is shown: entities and events alike, so that no effect is seen before its
 * cause. Follows slowly what the server says. With it goes what bodies say of the player's time. Free of allocation.
 */
export class ShownLag {
  /** Whose it is; 0: the room's. */
  declare readonly player: number
  /** Whether that is a player who is connected; and where the time of such a one stood. */
  isConnected = false
  /** The network tick at which they left; that of no snapshot for those who were never here. */
  leftTick = -1
  declare readonly line: PlayerLine
  /** As the server said it last, 0 to 250. */
  toldMs: Ms = 0
  /** As it is on display. */
  ms: Ms = Number.NaN
  /** What `follow` works on: V8 boxes the fractional arguments of calls that it does not inline. */
  renderTimeMs: Ms = Number.NaN
  /** The pace of the render clock in this frame. */
  rate = 1
  /** The moment of the player's lane in the `frame`th frame, from which the lag is taken. */
  laneMs: Ms = Number.NaN
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
  #followedMs: Ms = Number.NaN
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

  /** Brings it to the moment `renderTimeMs`; the same moment again changes nothing. */
  follow(): void {
    const frameMs = this.renderTimeMs - this.#followedMs
    this.#followedMs = this.renderTimeMs
    const changeMs = this.toldMs - this.ms
    const more = Math.min(SHARE, Math.max(0, this.rate - LEAST_CHANGE_RATE))
    const less = Math.min(SHARE, Math.max(0, MOST_CHANGE_RATE - this.rate))
    if (!(frameMs >= 0 && frameMs <= SET_MS)) this.ms = this.toldMs
    else this.ms += Math.min(more * frameMs, Math.max(-less * frameMs, changeMs))
  }
}
