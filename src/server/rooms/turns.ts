/** Runs asynchronous tasks one after another, those of each key apart. */
export class Turns {
  readonly #most: number
  readonly #last = new Map<string, Promise<unknown>>()
  readonly #waiting = new Map<string, number>()

  /** `most`: how many tasks of a key may wait or run. */
  constructor(most: number) {
    this.#most = most
  }

  /** Runs a task when those before it have ended, and returns what it returns; null if too many wait. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> | null {
    const waiting = this.#waiting.get(key) ?? 0
    if (waiting >= this.#most) return null
    this.#waiting.set(key, waiting + 1)
    const before = this.#last.get(key) ?? Promise.resolve()
    const running = before.then(task, task)
    const ended = (): void => {
      this.#waiting.set(key, this.#waiting.get(key)! - 1)
      if (this.#last.get(key) === running) this.#last.delete(key)
    }
    this.#last.set(key, running)
    running.then(ended, ended)
    return running
  }
}
