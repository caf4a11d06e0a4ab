/** A function of the page, whose arguments `Session` has typed. */
export type Listener = (a: unknown, b: unknown) => void

/** Who listens to what in a session. Calling costs nothing where nobody listens. */
export class Emitter {
  readonly #lists = new Map<string, Listener[]>()
  #closing: readonly [unknown, unknown] | null = null

  /** Adds a listener; returns its undo. One for 'close' that comes too late is called at once. */
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

  /** Calls the listeners of 'close', now and whenever one is added. */
  close(reason: unknown, detail: unknown): void {
    this.#closing = [reason, detail]
    this.call('close', reason, detail)
  }
}
