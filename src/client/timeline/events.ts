import type { AnyGame, Events } from '../../game/define-game.ts'
import type { RaisingEvents } from '../../game/mover.ts'
import { noEvent, type Raised, RaisedEvents } from '../../game/raised-events.ts'
import type { EventKinds } from '../../game/world.ts'
import { LooseRecord, objectOf } from '../../wire/records/columns.ts'
import type { EventSource } from '../../wire/records/entity-source.ts'
import type { Emitter, Listener } from '../page/emitter.ts'
import { type OwnEvent, OwnEvents } from '../prediction/own-events.ts'
import { EventQueue, type EventQueueOptions, type EventSink } from './event-queue.ts'

/** What a client does for events: for the page, and until they are on display. */
export interface EventCode extends Events<EventKinds>, RaisingEvents {
  page(game: AnyGame, emitter: Emitter): PageEvents
  queue(game: AnyGame, options: EventQueueOptions): EventQueue
}

/** A game's `events`: things that happen at a moment and leave no state, by name, each with its fields. For set-up only. */
export function gameEvents<const V extends EventKinds>(kinds: V): Events<V> {
  const made: EventCode = {
    kinds,
    raised: (all) => new RaisedEvents(all),
    page: (game, emitter) => new PageEvents(game, emitter),
    queue: (game, options) => new EventQueue(game, options),
  }
  return made as unknown as Events<V>
}

/** The events that a page hears of: those that prediction raises, and those that the server tells of. */
export class PageEvents implements EventSink {
  readonly #game: AnyGame
  readonly #emitter: Emitter
  readonly #own: OwnEvents
  readonly #undo = ({ kind, data, by }: OwnEvent): void =>
    this.#emitter.call(`undone ${kind.name}`, data, by)

  constructor(game: AnyGame, emitter: Emitter) {
    this.#game = game
    this.#emitter = emitter
    this.#own = new OwnEvents((kind) => !emitter.has(`undone ${kind.name}`))
  }

  /** See `Session.on`. */
  on(event: string, listener: Listener, undone: Listener | undefined): () => void {
    if (!this.#game.events.some((kind) => kind.name === event)) noEvent(event)
    const undoListener = this.#emitter.on(`event ${event}`, listener)
    const undoUndone = undone && this.#emitter.on(`undone ${event}`, undone)
    return () => {
      undoListener()
      undoUndone?.()
    }
  }

  /** Prediction has raised events with an input of the local player `by`. They are rounded like everybody else's. */
  raise(raised: readonly Raised[], input: number, by: number): void {
    for (const { kind, index, data: loose } of raised) {
      const data = objectOf(new LooseRecord(kind.schema).take(loose))
      this.#own.raised({ kind, input, index, by, data })
      this.#emitter.call(`event ${kind.name}`, data, by)
    }
  }

  /** The server has raised an own event. True if it was heard when it was predicted. */
  confirm(event: EventSource): boolean {
    return this.#own.confirm(event)
  }

  /** An event is on display. */
  show({ kind, record, player }: EventSource): void {
    this.#emitter.call(`event ${kind.name}`, objectOf(record), player || null)
  }

  /** A snapshot was read: see `OwnEvents.settle`. */
  settle(applied: number, toldAll: boolean): void {
    this.#own.settle(applied, toldAll)
  }

  /** Tells the page which own events were taken back. */
  release(): void {
    this.#own.release(this.#undo)
  }

  /** Another connection has taken the place of the one before. */
  restart(): void {
    this.#own.giveUp()
  }
}
