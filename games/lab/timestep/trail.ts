/** How many shown frames a trail keeps. */
const KEPT = 512

/** What the last frames of a lane have shown, the oldest overwritten first. */
export class Trail {
  /** How many frames there are, at most 512. */
  count = 0
  readonly #balls = new Float32Array(KEPT)
  readonly #springs = new Float32Array(KEPT)
  readonly #lengthsMs = new Float32Array(KEPT)
  #next = 0

  /** Positions in m, NaN for what is not there. `lengthMs` is simulated time since the frame before. */
  add(ballM: number, springM: number, lengthMs: number): void {
    this.#balls[this.#next] = ballM
    this.#springs[this.#next] = springM
    this.#lengthsMs[this.#next] = lengthMs
    this.#next = (this.#next + 1) % KEPT
    this.count = Math.min(this.count + 1, KEPT)
  }

  /** The ball, `back` frames ago; 0 is the newest frame. */
  ballM(back: number): number {
    return this.#balls[this.#at(back)]!
  }

  /** The spring's weight, `back` frames ago. */
  springM(back: number): number {
    return this.#springs[this.#at(back)]!
  }

  /** How long the frame `back` frames ago came after the one before it, in ms of simulated time. */
  lengthMs(back: number): number {
    return this.#lengthsMs[this.#at(back)]!
  }

  #at(back: number): number {
    return (this.#next - 1 - back + 2 * KEPT) % KEPT
  }
}
