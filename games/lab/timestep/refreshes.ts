/** How far a frame's length may be from the usual one, as a fraction of it. */
export const UNEVEN = 0.4
/** Multiples of the golden ratio spread evenly and never repeat, and need no chance. */
const GOLDEN = (Math.sqrt(5) - 1) / 2

/** The moments at which a simulated display shows frames. */
export class Refreshes {
  readonly #frameMs: number
  readonly #isUneven: boolean
  #count = 0
  #nextMs = 0

  /** `refreshHz`: frames per second, above 0. */
  constructor(refreshHz: number, isUneven: boolean) {
    this.#frameMs = 1000 / refreshHz
    this.#isUneven = isUneven
  }

  /** When the next frame is shown, in ms from the first one, which is at 0. */
  get nextMs(): number {
    return this.#isUneven ? this.#nextMs : this.#count * this.#frameMs
  }

  /** Goes on to the frame after that. */
  advance(): void {
    this.#count++
    const lean = ((this.#count * GOLDEN) % 1) * 2 - 1
    this.#nextMs += this.#frameMs * (1 + UNEVEN * lean)
  }
}
