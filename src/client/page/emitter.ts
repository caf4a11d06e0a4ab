/** A listener of the page. `Session` types its arguments. */
export type Listener = (a: unknown, b: unknown) => void

/** The listeners of a session by name. A call that has no listeners costs nothing. */
export class Emitter {
  readonly #lists = new Map<string, Listener[]>()
  #closing: readonly [unknown, unknown] | null = null

  /** Adds a listener and returns a function that removes it. After `close`, a listener for 'close' is called at once. */
  on(name: string, listener: Listener): () => void {
    if (name === 'close' && this.#closing) listener(...this.#closing)
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
    const list = this.#lists.get(name)
    return list !== undefined && list.length > 0
  }

  /** Calls the listeners of `name`, in the order they were added. */
  call(name: string, a: unknown, b?: unknown): void {
    const list = this.#lists.get(name)
    if (list) for (let i = 0; i < list.length; i++) list[i]!(a, b)
  }

  /** Calls the listeners of 'close' now, and each later one when it is added. */
  close(reason: unknown, detail: unknown): void {
    this.#closing = [reason, detail]
    this.call('close', reason, detail)
  }
}
