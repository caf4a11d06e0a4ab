import type { Ms } from '../../base/units.ts'
import type { NamedMessage, NamedMessages } from '../../game/define-game.ts'
import type { Emitter, Listener } from '../page/emitter.ts'
import { type Display, WaitingMessages } from './waiting-messages.ts'

/** The messages that a page hears and sends: at once, or when the moment that they are tied to is on display. */
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

  /** What is sent for the arguments of `Session.send`. */
  pack(a: unknown, b: unknown): unknown {
    return this.#named ? this.#named.pack(a, b) : a
  }

  /** A message has come; `step`: low 16 bits of the whole step that it is tied to, -1: none. */
  take(message: unknown, step: number): void {
    if (step < 0) this.#hear(message)
    else this.#waiting.add(message, step)
  }

  /** Hands over those whose moment is on display. */
  release(display: Display): void {
    this.#waiting.release(display)
  }

  /** Hands over all that wait, even if a listener throws. */
  releaseAll(): void {
    this.#waiting.releaseAll()
  }

  #hear(message: unknown): void {
    if (!this.#named) return this.#emitter.call('message', message)
    const { name, data } = message as NamedMessage
    this.#emitter.call(`message ${name}`, data)
  }
}
