import type { NamedMessages } from '../../game/define-game.ts'
import type { Listener } from '../page/emitter.ts'
import { type PageMessage, type PageSession, UnheardMessages } from './unheard-messages.ts'
import { type Display, WaitingMessages } from './waiting-messages.ts'

/**
 * The messages of a page. It hears each at once, or when the moment to which the message is tied is on display, but not before
 * it has begun to listen.
 */
export class PageMessages {
  readonly #named: NamedMessages | null
  readonly #unheard: UnheardMessages
  readonly #waiting: WaitingMessages<PageMessage>

  constructor(session: PageSession, named: NamedMessages | null) {
    this.#named = named
    this.#unheard = new UnheardMessages(session)
    this.#waiting = new WaitingMessages(session.stepMs, (message) => this.#unheard.take(message))
  }

  /** See `Session.onMessage`. */
  on(a: unknown, b: unknown): () => void {
    if (!this.#named) return this.#unheard.on('', a as Listener)
    this.#named.check(a)
    return this.#unheard.on(a as string, b as Listener)
  }

  /** Returns the message to send for the arguments of `Session.send`. */
  pack(a: unknown, b: unknown): unknown {
    return this.#named ? this.#named.pack(a, b) : a
  }

  /** Takes a message of the server. `step`: low 16 bits of the whole step to which it is tied; -1: none. */
  take(message: PageMessage, step: number): void {
    if (step < 0) this.#unheard.take(message)
    else this.#waiting.add(message, step)
  }

  release(display: Display): void {
    this.#waiting.release(display)
  }

  releaseAll(): void {
    this.#waiting.releaseAll()
  }
}
