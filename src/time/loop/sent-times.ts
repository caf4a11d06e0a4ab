import type { Ms } from '../../base/units.ts'

/** Inputs whose send time is remembered, a power of two: over 4 s at 60 Hz. */
const INPUTS = 256

/** When the newest 256 inputs were sent. Ids are integers that do not wrap and only grow. Allocates only when constructed. */
export class SentTimes {
  /** Of each: its id, and when it was sent. */
  readonly #sent = new Float64Array(2 * INPUTS).fill(Number.NaN)

  /** Notes that input `inputId` was sent at `nowMs`. */
  note(inputId: number, nowMs: Ms): void {
    const at = 2 * (inputId & (INPUTS - 1))
    this.#sent[at] = inputId
    this.#sent[at + 1] = nowMs
  }

  /** When input `inputId` was sent; NaN when that is not remembered. */
  atMs(inputId: number): Ms {
    const at = 2 * (inputId & (INPUTS - 1))
    return this.#sent[at] === inputId ? this.#sent[at + 1]! : Number.NaN
  }

  /** Forgets everything; ids may start anew. */
  clear(): void {
    this.#sent.fill(Number.NaN)
  }
}
