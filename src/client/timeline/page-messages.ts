import type { Ms } from '../../base/units.ts'
import type { NamedMessage, NamedMessages } from '../../game/define-game.ts'
import type { Emitter, Listener } from '../page/emitter.ts'
import { type Display, WaitingMessages } from './waiting-messages.ts'

/** The messages of a page. It hears each at once, or when the moment to which the message is tied is on display. */
export class PageMessages {
  readonly #emitter: Emitter
  readonly #named: NamedMessages | null
  readonly #waiting: WaitingMessages

  constructor(stepMs: Ms, emitter: Emitter, named: NamedMessages | null) {
    this.#emitter = emitter
    this.#named = named
    this.#waiting = new WaitingMessages(stepMs, (message) => this.#hear(message))
  }

  /** See `Session.onMessage`. */
  on(a: unknown, b: unknown): () => void {
    if (!this.#named) return this.#emitter.on('message', a as Listener)
    this.#named.check(a)
    return this.#emitter.on(`message ${a}`, b as Listener)
  }

  /** Returns the message to send for the arguments of `Session.send`. */
  pack(a: unknown, b: unknown): unknown {
    return this.#named ? this.#named.pack(a, b) : a
  }

  /** Takes a message of the server. `step`: low 16 bits of the whole step to which it is tied; -1: none. */
  take(message: unknown, step: number): void {
    if (step < 0) this.#hear(message)
    else this.#waiting.add(message, step)
  }

  release(display: Display): void {
    this.#waiting.release(display)
  }

  releaseAll(): void {
    this.#waiting.releaseAll()
  }

  #hear(message: unknown): void {
    if (!this.#named) return this.#emitter.call('message', message)
    const { name, data } = message as NamedMessage
    this.#emitter.call(`message ${name}`, data)
  }
}
