import type { Ms } from '../../base/units.ts'

/** How many inputs are remembered, a power of two: over 4 s at 60 Hz. */
const INPUTS = 256

/** When the newest 256 inputs were sent. Ids are integers that do not wrap and only grow. Allocates only when constructed. */
export class SentTimes {
  /** For each input its id, followed by the time at which it was sent. */
  readonly #sent = new Float64Array(2 * INPUTS).fill(Number.NaN)

  /** Notes that input `inputId` was sent at `nowMs`. */
  note(inputId: number, nowMs: Ms): void {
    const at = 2 * (inputId & (INPUTS - 1))
    this.#sent[at] = inputId
    this.#sent[at + 1] = nowMs
  }

  /** Returns when input `inputId` was sent; NaN if that is not remembered. */
  atMs(inputId: number): Ms {
    const at = 2 * (inputId & (INPUTS - 1))
    return this.#sent[at] === inputId ? this.#sent[at + 1]! : Number.NaN
  }

  /** Forgets everything. Ids may start again from any value. */
  clear(): void {
    this.#sent.fill(Number.NaN)
  }
}
