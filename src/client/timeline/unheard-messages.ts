import { isDevelopment, warnOnce } from '#development'
import type { Clock } from '../../base/clock.ts'
import type { Ms } from '../../base/units.ts'
import { type Emitter, type Listener, UNHEARD_MS } from '../page/emitter.ts'
import type { SessionStats } from '../page/stats.ts'

/** The most messages that wait for their first listener, and the most UTF-16 units of JSON in them. */
const MOST_UNHEARD = 256
const MOST_UNHEARD_CHARACTERS = 262_144

/** A message for the page. */
export interface PageMessage {
  /** '' where messages have no names. */
  readonly name: string
  readonly data: unknown
  /** The length of its JSON. */
  readonly characters: number
}

/** What the messages of a page need of their session. */
export interface PageSession {
  readonly stepMs: Ms
  readonly clock: Clock
  readonly emitter: Emitter
  readonly stats: SessionStats
}

/**
 * Hands messages to the listeners of the page. Those of a name that it has never listened to wait, so that what a room sends in
 * `join` reaches a page that is still loading. They come in a task of their own after the page has begun to listen: a listener
 * that is added and removed in one task, as by an effect that React's StrictMode runs twice, takes none away from the next one.
 */
export class UnheardMessages {
  readonly #clock: Clock
  readonly #emitter: Emitter
  readonly #stats: SessionStats
  /** The names that the page has listened to. */
  readonly #heard = new Set<string>()
  /** In the order in which they came. */
  readonly #waiting: PageMessage[] = []
  #characters = 0

  constructor({ clock, emitter, stats }: PageSession) {
    this.#clock = clock
    this.#emitter = emitter
    this.#stats = stats
  }

  /** Adds a listener for the messages of a name. Returns a function that removes it. */
  on(name: string, listener: Listener): () => void {
    const undo = this.#emitter.on(`message ${name}`, listener)
    if (this.#isAwaited(name)) this.#clock.after(0, () => this.#tellWaiting())
    return undo
  }

  /** Takes a message whose moment has come. */
  take(message: PageMessage): void {
    const { name } = message
    const isListening = this.#heard.has(name) || this.#hasListener(name)
    if (isListening && !this.#isAwaited(name)) this.#tell(message)
    else this.#keep(message)
  }

  #keep(message: PageMessage): void {
    if (isDevelopment && !this.#isAwaited(message.name)) this.#warnLater(message)
    this.#waiting.push(message)
    this.#characters += message.characters
    while (this.#waiting.length > MOST_UNHEARD || this.#characters > MOST_UNHEARD_CHARACTERS)
      this.#drop()
  }

  #warnLater(message: PageMessage): void {
    const { name } = message
    this.#clock.after(UNHEARD_MS, () => {
      if (this.#waiting.includes(message))
        warnOnce(
          `silent ${name}`,
          `a message${name && ` '${name}'`} came 5 s ago, and the page does not listen: call session.onMessage`,
        )
    })
  }

  #drop(): void {
    const { name } = this.#takeOut(0)
    this.#stats.messagesUnheard++
    if (isDevelopment)
      warnOnce(
        `unheard ${name}`,
        `the oldest message${name && ` '${name}'`} was dropped, because the page does not listen to it: call session.onMessage ` +
          `as soon as there is a session. At most ${MOST_UNHEARD} messages, or ${MOST_UNHEARD_CHARACTERS} characters, wait`,
      )
  }

  #tellWaiting(): void {
    // A listener may add others, and what it does may make further messages wait, or drop some.
    for (let i = 0; i < this.#waiting.length; i++)
      if (this.#hasListener(this.#waiting[i]!.name)) {
        this.#tell(this.#takeOut(i))
        i = -1
      }
  }

  #tell({ name, data }: PageMessage): void {
    this.#heard.add(name)
    this.#emitter.call(`message ${name}`, data)
  }

  #takeOut(at: number): PageMessage {
    const message = this.#waiting.splice(at, 1)[0]!
    this.#characters -= message.characters
    return message
  }

  #hasListener(name: string): boolean {
    return this.#emitter.has(`message ${name}`)
  }

  /** Whether messages of a name wait. */
  #isAwaited(name: string): boolean {
    return this.#waiting.some((message) => message.name === name)
  }
}
