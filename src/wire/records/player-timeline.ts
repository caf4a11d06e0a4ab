import { GrowingRing } from '../../base/growing-ring.ts'
import { SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import { HISTORY_TICKS } from '../limits.ts'

/** Most steps that a player's time usually is behind the room's, or ahead of it. */
export const MOST_USUAL = 0xffff
/** Most steps by which it may be behind less or more than usual: what 16 bits of `zigzag` can say. */
const LEAST_UNUSUAL = -0x8000
const MOST_UNUSUAL = 0x7fff
/** A standstill is expected to go on once the player is this many steps further behind than usual. */
const LEAST_STANDING = 3

/**
 * What both ends know of a connected player's time: where the state of its entities stood at each of the last 128 network
 * ticks, as far as anybody asks for them. See WIRE.md. Free of allocation in steady state. It holds only what the wire can
 * say. A time that is further off is cut here rather than when it is written, because both ends have to go by the same time.
 */
export class PlayerTimeline {
  /** The player's number. */
  declare readonly player: number
  /** The first network tick it is of: nothing before that counts. */
  since = 0
  /** For the server: the network ticks at which the part, and anything of it, became what it is now; -1: it is not told yet. */
  partTick = -1
  toldTick = -1
  /** By how much its time differs from whole steps of the room, 0 to 255 subticks. */
  part = 0
  /** How many whole steps it usually is behind the room's, at most `MOST_USUAL` either way. */
  usual = 0
  /** How many whole steps it was behind at the network tick noted last. */
  behind = 0
  /** By network tick: that tick, and the stamp. */
  readonly #stamps = new GrowingRing(HISTORY_TICKS)

  constructor(player: number) {
    this.player = player
  }

  /** Sets what is told of it now and then: each a whole number, cut to what can be told. */
  tell(part: number, usual: number): void {
    this.part = part & (SUBTICKS_PER_STEP - 1)
    this.usual = within(-MOST_USUAL, usual, MOST_USUAL)
  }

  /**
   * Notes that at network tick `tick`, at `subTicks` of the room, it was `behind` whole steps behind, cut likewise.
   * `oldest`: nobody asks for an earlier tick; default: 127 before.
   */
  note(
    tick: number,
    subTicks: SubTick,
    behind: number,
    oldest: number = tick - HISTORY_TICKS + 1,
  ): void {
    const usual = this.usual
    this.behind = within(usual + LEAST_UNUSUAL, behind, usual + MOST_UNUSUAL)
    const at = this.#stamps.claim(tick, Math.max(oldest, this.since))
    this.#stamps.values[at] = tick
    this.#stamps.values[at + 1] = this.at(subTicks, this.behind)
  }

  /**
   * How many whole steps behind it is expected to be at `subTicks` of the room, in a body that is coded against network tick
   * `baseline`, which was coded against `before`; -1: none. That is the usual number. If its time stood still between these
   * two, it is the number that results if it stands still until now.
   */
  expectedBehind(subTicks: SubTick, baseline: number, before: number): number {
    const usual = this.usual
    if (!this.stood(baseline, before)) return usual
    const steps = (this.at(subTicks, 0) - this.#stampOf(baseline)) / SUBTICKS_PER_STEP
    if (!Number.isInteger(steps) || steps < usual + LEAST_STANDING) return usual
    return within(usual, steps, usual + MOST_UNUSUAL)
  }

  /** Whether it is known to have stood still between two network ticks; -1 is none. */
  stood(tick: number, before: number): boolean {
    if (!this.#knows(tick) || !this.#knows(before)) return false
    return this.#stampOf(tick) === this.#stampOf(before)
  }

  /** Where it stood at a network tick, at `subTicks` of the room; where that is not known, as far behind as now. */
  stampAt(tick: number, subTicks: SubTick): SubTick {
    return this.#knows(tick) ? this.#stampOf(tick) : this.at(subTicks, this.behind)
  }

  /** Where it stands at `subTicks` of the room if it is `behind` whole steps behind. */
  at(subTicks: SubTick, behind: number): SubTick {
    return wholeSteps(subTicks) - behind * SUBTICKS_PER_STEP + this.part
  }

  #knows(tick: number): boolean {
    return tick >= this.since && this.#stamps.values[this.#stamps.at(tick)] === tick
  }

  /** Where it stood at a network tick that is known. */
  #stampOf(tick: number): SubTick {
    return this.#stamps.values[this.#stamps.at(tick) + 1]!
  }
}

/** The last whole step at or before a moment: the time of what nobody who is connected owns. */
export function wholeSteps(subTicks: SubTick): SubTick {
  return subTicks - (subTicks % SUBTICKS_PER_STEP)
}

function within(least: number, value: number, most: number): number {
  return value < least ? least : value > most ? most : value
}
