import type { Ms, SubTick } from '../../base/units.ts'
import { SUBTICKS_PER_STEP } from '../../base/units.ts'
import { Epochs } from '../../time/sync/epochs.ts'
import { ARRIVAL_PARTS, MOST_ARRIVALS } from '../../wire/packets/snapshot-head.ts'
import {
  type Archive,
  archiveFinite,
  archiveSubTicks,
  archiveWhole,
  check,
  MOST_TICK,
} from '../save/archive.ts'
import { archiveEpochs } from '../save/shared-parts.ts'

/** How long after its arrival the first input has its tick. From then on the client's pace finds the wait that is needed. */
const FIRST_WAIT_MS: Ms = 50
/** If all inputs wait longer than this, for so long, they get new ticks. No client aims at a wait over 500 ms. */
const MOST_WAIT_MS: Ms = 750
const STANDING_MS: Ms = 300
/** A player without any input in time for this long counts as away. Its inputs get new ticks when they come again. */
const AWAY_MS: Ms = 1000
/** Subticks in the part of a step that arrivals are told in. */
const PART: SubTick = SUBTICKS_PER_STEP / ARRIVAL_PARTS
/** How many inputs' arrivals are kept; a power of two. */
const KEPT = 256

/**
 * For `authority: sharedTick()`: which tick each of a player's inputs is for, and when it came. The first input gets a tick
 * soon after it came, and those after it follow a tick apart. Once no input has been in time for a second, or all have
 * waited for over 750 ms, the next one that comes is treated as a first one, and an epoch begins. Creates no object after
 * construction.
 */
export class TickTime {
  readonly epochs: Epochs
  /** The time of the room's last step. What the player owns is of the same moment as everything else. */
  stamp: SubTick
  /** Ticks in a row that went without an input. */
  missing = 0
  readonly #stepMs: Ms
  readonly #firstWait: number
  readonly #mostMissing: number
  readonly #mostWaitMs: Ms
  #hasTicks = false
  #hasBegun = false
  #earlySinceMs: Ms = Number.NaN
  /** When each input came, in parts of a step. */
  readonly #cameAt = new Int32Array(KEPT)
  /** The newest input whose arrival is noted, and the newest whose arrival was told. */
  #newest = 0
  #told = 0

  /** `now`: the room's time. */
  constructor(now: SubTick, stepMs: Ms) {
    this.epochs = new Epochs(0)
    this.stamp = Math.floor(now / SUBTICKS_PER_STEP) * SUBTICKS_PER_STEP
    this.#stepMs = stepMs
    this.#firstWait = Math.ceil(FIRST_WAIT_MS / stepMs)
    this.#mostMissing = Math.ceil(AWAY_MS / stepMs)
    // At a few steps a second the first wait may itself be as long.
    this.#mostWaitMs = Math.max(MOST_WAIT_MS, (this.#firstWait + 2) * stepMs)
  }

