import { unwrap16 } from '../base/sequence.ts'
import type { Ms } from '../base/units.ts'
import type { EventSource } from '../wire/entity-source.ts'
import type { SessionStats } from './stats.ts'

/** Events remembered so as not to be taken twice: more than 127 network ticks can repeat. */
const REMEMBERED = 32_768
/** After a gap, events older than this are not shown any more. */
const STALE_MS: Ms = 250

interface Pending {
  readonly event: EventSource
  readonly stampMs: Ms
}

/** Events that wait for the render clock: each is taken once, however often it comes. */
export class EventQueue {
  readonly #stats: SessionStats
  readonly #sinceMs: Ms
  readonly #seen = new Float64Array(REMEMBERED).fill(-1)
  #newest = 0
  #pending: Pending[] = []

  /** `sinceMs`: when this client joined; what happened before is none of its business. */
  constructor(stats: SessionStats, sinceMs: Ms) {
    this.#stats = stats
    this.#sinceMs = sinceMs
  }

  /** True for an event that has not come before and is not from before the client's time. */
  isNew(event: EventSource, stampMs: Ms): boolean {
    const id = unwrap16(event.id, this.#newest)
    const at = ((id % REMEMBERED) + REMEMBERED) % REMEMBERED
    if (this.#seen[at] === id) return false
    this.#seen[at] = id
    if (id > this.#newest) this.#newest = id
    return stampMs >= this.#sinceMs
  }

  /** Queues an event by its time. */
  add(event: EventSource, stampMs: Ms): void {
    let place = this.#pending.length
    while (place > 0 && this.#pending[place - 1]!.stampMs > stampMs) place--
    this.#pending.splice(place, 0, { event, stampMs })
  }

  /** Hands over what is due: `ageMs` says how long ago, on display, a moment of a player was. */
  release(
    ageMs: (player: number, stampMs: Ms) => Ms,
    afterGap: boolean,
    run: (event: EventSource) => void,
  ): void {
    if (this.#pending.length === 0) return
    const due: Pending[] = []
    this.#pending = this.#pending.filter((pending) => {
      const isDue = ageMs(pending.event.player, pending.stampMs) >= 0
      if (isDue) due.push(pending)
      return !isDue
    })
    for (const { event, stampMs } of due) {
      if (afterGap && ageMs(event.player, stampMs) > STALE_MS) this.#stats.eventsDropped++
      else run(event)
    }
  }

  /** Drops and counts what is older than `limitMs`: no frame came to show it. */
  prune(limitMs: Ms): void {
    let old = 0
    while (old < this.#pending.length && this.#pending[old]!.stampMs < limitMs) old++
    if (old === 0) return
    this.#pending.splice(0, old)
    this.#stats.eventsDropped += old
  }
}
