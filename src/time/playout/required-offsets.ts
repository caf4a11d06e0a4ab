import { SlidingMin } from '../../base/estimate.ts'
import type { Ms } from '../../base/units.ts'

/** Delays are counted in cells of this many ms, up to 1.6 s. */
export const CELL_MS: Ms = 4
export const CELLS = 400
/**
 * Only this much at the end of a pause between two snapshots counts: two send intervals, and at least 100 ms. No useful delay
 * outlasts a much longer pause, and a delay that outlasts part of it is worth nothing.
 */
const COUNTED_INTERVALS = 2
const COUNTED_MS: Ms = 100
/** What happened this long ago counts for 1/e. */
const MEMORY_MS = 12_000
/** If the newest arrivals would weigh more than this, all weights are scaled down. This happens every few minutes. */
const MOST_WEIGHT = 1e6
/** For this long after a player joins, the player's own time may not have settled, so nothing is learnt from it. */
const UNSETTLED_MS: Ms = 2000
/** How far back the fastest arrival is looked for: at least the first, and at least the second in send intervals. */
const BASE_MS = 600
const BASE_INTERVALS = 4

/**
 * Which delay would have been enough: for every constant delay, how much of the recent past it would have left dry. A snapshot
 * has to last until the next newer one, so what counts is the *required offset*: the arrival of the next newer snapshot less
 * the stamp of the newest before it. It includes send interval, jitter, loss and stalls. Offsets are counted from the fastest
 * arrival of the last 600 ms (at least 4 intervals), so that a new route moves the target at once, and what was learnt about
 * jitter stays. Free of allocation.
 */
export class RequiredOffsets {
  /** Whether no more snapshots come after the newest one until something has changed. */
  isQuiet = false
  /** The newest stamp that has arrived; -Infinity before. */
  newestStampMs: Ms = -Infinity
  /** Arrival less stamp of the fastest recent snapshot: clock offset plus path delay. NaN before data. */
  baseMs: Ms = Number.NaN
  /** How much time is remembered, in ms, 0 to 12,000. Old time counts less. */
  knownMs: Ms = 0
  /** How much time was left out. Nothing was sent in it because nothing changed, so nothing is learnt from it. */
  leftOutMs: Ms = 0
  /** How many snapshots have been the newest when they arrived. */
  news = 0
  /** Whether the stamps are those of a player's own time. */
  readonly isPlayers: boolean
  #beganMs: Ms = Number.NaN
  #newestArrivalMs: Ms = Number.NaN
  readonly #intervalMs: Ms
  readonly #window: SlidingMin
  /**
   * For each cell's delay, how many ms it would have been dry. Each addition is multiplied by `#weight` at that time. `#weight`
   * grows instead of the old values shrinking, so only the cells that a snapshot leaves dry are written.
   */
  readonly #weighted = new Float64Array(CELLS)
  #weight = 1

  /**
   * For snapshots that come every `intervalMs`. `isPlayers`: the stamps are those of a player's own time. Such stamps arrive in
   * order, so an earlier one means that the player's time was set back. They take a while to settle.
   */
  constructor(intervalMs: Ms, isPlayers = false) {
    this.#intervalMs = intervalMs
    this.isPlayers = isPlayers
    this.#window = new SlidingMin(Math.max(BASE_MS, BASE_INTERVALS * intervalMs))
  }

  /** Adds a snapshot, in any order. Returns true if it is the newest. `leftOut`, `isQuiet`: see `Playout.arrived`. */
  insert(stampMs: Ms, arrivedAtMs: Ms, leftOut = 0, isQuiet = false): boolean {
    const window = this.#window
    if (Number.isNaN(arrivedAtMs - stampMs)) return false
    const isSetBack = this.isPlayers && stampMs < this.newestStampMs
    // Earlier snapshots are of another time, so nothing is learnt from the transition.
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

  /** Learns from a newest snapshot that arrived at `arrivedAtMs`, after `leftOutMs` in which none had to come. */
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

  /** Copies what another `RequiredOffsets` knows about the network, without its stamps. */
  learnFrom(other: RequiredOffsets): void {
    this.knownMs = other.knownMs
    this.#weighted.set(other.#weighted)
    this.#weight = other.#weight
  }

  /**
   * How many ms of `knownMs` a delay of `cell` cells would have been dry. Below 0, ahead of the fastest arrival: all of them.
   */
  dryMs(cell: number): Ms {
    return cell < 0 ? this.knownMs : this.#weighted[Math.min(cell, CELLS - 1)]! / this.#weight
  }
}
