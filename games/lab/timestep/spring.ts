/** Where the weight is released, in m from its rest. */
export const START_M = 1
/** Further away than this, in m, the spring counts as exploded. */
export const EXPLODED_M = 40
/** How long an exploded spring stays away, in simulated seconds. */
const BROKEN_SECONDS = 0.6

/** A weight of 1 kg on a spring without friction, moved by the semi-implicit Euler method. */
export class Spring {
  /** Distance from rest in m, and before the last step. */
  x = START_M
  before = START_M
  explosions = 0
  readonly #stiffness: number
  #velocity = 0
  #brokenSeconds = 0
  #energySeconds = 0
  #seconds = 0

  /** `stiffness` in N/m, above 0. */
  constructor(stiffness: number) {
    this.#stiffness = stiffness
  }

  /** Whether it has exploded and is not there now. */
  get isBroken(): boolean {
    return this.#brokenSeconds > 0
  }

  /** Mean energy so far per energy at the start: 1 is right. NaN before the first step. */
  get meanEnergy(): number {
    return this.#energySeconds / this.#seconds
  }

  step(dtSeconds: number): void {
    if (this.isBroken) {
      this.#brokenSeconds -= dtSeconds
      if (!this.isBroken) this.#release()
      return
    }
    this.before = this.x
    this.#velocity -= this.#stiffness * this.x * dtSeconds
    this.x += this.#velocity * dtSeconds
    const energy = this.#stiffness * this.x * this.x + this.#velocity * this.#velocity
    this.#energySeconds += (energy / (this.#stiffness * START_M * START_M)) * dtSeconds
    this.#seconds += dtSeconds
    if (Math.abs(this.x) < EXPLODED_M) return
    this.explosions++
    this.#brokenSeconds = BROKEN_SECONDS
  }

  #release(): void {
    this.x = START_M
    this.before = START_M
    this.#velocity = 0
  }
}

/** The longest step in seconds at which a spring of this stiffness, in N/m, stays in one piece. */
export const longestStableSeconds = (stiffness: number): number => 2 / Math.sqrt(stiffness)
