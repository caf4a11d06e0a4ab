import { SlidingMin } from '../../base/estimate.ts'
import type { Ms } from '../../base/units.ts'

/** Delays are told apart in cells of so many ms, up to 1.6 s. */
export const CELL_MS: Ms = 4
export const CELLS = 400
/**
 * Only this much at the end of a pause between two snapshots counts: two send intervals, and 100 ms in any case. No delay that
 * anybody would want outlasts a much longer pause, and a delay that outlasts a part of it is worth nothing.
 */
const COUNTED_INTERVALS = 2
const COUNTED_MS: Ms = 100
/** What happened this long ago counts for 1/e. */
const MEMORY_MS = 12_000
/** When the newest would weigh more than this, all weights are scaled down: every few minutes. */
const MOST_WEIGHT = 1e6
/** For this long after a player joins, the player's own time may not have settled, so nothing is learnt from it. */
const UNSETTLED_MS: Ms = 2000
/** How far back the fastest arrival is looked for, at least, and in send intervals. */
const BASE_MS = 600
const BASE_INTERVALS = 4

/**
 * What delay would have been enough: for every constant delay, how much of the recent past it would have left dry. A
 * snapshot has to wait for the next newer one, so what counts is the *required offset*: the arrival of the next newer
 * snapshot less the stamp of the newest before it. It holds send interval, jitter, loss and stalls at once. Offsets are
 * counted from the fastest arrival of the last 600 ms (4 intervals at least), so that a new route moves the target at
 * once and what was learnt of jitter stays. Free of allocation.
 */
export class RequiredOffsets {
  /** Whether nothing more comes after the newest snapshot until something has changed. */
  isQuiet = false
  /** The newest stamp that has come; -Infinity before. */
  newestStampMs: Ms = -Infinity
  /** Arrival less stamp of the fastest of late: local clock, server clock and the way. NaN before data. */
  baseMs: Ms = Number.NaN
  /** How much time is remembered, in ms, what is old counting less; 0 to 12,000. */
  knownMs: Ms = 0
  /** How much time has been left out: nothing was sent in it because nothing changed, so nothing is learnt of it. */
  leftOutMs: Ms = 0
  /** How many newest snapshots have come. */
  news = 0
  /** Whether the stamps are those of a player's own time. */
  readonly isPlayers: boolean
  #beganMs: Ms = Number.NaN
  #newestArrivalMs: Ms = Number.NaN
  readonly #intervalMs: Ms
  readonly #window: SlidingMin
  /**
   * For each cell's delay: ms it would have been dry, each multiplied by what `#weight` was when it was added. `#weight` grows
   * instead of the old values shrinking, so only cells that a snapshot leaves dry are written.
   */
  readonly #weighted = new Float64Array(CELLS)
  #weight = 1

  /**
   * For snapshots that come every `intervalMs`. `isPlayers`: the stamps are those of a player's own time. They come in order,
   * so an earlier one means that the player's time was set back. They take a while to settle.
   */
  constructor(intervalMs: Ms, isPlayers = false) {
    this.#intervalMs = intervalMs
    this.isPlayers = isPlayers
    this.#window = new SlidingMin(Math.max(BASE_MS, BASE_INTERVALS * intervalMs))
  }

  /**
   * Takes a snapshot into account; in any order. True if it is the newest. `leftOut`, `isQuiet`: see `Playout.arrived`.
   */
  insert(stampMs: Ms, arrivedAtMs: Ms, leftOut = 0, isQuiet = false): boolean {
    const window = this.#window
    if (Number.isNaN(arrivedAtMs - stampMs)) return false
    const isSetBack = this.isPlayers && stampMs < this.newestStampMs
    // What came before is of another time, and nothing is learnt of the way from one to the other.
    if (isSetBack) window.clear()
    const isNewest = isSetBack || stampMs > this.newestStampMs
    const leftOutMs = isNewest && this.news > 0 ? leftOut * this.#intervalMs : 0
    this.leftOutMs += leftOutMs
    window.insert(arrivedAtMs - stampMs, arrivedAtMs - this.leftOutMs)
    this.baseMs = window.least
    if (!isNewest) return false
    if (this.news === 0) this.#beganMs = arrivedAtMs
    const isSettled = !this.isPlayers || arrivedAtMs - this.#beganMs > UNSETTLED_MS
    if (this.news > 0 && isSettled && !isSetBack) this.#learn(arrivedAtMs, leftOutMs)
    this.news++
    this.isQuiet = isQuiet
    this.newestStampMs = stampMs
    this.#newestArrivalMs = arrivedAtMs
    return true
  }

  /** A newest snapshot came at `arrivedAtMs`, after `leftOutMs` in which none had to. */
  #learn(arrivedAtMs: Ms, leftOutMs: Ms): void {
    const sinceMs = Math.max(0, arrivedAtMs - this.#newestArrivalMs - leftOutMs)
    const gapMs = Math.min(sinceMs, Math.max(COUNTED_MS, COUNTED_INTERVALS * this.#intervalMs))
    const excessMs = arrivedAtMs - this.newestStampMs - leftOutMs - this.baseMs
    const kept = Math.exp(-sinceMs / MEMORY_MS)
    this.knownMs = this.knownMs * kept + gapMs
    const weighted = this.#weighted
    this.#weight /= kept
    if (this.#weight > MOST_WEIGHT) {
      for (let cell = 0; cell < CELLS; cell++) weighted[cell]! /= this.#weight
      this.#weight = 1
    }
    for (let cell = 0; cell < CELLS && cell * CELL_MS < excessMs; cell++)
      weighted[cell]! += Math.min(excessMs - cell * CELL_MS, gapMs) * this.#weight
  }

  /** Takes over what another one knows of the network, but for where its stamps are. */
  learnFrom(other: RequiredOffsets): void {
    this.knownMs = other.knownMs
    this.#weighted.set(other.#weighted)
    this.#weight = other.#weight
  }

  /** How many ms of `knownMs` a delay of `cell` cells would have been dry; below 0, ahead of the fastest arrival, all. */
  dryMs(cell: number): Ms {
    return cell < 0 ? this.knownMs : this.#weighted[Math.min(cell, CELLS - 1)]! / this.#weight
  }
}