  archive(archive: Archive): void {
    const { epochs } = this
    archiveEpochs(archive, epochs)
    this.stamp = archiveSubTicks(archive, this.stamp)
    // All inputs stand at whole steps.
    for (const at of [epochs.base, epochs.baseBefore, this.stamp])
      check(archive, at % SUBTICKS_PER_STEP === 0)
    this.missing = archiveWhole(archive, this.missing, 0, MOST_TICK)
    this.#hasTicks = archive.flag(this.#hasTicks)
    this.#hasBegun = archive.flag(this.#hasBegun)
    this.#earlySinceMs = archive.ms(this.#earlySinceMs)
    this.#newest = archiveWhole(archive, this.#newest, 0, MOST_TICK)
    this.#told = archiveWhole(archive, this.#told, 0, MOST_TICK)
    for (let id = Math.max(this.#told, this.#newest - MOST_ARRIVALS) + 1; id <= this.#newest; id++)
      this.#cameAt[id & (KEPT - 1)] = archiveFinite(archive, this.#cameAt[id & (KEPT - 1)]!)
  }

  /** Whether an epoch has begun since the last call. */
  takeBegun(): boolean {
    const hasBegun = this.#hasBegun
    this.#hasBegun = false
    return hasBegun
  }

  /**
   * Notes that inputs up to `id` came at room time `arrival`, which is `nowMs`. `wereHeldBack`: whether the client held back
   * the inputs before `id`. Their arrival says nothing about the path then, so it is not told.
   */
  arrived(id: number, arrival: SubTick, nowMs: Ms, wereHeldBack = false): void {
    const part = Math.floor(arrival / PART)
    const first = Math.max(this.#newest + 1, id - KEPT + 1)
    for (let one = first; one <= id; one++) this.#cameAt[one & (KEPT - 1)] = part
    this.#newest = id
    if (wereHeldBack) this.#told = Math.max(this.#told, id - 1)
    if (this.#hasTicks && this.#isTooEarly(first, arrival, nowMs)) this.#hasTicks = false
  }

  /** Whether the next input that comes has to be put into a tick. */
  get needsTick(): boolean {
    return !this.#hasTicks
  }

  /**
   * Puts input `id`, which came at `arrival`, into a tick, and all others a tick apart. Returns the first input, from `least`
   * on, whose tick is still to come.
   */
  begin(id: number, arrival: SubTick, least: number): number {
    const next = Math.floor(arrival / SUBTICKS_PER_STEP) + 1
    const from = Math.max(least, id - this.#firstWait)
    this.epochs.begin(from, (next + this.#firstWait + from - id) * SUBTICKS_PER_STEP)
    this.#hasTicks = true
    this.#hasBegun = true
    this.#earlySinceMs = Number.NaN
    this.missing = 0
    return from
  }

  /** Moves inputs `steps` ticks earlier, as the room left these out. Returns the first input whose tick is still to come. */
  leaveOut(steps: number, least: number): number {
    if (!this.#hasTicks) return least
    const next = this.stamp + SUBTICKS_PER_STEP
    const { from: first } = this.epochs
    const due = first + (next - this.epochs.newestStampOf(first)) / SUBTICKS_PER_STEP
    const from = Math.max(least, due + steps)
    this.epochs.begin(from, next)
    this.#hasBegun = true
    return from
  }

  /** Lets the next input that comes be put into a tick anew. */
  restart(): void {
    this.#hasTicks = false
  }

  /** Notes that a step of the room ends at `at`. Returns the input of this step; 0: none. */
  stepTo(at: SubTick): number {
    this.stamp = at
    if (!this.#hasTicks) return 0
    const { from } = this.epochs
    const ahead = (at - this.epochs.newestStampOf(from)) / SUBTICKS_PER_STEP
    return ahead >= 0 ? from + ahead : 0
  }

  /** Notes that a tick's input is missing. Returns false when the player counts as away from now on. */
  missed(): boolean {
    this.missing++
    if (this.missing > this.#mostMissing) this.#hasTicks = false
    return this.#hasTicks
  }

  /** Writes to `sooner` how much sooner each input since the last call came than the input after it. Returns their number. */
  tell(sooner: Int32Array): number {
    const newest = this.#newest
    const count = Math.min(newest - this.#told, MOST_ARRIVALS)
    const cameAt = this.#cameAt
    for (let i = 0; i < count - 1; i++) {
      const after = cameAt[(newest - i) & (KEPT - 1)]!
      sooner[i] = after - cameAt[(newest - i - 1) & (KEPT - 1)]!
    }
    this.#told = newest
    return count
  }

  /** `id`: the first of the inputs that came. */
  #isTooEarly(id: number, arrival: SubTick, nowMs: Ms): boolean {
    const waitMs = ((this.epochs.newestStampOf(id) - arrival) / SUBTICKS_PER_STEP) * this.#stepMs
    if (!(waitMs > this.#mostWaitMs)) this.#earlySinceMs = Number.NaN
    else if (Number.isNaN(this.#earlySinceMs)) this.#earlySinceMs = nowMs
    return nowMs - this.#earlySinceMs >= STANDING_MS
  }
}
