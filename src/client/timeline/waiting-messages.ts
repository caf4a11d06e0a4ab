import { difference16 } from '../../base/sequence.ts'
import type { Ms } from '../../base/units.ts'

/** Most messages that wait. When one more comes, the oldest is handed over early. */
const MOST_WAITING = 256
/** How much two sums for the same moment may differ. It keeps messages after the events of their moment. */
const ROUNDING_MS: Ms = 1e-3

/** The moment of a timeline that is on display, and the time of its newest snapshot. */
export interface Display {
  readonly renderTimeMs: Ms
  readonly newestMs: Ms
}

interface Waiting<M> {
  readonly message: M
  readonly step: number
}

/** Messages that are tied to a moment, in the order in which they were sent, until that moment is on display. */
export class WaitingMessages<M> {
  readonly #stepMs: Ms
  readonly #handOver: (message: M) => void
  readonly #waiting: Waiting<M>[] = []

  /** `handOver` gets the messages whose moment has come. */
  constructor(stepMs: Ms, handOver: (message: M) => void) {
    this.#stepMs = stepMs
    this.#handOver = handOver
  }

  /** Adds a message. `step`: low 16 bits of the whole step to which it is tied. */
  add(message: M, step: number): void {
    this.#waiting.push({ message, step })
    if (this.#waiting.length > MOST_WAITING) this.#next()
  }

  /**
   * Hands over the messages whose moment is on display. The picture past the newest snapshot is a guess, so messages wait for
   * what really happened. Before the first snapshot the render time is NaN, and all wait.
   */
  release({ renderTimeMs, newestMs }: Display): void {
    if (this.#waiting.length === 0 || Number.isNaN(renderTimeMs)) return
    const knownMs = Math.min(renderTimeMs, newestMs)
    const step = Math.floor((knownMs - ROUNDING_MS) / this.#stepMs) & 0xffff
    while (this.#waiting.length > 0 && difference16(this.#waiting[0]!.step, step) <= 0) this.#next()
  }

  /** Hands over all messages. */
  releaseAll(): void {
    while (this.#waiting.length > 0) this.#next()
  }

  #next(): void {
    this.#handOver(this.#waiting.shift()!.message)
  }
}
