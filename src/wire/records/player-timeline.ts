import { GrowingRing } from '../../base/growing-ring.ts'
import { SUBTICKS_PER_STEP, type SubTick } from '../../base/units.ts'
import { HISTORY_TICKS } from '../limits.ts'

/** The most steps that a player's time may usually be behind the room's, or ahead of it. */
export const MOST_USUAL = 0xffff
/** The most steps by which a player may be less or more behind than usual: the range of 16 bits of `zigzag`. */
const LEAST_UNUSUAL = -0x8000
const MOST_UNUSUAL = 0x7fff
/** A standstill is expected to go on from this many steps behind the usual. */
const LEAST_STANDING = 3

/**
 * What both ends know of a connected player's time: the stamp of its entities at each of the last 128 network ticks that may
 * still be needed. See WIRE.md. Free of allocation in steady state. It holds only values that the wire can carry. A time
 * further off is cut here and not when it is written, because both ends must use the same time.
 */
export class PlayerTimeline {
  /** The player's number. */
  declare readonly player: number
  /** The first network tick of this timeline. Earlier ticks do not count. */
  since = 0
  /** For the server: the network ticks at which `part`, and any value, last changed; -1: not sent yet. */
  partTick = -1
  toldTick = -1
  /** The difference of the player's time from whole steps of the room, 0 to 255 subticks. */
  part = 0
  /** How many whole steps the player's time usually is behind the room's, at most `MOST_USUAL` either way. */
  usual = 0
  /** How many whole steps the player's time was behind at the network tick noted last. */
  behind = 0
  /** By network tick: the tick, and the stamp. */
  readonly #stamps = new GrowingRing(HISTORY_TICKS)

  constructor(player: number) {
    this.player = player
  }

  /** Sets `part` and `usual`, whole numbers, cut to the range that the wire can carry. */
  tell(part: number, usual: number): void {
    this.part = part & (SUBTICKS_PER_STEP - 1)
    this.usual = within(-MOST_USUAL, usual, MOST_USUAL)
  }

  /**
   * Notes that at network tick `tick`, at `subTicks` of the room, the player was `behind` whole steps behind, cut to its
   * range. `oldest`: the earliest tick that may still be needed; default: 127 before.
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
   * Returns how many whole steps the player is expected to be behind at `subTicks` of the room, in a body coded against
   * network tick `baseline`, which was coded against `before`; -1: none. That is `usual`, unless the player's time stood
   * still between these two. Then it is the number that results if the time stands still until now.
   */
  expectedBehind(subTicks: SubTick, baseline: number, before: number): number {
    const usual = this.usual
    if (!this.stood(baseline, before)) return usual
    const steps = (this.at(subTicks, 0) - this.#stampOf(baseline)) / SUBTICKS_PER_STEP
    if (!Number.isInteger(steps) || steps < usual + LEAST_STANDING) return usual
    return within(usual, steps, usual + MOST_UNUSUAL)
  }

  /** Whether the player's time is known to have stood still between two network ticks; -1 is none. */
  stood(tick: number, before: number): boolean {
    if (!this.#knows(tick) || !this.#knows(before)) return false
    return this.#stampOf(tick) === this.#stampOf(before)
  }

  /** Returns the stamp at a network tick, at `subTicks` of the room; if it is not known, with the present `behind`. */
  stampAt(tick: number, subTicks: SubTick): SubTick {
    return this.#knows(tick) ? this.#stampOf(tick) : this.at(subTicks, this.behind)
  }

  /** Returns the stamp at `subTicks` of the room if the player is `behind` whole steps behind. */
  at(subTicks: SubTick, behind: number): SubTick {
    return wholeSteps(subTicks) - behind * SUBTICKS_PER_STEP + this.part
  }

  #knows(tick: number): boolean {
    return tick >= this.since && this.#stamps.values[this.#stamps.at(tick)] === tick
  }

  /** Returns the stamp at a known network tick. */
  #stampOf(tick: number): SubTick {
    return this.#stamps.values[this.#stamps.at(tick) + 1]!
  }
}

/** Returns the last whole step at or before a moment, which is the time of entities without a connected owner. */
export function wholeSteps(subTicks: SubTick): SubTick {
  return subTicks - (subTicks % SUBTICKS_PER_STEP)
}

function within(least: number, value: number, most: number): number {
  return value < least ? least : value > most ? most : value
}
