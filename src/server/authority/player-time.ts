import { SlidingMin } from '../../base/estimate.ts'
import type { Ms, SubTick } from '../../base/units.ts'
import { SUBTICKS_PER_STEP } from '../../base/units.ts'
import { Epochs } from '../../time/sync/epochs.ts'
import { MOST_HELD } from '../../wire/packets/snapshot-head.ts'
import { type Archive, archiveSubTicks, archiveWhole, MOST_TICK } from '../save/archive.ts'
import { archiveEpochs, archiveSlidingMin } from '../save/shared-parts.ts'

/** A standing error over this begins a new epoch. The client's pace corrects a smaller one. */
const JUMP_MS = 250
/** How long an error or a wait has to last to be a standing one. */
const STANDING_MS = 300
/** How many inputs have to wait for a standing wait. */
const LEAST_WAIT = 2
/** How far a player's own time may be behind the room's, and how far ahead. An input further ahead waits. */
const MOST_BEHIND_MS: Ms = 2000
const MOST_AHEAD_MS: Ms = 150
/** An input further ahead is dropped instead of waiting. A page sends the inputs of up to 1 s together, each for its own step. */
const FAR_AHEAD_MS: Ms = 1500

/**
 * Keeps a player's own time close to the room's. It notes how late inputs come, compared with their stamps. It begins a new
 * epoch once, when the path's delay is known, and after a gap. The epoch begins with an input that was not generated yet,
 * so that it costs no correction. If inputs are out of bounds, more than 2 s behind the room or 1.5 s ahead of it, an
 * epoch begins at once. `ctx.timeMs` never runs backwards, and is never more than 150 ms ahead of the room. This class is
 * apart from the budget: it decides *when* an input was, and the budget *whether* it may be applied.
 */
export class PlayerTime {
  readonly epochs: Epochs
  /** The stamp of the newest input applied or done without. */
  stamp: SubTick
  /** `ctx.timeMs` of that input, in subticks. */
  moveTime: SubTick
  readonly #stepMs: Ms
  readonly #lateness: SlidingMin
  /** How many inputs have waited recently; null before some have. */
  #wait: SlidingMin | null = null
  /** When the wait last was too short to count, or shrank; and the least wait since. */
  #calmMs: Ms = Number.NaN
  #leastWait = Number.POSITIVE_INFINITY
  #sinceMs: Ms = Number.NaN
  /** Since when the input of the last second that came earliest for its stamp is off by over `JUMP_MS`; NaN: it is not. */
  #offSinceMs: Ms = Number.NaN
  #isAligned = false
  /** The newest input applied or done without. */
  #applied = 0
  /** Whether an epoch has begun that `heal` has not reported. */
  #hasBegun = false
  readonly #mostBehind: SubTick
  readonly #mostAhead: SubTick
  readonly #farAhead: SubTick

  /** `now`: the moment that WELCOME names. Input 1 stands one step after it. */
  constructor(now: SubTick, stepMs: Ms) {
    this.epochs = new Epochs(now)
    this.stamp = now
    this.moveTime = now
    this.#stepMs = stepMs
    this.#lateness = new SlidingMin(1000)
    this.#mostBehind = Math.floor((MOST_BEHIND_MS / stepMs) * SUBTICKS_PER_STEP)
    this.#mostAhead = Math.floor((MOST_AHEAD_MS / stepMs) * SUBTICKS_PER_STEP)
    this.#farAhead = Math.floor((FAR_AHEAD_MS / stepMs) * SUBTICKS_PER_STEP)
  }

