import { GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { RoomStats } from './stats.ts'

/** Least time between two reports of `stale` errors. A game makes the same mistake again in every step. */
const REPORT_EVERY_MS: Ms = 1000

/** Decides after which errors of a game its room goes on. */
export class Faults {
  readonly #onError: ((error: unknown) => void) | undefined
  readonly #stats: RoomStats
  #reportedAtMs: Ms = Number.NEGATIVE_INFINITY

  /** `onError`: see `RoomOptions`. */
  constructor(onError: ((error: unknown) => void) | undefined, stats: RoomStats) {
    this.#onError = onError
    this.#stats = stats
  }

  /** Whether the room goes on after `error`. It does after a `stale` error, if there is an `onError`. */
  goesOn(error: unknown, nowMs: Ms): boolean {
    if (!this.#onError || !(error instanceof GlissadeError) || error.code !== 'stale') return false
    this.#stats.staleReferences++
    if (nowMs - this.#reportedAtMs < REPORT_EVERY_MS) return true
    this.#reportedAtMs = nowMs
    this.#onError(error)
    return true
  }
}
