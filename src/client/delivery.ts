import { GlissadeError } from '../base/error.ts'
import type { AnyGame, Kind } from '../game/define-game.ts'
import type { Raised } from '../game/mover.ts'
import { LooseRecord } from '../wire/columns.ts'
import type { EventSource } from '../wire/entity-source.ts'
import type { Emitter } from './emitter.ts'

/** Hands the events and messages of a session to the page: what comes when is said at `Session.on` and `onMessage`. */
export class Delivery {
  readonly #game: AnyGame
  readonly #emitter: Emitter

  constructor(game: AnyGame, emitter: Emitter) {
    this.#game = game
    this.#emitter = emitter
  }

  /** See `Session.on`. */
  on(event: string, listener: (data: unknown, by: unknown) => void): () => void {
    if (!this.#game.events.some((kind) => kind.name === event))
      throw new GlissadeError('misuse', `there is no event '${event}'`)
    return this.#emitter.on(`event ${event}`, listener)
  }

  /** Prediction has raised events of the local player `by`. They are rounded like everybody else's. */
  raise(raised: readonly Raised[], by: number): void {
    for (const { kind, data } of raised)
      this.#event(kind, new LooseRecord(kind.schema).take(data).toObject(), by)
  }

  /** An event is on display. */
  show({ kind, record, player }: EventSource): void {
    this.#event(kind, record.toObject(), player)
  }

  /** A message has come. */
  message(message: unknown): void {
    this.#emitter.call('message', message)
  }

  #event(kind: Kind, data: object, by: number): void {
    this.#emitter.call(`event ${kind.name}`, data, by || null)
  }
}