  archive(archive: Archive): void {
    archiveEpochs(archive, this.epochs)
    this.stamp = archiveSubTicks(archive, this.stamp)
    this.moveTime = archiveSubTicks(archive, this.moveTime)
    archiveSlidingMin(archive, this.#lateness)
    if (archive.flag(this.#wait !== null)) {
      this.#wait ??= new SlidingMin(STANDING_MS)
      archiveSlidingMin(archive, this.#wait)
    }
    this.#calmMs = archive.ms(this.#calmMs)
    this.#leastWait = archive.number(this.#leastWait)
    this.#sinceMs = archive.ms(this.#sinceMs)
    this.#offSinceMs = archive.ms(this.#offSinceMs)
    this.#isAligned = archive.flag(this.#isAligned)
    this.#applied = archiveWhole(archive, this.#applied, 0, MOST_TICK)
    this.#hasBegun = archive.flag(this.#hasBegun)
  }

  /** Whether the stamp of input `id` is so far from the room's time that the input is dropped. */
  isOutside(id: number, now: SubTick): boolean {
    const behind = now - this.epochs.stampOf(id)
    return behind > this.#mostBehind || behind < -this.#farAhead
  }

  /** Whether input `id` has to wait, because it would move the player's own time too far ahead of the room. */
  isEarly(id: number, now: SubTick): boolean {
    return this.epochs.timeOf(id) - now > this.#mostAhead
  }

  /** Notes that input `id` is applied, or done without. */
  advanceTo(id: number): void {
    this.#applied = id
    this.stamp = this.epochs.stampOf(id)
    this.moveTime = this.epochs.timeOf(id)
  }

  /** Whether the player's own time has fallen behind as far as it may. */
  isLeftBehind(now: SubTick): boolean {
    return now - this.stamp >= this.#mostBehind
  }

  /** Moves the player's own time, by whole steps, to no further behind than it may be. */
  bound(now: SubTick): void {
    const late = now - this.stamp - this.#mostBehind
    if (late > 0) this.stamp += Math.floor(late / SUBTICKS_PER_STEP) * SUBTICKS_PER_STEP
  }

  /** Begins an epoch at once: input `from`, which has not been applied, gets `stamp`, and later ones follow a step apart. */
  begin(from: number, stamp: SubTick): void {
    this.#begin(from, stamp, this.moveTime)
    this.#hasBegun = true
  }

  /**
   * Notes that inputs came at room time `arrival`, which is `nowMs` on the server's clock. `id`: the first of the newest frame,
   * because a page sends all inputs of a frame together, for the time until its next frame.
   */
  arrived(id: number, arrival: SubTick, nowMs: Ms): void {
    if (id < this.epochs.from) return
    if (Number.isNaN(this.#sinceMs)) this.#sinceMs = nowMs
    this.#lateness.add(arrival - this.epochs.stampOf(id), nowMs)
  }

  /** Notes how many inputs wait for the guard. Called once a network tick. */
  waiting(steps: number, nowMs: Ms): void {
    // A wait that still shrinks is left of a stall that is being made up for.
    if (steps < LEAST_WAIT || steps < this.#leastWait) {
      this.#calmMs = nowMs
      this.#leastWait = steps < LEAST_WAIT ? Number.POSITIVE_INFINITY : steps
    } else {
      this.#wait ??= new SlidingMin(STANDING_MS)
      this.#wait.add(steps, nowMs)
    }
  }

  /**
   * Begins a new epoch after a standing error or a standing wait. After a standing wait the client learns that it is early,
   * and slows down until nothing waits. `newest`: newest input received. `rttMs`: the player's round trip, which bounds how
   * much the client can have generated meanwhile; NaN: not known. Returns whether an epoch has begun.
   */
  heal(newest: number, nowMs: Ms, rttMs: Ms): boolean {
    if (this.#hasBegun) {
      this.#hasBegun = false
      return true
    }
    const least = this.#lateness.leastAt(nowMs)
    const errorMs = (least / SUBTICKS_PER_STEP) * this.#stepMs
    // After a stall the first inputs come late, and say nothing about those that follow.
    if (!(Math.abs(errorMs) > JUMP_MS)) this.#offSinceMs = Number.NaN
    else if (Number.isNaN(this.#offSinceMs)) this.#offSinceMs = nowMs
    if (Number.isNaN(least)) return false
    // The inputs before the last epoch have to be applied with the stamps that they have, because the client made them so.
    if (this.#applied < this.epochs.from - 1) return false
    let shift = 0
    if (!this.#isAligned) shift = least
    else if (!(nowMs - this.#sinceMs >= STANDING_MS)) return false
    // A slow page sends a packet a second, and one of them alone may be late.
    else if (this.#lateness.newestMs - this.#offSinceMs < STANDING_MS) return false
    else if (Math.abs(errorMs) > JUMP_MS) shift = least
    else if (errorMs >= -this.#stepMs) shift = this.#standingWait(nowMs) * SUBTICKS_PER_STEP
    this.#isAligned = true
    if (Math.abs(shift) < SUBTICKS_PER_STEP / 2) return false
    const underWay = Math.ceil((Number.isNaN(rttMs) ? 500 : rttMs * 1.5 + 50) / this.#stepMs) + 2
    const from = newest + underWay
    const stamp = this.epochs.newestStampOf(from) + Math.round(shift)
    this.#begin(from, stamp, this.epochs.timeOf(from - 1))
    return true
  }

  /** `least`: the least `ctx.timeMs` of these inputs, in subticks. */
  #begin(from: number, stamp: SubTick, least: SubTick): void {
    this.epochs.begin(from, stamp, Math.min(least, stamp + MOST_HELD))
    this.#lateness.clear()
    this.#sinceMs = Number.NaN
  }

  /** Returns how many inputs have waited all the time, if more than one, and at most as many as `JUMP_MS` holds. */
  #standingWait(nowMs: Ms): number {
    if (nowMs - this.#calmMs <= STANDING_MS) return 0
    const wait = this.#wait?.leastAt(nowMs) ?? 0
    return wait > 0 ? Math.min(wait, Math.floor(JUMP_MS / this.#stepMs)) : 0
  }
}
