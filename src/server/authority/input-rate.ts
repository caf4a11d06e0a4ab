import type { Ms } from '../../base/units.ts'
import { type Archive, archiveFinite, archiveMs } from '../save/archive.ts'

/** How fast input ids may run, as a multiple of the clock, and how far they may be ahead of that. */
const MOST_RATE = 1.25
const MOST_AHEAD_MS: Ms = 2000

/**
 * Limits how fast a client's input ids run: to 1.25 times the clock, and 2 s more. Honest ids run at 0.9 to 1.25 times the
 * clock. Ids that leap would take the player's own time with them.
 */
export class InputRate {
  readonly #stepMs: Ms
  #leftMs: Ms = MOST_AHEAD_MS
  #atMs: Ms

  /** `nowMs`: the present on the server's clock. */
  constructor(stepMs: Ms, nowMs: Ms) {
    this.#stepMs = stepMs
    this.#atMs = nowMs
  }

  archive(archive: Archive): void {
    this.#leftMs = archiveFinite(archive, this.#leftMs)
    this.#atMs = archiveMs(archive, this.#atMs)
  }

  /** Notes that ids moved on by `count` at `nowMs`. Returns false when that was too fast, and then counts anew. */
  take(count: number, nowMs: Ms): boolean {
    const passedMs = Math.max(0, nowMs - this.#atMs)
    this.#atMs = nowMs
    this.#leftMs = Math.min(MOST_AHEAD_MS, this.#leftMs) + passedMs * MOST_RATE
    this.#leftMs -= count * this.#stepMs
    if (this.#leftMs >= 0) return true
    this.#leftMs = MOST_AHEAD_MS
    return false
  }
}
