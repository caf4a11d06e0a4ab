import { SUBTICKS_PER_STEP, type SubTick } from '../base/units.ts'
import { HISTORY_TICKS } from './packets.ts'

/**
 * What both ends know of a connected player's time: where the state of its entities stood at each of the last 128 network
 * ticks. See WIRE.md. Free of allocation after construction.
 */
export class PlayerLine {
  /** The first network tick it is of: nothing before that counts. */
  since = 0
  /** By how much its time differs from whole steps of the room, 0 to 255 subticks. */
  part = 0
  /** How many whole steps it usually is behind the room's. */
  usual = 0
  /** How far behind the render time this player's entities are drawn, as it was told last. */
  lagMs = 0
  /** How many whole steps it was behind at the network tick noted last. */
  behind = 0
  readonly #ticks = new Float64Array(HISTORY_TICKS).fill(-1)
  readonly #stamps = new Float64Array(HISTORY_TICKS)

  /** Notes that at network tick `tick`, at `subTicks` of the room, it was `behind` steps behind. */
  note(tick: number, subTicks: SubTick, behind: number): void {
    this.behind = behind
    this.#ticks[tick % HISTORY_TICKS] = tick
    this.#stamps[tick % HISTORY_TICKS] = this.#stamp(subTicks)
  }

  /** Where it stood at a network tick, at `subTicks` of the room; where that is not known, as far behind as now. */
  stampAt(tick: number, subTicks: SubTick): SubTick {
    const at = tick % HISTORY_TICKS
    const isKnown = tick >= this.since && this.#ticks[at] === tick
    return isKnown ? this.#stamps[at]! : this.#stamp(subTicks)
  }

  #stamp(subTicks: SubTick): SubTick {
    return wholeSteps(subTicks) - this.behind * SUBTICKS_PER_STEP + this.part
  }
}

/** The last whole step at or before a moment: the time of what nobody who is connected owns. */
export function wholeSteps(subTicks: SubTick): SubTick {
  return subTicks - (subTicks % SUBTICKS_PER_STEP)
}
