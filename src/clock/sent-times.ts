import { SequenceRing } from '../base/ring.ts'
import type { Ms } from '../base/units.ts'

/** Inputs whose send time is remembered: over 4 s at 60 Hz. */
const INPUTS = 256

/** When the newest 256 inputs were sent. Ids are integers that do not wrap. Allocates only when constructed. */
export class SentTimes {
  readonly #ring = new SequenceRing(INPUTS)
  readonly #sentAtMs = new Float64Array(INPUTS)

  /** Notes that input `inputId` was sent at `nowMs`. */
  note(inputId: number, nowMs: Ms): void {
    const slot = this.#ring.claim(inputId)
    if (slot >= 0) this.#sentAtMs[slot] = nowMs
  }

  /** When input `inputId` was sent; NaN when that is not remembered. */
  atMs(inputId: number): Ms {
    const slot = this.#ring.slotOf(inputId)
    return slot < 0 ? Number.NaN : this.#sentAtMs[slot]!
  }

  /** Forgets everything; ids may start anew. */
  clear(): void {
    this.#ring.clear()
  }
}
