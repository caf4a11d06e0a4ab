import { GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { RoomStats } from './stats.ts'

/** Least time between two reports of `stale` errors. A game makes the same mistake again in every step. */
const REPORT_EVERY_MS: Ms = 1000

/** What `Faults` work with. */
export interface FaultsOptions {
  /** See `RoomOptions`. */
  readonly onError: ((error: unknown) => void) | undefined
  readonly stats: Pick<RoomStats, 'staleReferences'>
  /** Closes the room after an error. */
  readonly close: () => void
}

/**
 * Decides what an error of a game's function ends: that call, the step or the room. While the room closes, errors wait, so
 * that `onError` hears of them once everybody has left.
 */
export class Faults {
  readonly #onError: FaultsOptions['onError']
  readonly #stats: FaultsOptions['stats']
  readonly #close: () => void
  /** Errors that wait until the room has closed. */
  readonly #waiting: unknown[] = []
  #isClosing = false
  #reportedAtMs: Ms = Number.NEGATIVE_INFINITY

  constructor({ onError, stats, close }: FaultsOptions) {
    this.#onError = onError
    this.#stats = stats
    this.#close = close
  }

  /** Handles an error of a function that a step called. Throws it on unless it is `stale`; that ends the step. */
  inStep(error: unknown, nowMs: Ms): void {
    if (!this.#isStale(error)) throw error
    this.#reportStale(error, nowMs)
  }

  /** Handles an error of a call that nothing depends on. The room goes on. */
  inCall(error: unknown, nowMs: Ms): void {
    if (this.#isStale(error)) this.#reportStale(error, nowMs)
    else this.#report(error)
  }

  /** Handles an error of a player's coming, leaving or packet. Closes the room unless the error is `stale`. */
  ofPlayer(error: unknown, nowMs: Ms): void {
    if (this.#isStale(error)) this.#reportStale(error, nowMs)
    else this.breakDown(error)
  }

  /** Closes the room, and then reports the error. Without `onError`, throws it on instead. */
  breakDown(error: unknown): void {
    if (this.#isClosing || !this.#onError) return this.#report(error)
    this.#waiting.push(error)
    this.whileClosing(this.#close)
  }

  /** Runs `close`, and then reports the errors that it brought, in their order. */
  whileClosing(close: () => void): void {
    if (this.#isClosing) return close()
    this.#isClosing = true
    try {
      close()
    } finally {
      this.#isClosing = false
      this.#reportWaiting()
    }
  }

  /** Whether an error comes from a call that named something that is gone. Without `onError`, no error is special. */
  #isStale(error: unknown): boolean {
    return !!this.#onError && error instanceof GlissadeError && error.code === 'stale'
  }

  #reportStale(error: unknown, nowMs: Ms): void {
    this.#stats.staleReferences++
    if (nowMs - this.#reportedAtMs < REPORT_EVERY_MS) return
    this.#reportedAtMs = nowMs
    this.#report(error)
  }

  #report(error: unknown): void {
    if (this.#isClosing) this.#waiting.push(error)
    else if (this.#onError) this.#onError(error)
    else throw error
  }

  /** Reports each error that waits, even if `onError` throws. Without `onError`, throws them, as one if there are several. */
  #reportWaiting(): void {
    if (this.#waiting.length === 0) return
    if (!this.#onError && this.#waiting.length > 1)
      throw new AggregateError(
        this.#waiting.splice(0),
        'several functions failed while a room closed',
      )
    try {
      this.#report(this.#waiting.shift())
    } finally {
      this.#reportWaiting()
    }
  }
}
