import type { Ms } from '../../base/units.ts'

/** While a game is developed, its author is told of messages and events that nobody has listened to for this long. */
export const UNHEARD_MS: Ms = 5000

/** A listener of the page. `Session` types its arguments. */
export type Listener = (a: unknown, b: unknown) => void

/**
 * The listeners of a session by name. A call that has no listeners costs nothing. A listener that throws stops nobody: the
 * session and the other listeners go on.
 */
export class Emitter {
  readonly #onError: (error: unknown) => void
  readonly #lists = new Map<string, Listener[]>()
  #closing: readonly [unknown, unknown] | null = null

  /** `onError` gets what listeners throw. Default: it counts as uncaught, as what listeners of the DOM throw. */
  constructor(
    onError = (error: unknown): void => {
      throw error
    },
  ) {
    this.#onError = onError
  }

  /** Adds a listener and returns a function that removes it. After `close`, a listener for 'close' is called at once. */
  on(name: string, listener: Listener): () => void {
    if (name === 'close' && this.#closing) this.tell(listener, ...this.#closing)
    const list = this.#lists.get(name) ?? []
    this.#lists.set(name, [...list, listener])
    return () => {
      this.#lists.set(
        name,
        (this.#lists.get(name) ?? []).filter((other) => other !== listener),
      )
    }
  }

  /** Whether anybody listens to `name`. */
  has(name: string): boolean {
    return !!this.#lists.get(name)?.length
  }

  /** Calls the listeners of `name`, in the order they were added. */
  call(name: string, a: unknown, b?: unknown): void {
    const list = this.#lists.get(name)
    if (list) for (let i = 0; i < list.length; i++) this.tell(list[i]!, a, b)
  }

  /** Calls one listener. What it throws is reported in a task of its own. */
  tell(listener: Listener, a: unknown, b?: unknown): void {
    try {
      listener(a, b)
    } catch (error) {
      this.#report(error)
    }
  }

  /** Calls the listeners of 'close' now, and each later one when it is added. */
  close(reason: unknown, detail: unknown): void {
    this.#closing = [reason, detail]
    this.call('close', reason, detail)
  }

  /** Apart, because a function with closures allocates when it begins. */
  #report(error: unknown): void {
    queueMicrotask(() => this.#onError(error))
  }
}
