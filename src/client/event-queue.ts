import type { Ms } from '../base/units.ts'
import type { EventSource } from '../wire/entity-source.ts'
import { HISTORY_TICKS } from '../wire/packets.ts'
import type { SessionStats } from './stats.ts'

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
  /** By id: the network tick that first told of the newest event with that id. Events of 127 network ticks are repeated. */
  readonly #toldAt = new Int32Array(0x10000).fill(-HISTORY_TICKS)
  #pending: Pending[] = []

  /** `sinceMs`: when this client joined; what happened before is none of its business. */
  constructor(stats: SessionStats, sinceMs: Ms) {
    this.#stats = stats
    this.#sinceMs = sinceMs
  }

  /** True for an event that has not come before, as of network tick `tick`, and is not from before the client's time. */
  isNew({ id }: EventSource, tick: number, stampMs: Ms): boolean {
    if (tick - this.#toldAt[id]! < HISTORY_TICKS) return false
    this.#toldAt[id] = tick
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
