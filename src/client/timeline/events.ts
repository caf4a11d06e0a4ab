import { isDevelopment, warnOnce } from '#development'
import type { Clock } from '../../base/clock.ts'
import type { Ms } from '../../base/units.ts'
import type { AnyGame, Events, Kind } from '../../game/define-game.ts'
import type { RaisingEvents } from '../../game/mover.ts'
import { noEvent, type Raised, RaisedEvents } from '../../game/raised-events.ts'
import type { EventKinds } from '../../game/world.ts'
import { LooseRecord, objectOf } from '../../wire/records/columns.ts'
import type { EventSource } from '../../wire/records/entity-source.ts'
import { type Emitter, type Listener, UNHEARD_MS } from '../page/emitter.ts'
import type { SessionStats } from '../page/stats.ts'
import { type OwnEvent, OwnEvents } from '../prediction/own-events.ts'
import { EventQueue, type EventQueueOptions, type EventSink, STALE_MS } from './event-queue.ts'
import type { PageSession } from './unheard-messages.ts'

/** The client's code for events: for the page, and for the queue until they are on display. */
export interface EventCode extends Events<EventKinds>, RaisingEvents {
  page(...given: ConstructorParameters<typeof PageEvents>): PageEvents
  queue(game: AnyGame, options: EventQueueOptions): EventQueue
}

/** Makes a game's `events`: things that happen at a moment and leave no state, by name, with their fields. For set-up only. */
export function gameEvents<const V extends EventKinds>(kinds: V): Events<V> {
  const made: EventCode = {
    kinds,
    raised: (all) => new RaisedEvents(all),
    page: (...given) => new PageEvents(...given),
    queue: (...given) => new EventQueue(...given),
  }
  return made as unknown as Events<V>
}

/** The events that a page hears: those that prediction raises, and those that the server sends. */
export class PageEvents implements EventSink {
  readonly #game: AnyGame
  readonly #emitter: Emitter
  readonly #stats: SessionStats
  readonly #clock: Clock
  /** While the game is developed: the events that nobody listened to. */
  readonly #unheard = new Set<string>()
  readonly #own: OwnEvents
  readonly #undo = ({ kind, data, by }: OwnEvent): void => {
    if (data) this.#emitter.call(`undone ${kind.name}`, data, by)
  }

  constructor(game: AnyGame, { emitter, stats, clock }: Omit<PageSession, 'stepMs'>) {
    this.#game = game
    this.#emitter = emitter
    this.#stats = stats
    this.#clock = clock
    this.#own = new OwnEvents((kind) => !emitter.has(`undone ${kind.name}`))
  }

  /** See `Session.on`. */
  on(event: string, listener: Listener, undone: Listener | undefined): () => void {
    const { events } = this.#game
    if (!events.some((kind) => kind.name === event)) noEvent(event, events)
    const undoListener = this.#emitter.on(`event ${event}`, listener)
    const undoUndone = undone && this.#emitter.on(`undone ${event}`, undone)
    return () => {
      undoListener()
      undoUndone?.()
    }
  }

  /**
   * Shows events that prediction raised with an input of the local player `by`, rounded like those of the server. If a page that
   * did not draw catches up, it does not hear those that are over 250 ms old.
   */
  raise(raised: readonly Raised[], input: number, by: number, ageMs: Ms): void {
    for (const { kind, index, data: loose } of raised) {
      const data = ageMs > STALE_MS ? null : objectOf(new LooseRecord(kind.schema).take(loose))
      this.#own.raised({ kind, input, index, by, data })
      if (data) this.#tell(kind, data, by)
      else this.#stats.eventsDropped++
    }
  }

  confirm(event: EventSource): boolean {
    return this.#own.confirm(event)
  }

  show({ kind, record, player }: EventSource): void {
    this.#tell(kind, objectOf(record), player || null)
  }

  #tell({ name }: Kind, data: object, by: number | null): void {
    if (isDevelopment && !this.#emitter.has(`event ${name}`) && !this.#unheard.has(name))
      this.#warnLater(name)
    this.#emitter.call(`event ${name}`, data, by)
  }

  #warnLater(name: string): void {
    this.#unheard.add(name)
    this.#clock.after(UNHEARD_MS, () => {
      if (!this.#emitter.has(`event ${name}`))
        warnOnce(
          `silent event ${name}`,
          `an event '${name}' happened 5 s ago, and the page does not listen: call session.on('${name}', ...)`,
        )
    })
  }

  /** See `OwnEvents.settle`. */
  settle(applied: number, toldAll: boolean): void {
    this.#own.settle(applied, toldAll)
  }

  release(): void {
    this.#own.release(this.#undo)
  }

  /** Takes back all unconfirmed own events, because another connection has begun. */
  restart(): void {
    this.#own.giveUp()
  }
}
