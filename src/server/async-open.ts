import { GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'

/** How long an `open` that is async may take. Clients that wait are told so, and wait on. */
export const OPEN_MS: Ms = 30_000

/** What has become of an `open`. */
export type Opened = 'open' | { readonly error: unknown }

/** Waits for the promise that a game's `open` has returned. */
export class AsyncOpen {
  /** Resolves when the promise is kept or rejected. It never rejects. */
  readonly settled: Promise<void>
  readonly untilMs: Ms
  #opened: Opened | null = null

  /** `nowMs`: the present. `late`: called with what has become of it once nobody waits any longer. */
  constructor(promise: PromiseLike<unknown>, nowMs: Ms, late: (opened: Opened) => void) {
    this.untilMs = nowMs + OPEN_MS
    const settle = (opened: Opened): void => {
      if (this.#opened) late(opened)
      else this.#opened = opened
    }
    this.settled = Promise.resolve(promise)
      .then(
        () => settle('open'),
        (error) => settle({ error }),
      )
      // What `late` calls has nobody else to tell.
      .catch(() => {})
  }

  /** Returns what has become of `open` by `nowMs`; null: it still waits. */
  at(nowMs: Ms): Opened | null {
    if (!this.#opened && nowMs >= this.untilMs) {
      const why = `open took longer than ${OPEN_MS / 1000} s`
      this.#opened = { error: new GlissadeError('timeout', why) }
    }
    return this.#opened
  }

  /** Waits no longer, because the room has closed. */
  giveUp(): void {
    this.#opened ??= { error: undefined }
  }
}
