import { SlidingMin } from '../../base/estimate.ts'
import type { Ms } from '../../base/units.ts'

/** How long the idle round trip is remembered while nothing is limited, and how long the least delay of inputs. */
const REMEMBERED_MS: Ms = 30_000
const INPUTS_REMEMBERED_MS: Ms = 3000
/** Most of a wait that is put down to the client's uplink. */
const MOST_UP_MS: Ms = 1000

/**
 * Measures how long packets to one client wait at the bottleneck: a round trip, less the idle one, less the extra time of
 * the client's uplink. Creates no object in steady state.
 */
export class QueueDelay {
  readonly #idle = new SlidingMin(REMEMBERED_MS, 16)
  readonly #inputs = new SlidingMin(INPUTS_REMEMBERED_MS, 16)
  #upMs: Ms = 0

  /** The smallest round trip of late, in which nothing waited; NaN before the first. */
  get idleMs(): Ms {
    return this.#idle.least
  }

  /**
   * Notes a packet of the client. `lateMs`: the present less the moment of the newest input, on any clock, if that input came
   * with it; NaN if not.
   */
  noteInput(lateMs: Ms, nowMs: Ms): void {
    this.#upMs = 0
    if (Number.isNaN(lateMs)) return
    this.#inputs.insert(lateMs, nowMs)
    this.#upMs = Math.min(MOST_UP_MS, lateMs - this.#inputs.least)
  }

  /** Notes a round trip. `mayWait`: whether packets may wait now. No round trip is idle then, so the least is kept. */
  noteTrip(tripMs: Ms, nowMs: Ms, mayWait: boolean): void {
    const { idleMs } = this
    this.#idle.insert(mayWait && idleMs < tripMs ? idleMs : tripMs, nowMs)
  }

  /** Takes the round trip of a packet that had the connection to itself as the idle one. Forgets earlier ones. Returns it. */
  measureIdle(tripMs: Ms, nowMs: Ms): Ms {
    const idleMs = Math.max(0, tripMs - this.#upMs)
    this.#idle.clear()
    this.#idle.insert(idleMs, nowMs)
    return idleMs
  }

  /** Returns how long the packet of the last noted round trip waited. */
  waitOf(tripMs: Ms): Ms {
    return tripMs - this.#upMs - this.idleMs
  }
}
