import { type Ms, SUBTICKS_PER_STEP } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { BitReader } from '../../wire/bits.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import type { EventSource } from '../../wire/records/entity-source.ts'
import { readEvent } from '../../wire/records/event.ts'
import type { SessionStats } from '../page/stats.ts'
import type { Techniques } from '../prediction/predict.ts'
import type { Players } from './players.ts'

/** After a gap, events older than this are not shown any more. */
const STALE_MS: Ms = 250

/** Where events go. */
export interface EventSink {
  /** The server has raised an own event. True if it was heard when it was predicted. */
  confirm(event: EventSource): boolean
  /** An event is on display. */
  show(event: EventSource): void
}

/** What a timeline shows, and when everybody is shown. */
export interface EventDisplay {
  readonly renderTimeMs: Ms
  readonly times: Pick<Players, 'of'>
}

/** What an `EventQueue` works with. */
export interface EventQueueOptions {
  /** The number of the local player. */
  readonly player: number
  readonly stats: SessionStats
  readonly techniques: Techniques
  /** When the player joined. Earlier events are not shown. */
  readonly sinceMs: Ms
  readonly sink: EventSink
}

interface Pending {
  readonly event: EventSource
  readonly stampMs: Ms
}

/** Events that wait for the render clock: each is taken once, however often it comes. */
export class EventQueue {
  readonly #game: AnyGame
  readonly #player: number
  readonly #stats: SessionStats
  readonly #techniques: Techniques
  readonly #sinceMs: Ms
  readonly #sink: EventSink
  /** By id: the network tick that first told of the newest event with that id. Events of 127 network ticks are repeated. */
  readonly #toldAt = new Int32Array(0x10000).fill(-HISTORY_TICKS)
  /** Whether all events that happened up to the newest body have been told of. */
  toldAll = true
  #pending: Pending[] = []

  constructor(game: AnyGame, options: EventQueueOptions) {
    this.#game = game
    this.#player = options.player
    this.#stats = options.stats
    this.#techniques = options.techniques
    this.#sinceMs = options.sinceMs
    this.#sink = options.sink
  }

  /** The body of network tick `tick` follows that of `before`; -1: it is the first since the client joined. */
  begin(tick: number, before: number): void {
    // Events older than those a complete body lists were never told of, unless by an earlier body.
    const toldTick = before < 0 ? Math.floor(this.#sinceMs / this.#game.sendMs) : before
    this.toldAll = tick - toldTick < HISTORY_TICKS
  }

  /** Takes the event that comes in the body of network tick `tick`. False when it is malformed. */
  read(reader: BitReader, tick: number): boolean {
    const { events, sendMs, stepMs } = this.#game
    return readEvent(reader, events, (event, age) => {
      const stampMs = tick * sendMs - (age / SUBTICKS_PER_STEP) * stepMs
      if (!this.isNew(event, tick, stampMs)) return
      if (event.player === this.#player && this.#sink.confirm(event)) return
      this.add(event, stampMs)
    })
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

  /** Hands over what is due on a display. After a gap, what is long past is dropped and counted. */
  release(display: EventDisplay, afterGap: boolean): void {
    if (this.#pending.length === 0) return
    const due: Pending[] = []
    this.#pending = this.#pending.filter((pending) => {
      const isDue = this.#ageMs(pending, display) >= 0
      if (isDue) due.push(pending)
      return !isDue
    })
    for (const pending of due) {
      if (afterGap && this.#ageMs(pending, display) > STALE_MS) this.#stats.eventsDropped++
      else this.#sink.show(pending.event)
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

  /** How long ago, on display, the event's moment was. */
  #ageMs({ event: { player }, stampMs }: Pending, display: EventDisplay): Ms {
    const { renderTimeMs, times } = display
    // The own player is ahead of the render time, so an event of its own that was not predicted is late already.
    if (player === this.#player && this.#techniques.predict)
      return Math.max(0, renderTimeMs - stampMs)
    return (times.of(player).clock?.renderTimeMs ?? renderTimeMs) - stampMs
  }
}
