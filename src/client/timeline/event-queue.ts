import { type Ms, SUBTICKS_PER_STEP } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { BitReader } from '../../wire/bits.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'
import type { EventSource } from '../../wire/records/entity-source.ts'
import { readEvent } from '../../wire/records/event.ts'
import type { SessionStats } from '../page/stats.ts'
import type { Techniques } from '../prediction/predict.ts'
import type { Players } from './players.ts'

/** If the display leaves a time out, no events of that time that are older than this are shown. */
export const STALE_MS: Ms = 250

/** Receives the events of a timeline. */
export interface EventSink {
  /** Takes an own event that the server has raised. Returns whether the page heard it when it was predicted. */
  confirm(event: EventSource): boolean
  /** Shows an event whose moment is on display. */
  show(event: EventSource): void
}

/** The render time of a timeline, and the clocks of its players. */
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

/** Events that wait for the render clock. Each is taken once, however often it comes. */
export class EventQueue {
  readonly #game: AnyGame
  readonly #player: number
  readonly #stats: SessionStats
  readonly #techniques: Techniques
  readonly #sinceMs: Ms
  readonly #sink: EventSink
  /** By id: the network tick that first told of the newest event with that id. Bodies repeat events of 127 network ticks. */
  readonly #toldAt = new Int32Array(0x10000).fill(-HISTORY_TICKS)
  /** Whether bodies have told of all events up to the newest body. */
  toldAll = true
  #pending: Pending[] = []
  /** The render time of the last frame, and the time up to which events are from a pause between frames. */
  #shownMs: Ms = Number.NaN
  #pausedToMs: Ms = Number.NaN

  constructor(game: AnyGame, options: EventQueueOptions) {
    this.#game = game
    this.#player = options.player
    this.#stats = options.stats
    this.#techniques = options.techniques
    this.#sinceMs = options.sinceMs
    this.#sink = options.sink
  }

  /** Begins the body of network tick `tick`. `before`: the tick of the previous body; -1: this is the first since joining. */
  begin(tick: number, before: number): void {
    // A complete body lists the newest events only. The client knows older ones only if an earlier body told of them.
    const toldTick = before < 0 ? Math.floor(this.#sinceMs / this.#game.sendMs) : before
    this.toldAll = tick - toldTick < HISTORY_TICKS
  }

  /** Reads an event of the body of network tick `tick`. Returns false if it is malformed. */
  read(reader: BitReader, tick: number): boolean {
    const { events, sendMs, stepMs } = this.#game
    return readEvent(reader, events, (event, age) => {
      const stampMs = tick * sendMs - (age / SUBTICKS_PER_STEP) * stepMs
      if (!this.isNew(event, tick, stampMs)) return
      if (event.player === this.#player && this.#sink.confirm(event)) return
      this.add(event, stampMs)
    })
  }

  /** Whether an event of the body of network tick `tick` has not come before and happened after the client joined. */
  isNew({ id }: EventSource, tick: number, stampMs: Ms): boolean {
    if (tick - this.#toldAt[id]! < HISTORY_TICKS) return false
    this.#toldAt[id] = tick
    return stampMs >= this.#sinceMs
  }

  add(event: EventSource, stampMs: Ms): void {
    let place = this.#pending.length
    while (place > 0 && this.#pending[place - 1]!.stampMs > stampMs) place--
    this.#pending.splice(place, 0, { event, stampMs })
  }

  /**
   * Hands over the events that are due, `sinceMs` after the previous frame. Drops and counts those that are over 250 ms old, if
   * the page stood still at their moment or the render clock has jumped over it. Others that are as old came late over the
   * network.
   */
  release(display: EventDisplay, sinceMs: Ms): void {
    const { renderTimeMs } = display
    const passedMs = renderTimeMs - this.#shownMs
    if (sinceMs > STALE_MS) this.#pausedToMs = this.#shownMs + sinceMs
    this.#shownMs = renderTimeMs
    if (this.#pending.length === 0) return
    const due: Pending[] = []
    this.#pending = this.#pending.filter((pending) => {
      const isDue = this.#ageMs(pending, display) >= 0
      if (isDue) due.push(pending)
      return !isDue
    })
    for (const pending of due) {
      const ageMs = this.#ageMs(pending, display)
      // Before the first frame, no moment was on display.
      const isLeftOut = !(ageMs >= passedMs) || pending.stampMs < this.#pausedToMs
      if (isLeftOut && ageMs > STALE_MS) this.#stats.eventsDropped++
      else this.#sink.show(pending.event)
    }
  }

  /** Drops and counts the events before `limitMs`, which no frame came to show. */
  prune(limitMs: Ms): void {
    let old = 0
    while (old < this.#pending.length && this.#pending[old]!.stampMs < limitMs) old++
    if (old === 0) return
    this.#pending.splice(0, old)
    this.#stats.eventsDropped += old
  }

  /** How long ago the event's moment was on display; below 0 if it is still to come. */
  #ageMs({ event: { player }, stampMs }: Pending, display: EventDisplay): Ms {
    const { renderTimeMs, times } = display
    // The own player is shown ahead of the render time, so an own event that was not predicted is already late.
    if (player === this.#player && this.#techniques.predict)
      return Math.max(0, renderTimeMs - stampMs)
    return (times.of(player).clock?.renderTimeMs ?? renderTimeMs) - stampMs
  }
}
