import { SlidingMin } from '../../base/estimate.ts'
import type { Ms } from '../../base/units.ts'

/** How long the idle round trip is remembered while nothing is limited, and the least delay of inputs. */
const REMEMBERED_MS: Ms = 30_000
const INPUTS_REMEMBERED_MS: Ms = 3000
/** More than this of a wait is never put down to the client's way up. */
const MOST_UP_MS: Ms = 1000

/**
 * How long packets to one client wait before the narrowest stretch: what a round trip takes beyond the idle one, less what
 * the client's way up took longer than of late. Creates no object in steady state.
 */
export class QueueDelay {
  readonly #idle = new SlidingMin(REMEMBERED_MS, 16)
  readonly #inputs = new SlidingMin(INPUTS_REMEMBERED_MS, 16)
  #upMs: Ms = 0

  /** The least round trip of late, in which nothing waited; NaN before the first. */
  get idleMs(): Ms {
    return this.#idle.least
  }

  /**
   * A packet of the client came. `lateMs`: the present less the moment of the newest input, on any clock, if that came with
   * it; NaN if not.
   */
  noteInput(lateMs: Ms, nowMs: Ms): void {
    this.#upMs = 0
    if (Number.isNaN(lateMs)) return
    this.#inputs.insert(lateMs, nowMs)
    this.#upMs = Math.min(MOST_UP_MS, lateMs - this.#inputs.least)
  }

  /** Notes a round trip. `mayWait`: if packets may wait now, no sample shows the idle one, so the least is not forgotten. */
  noteTrip(tripMs: Ms, nowMs: Ms, mayWait: boolean): void {
    const { idleMs } = this
    this.#idle.insert(mayWait && idleMs < tripMs ? idleMs : tripMs, nowMs)
  }

  /**
   * Takes a round trip of a packet that had the connection to itself for the idle one, and forgets those before.
   * Returns it.
   */
  measureIdle(tripMs: Ms, nowMs: Ms): Ms {
    const idleMs = Math.max(0, tripMs - this.#upMs)
    this.#idle.clear()
    this.#idle.insert(idleMs, nowMs)
    return idleMs
  }

  /** How long the packet waited whose round trip was noted last. */
  waitOf(tripMs: Ms): Ms {
    return tripMs - this.#upMs - this.idleMs
  }
}
