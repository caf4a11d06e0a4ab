/** How many inputs are remembered: as many as `InputArrivals` keeps, a power of two. */
const INPUTS = 256

/**
 * Computes the least wait with which a tick does what its input says, if a tick without its input repeats the one before. An
 * input equal to the one before need not arrive in time itself; any input since the last change is enough. Waits are whole
 * numbers in any unit. Free of allocation.
 */
export class Repeats {
  /** By input: the newest input up to it that differs from its predecessor. */
  readonly #changedAt = new Float64Array(INPUTS)
  #newestChange = 0
  /** The newest input reported, and the least wait for which an input since its change was in time. */
  #newest = 0
  #enough = 0

  begin(): void {
    this.#changedAt.fill(0)
    this.#newestChange = 0
    this.#newest = 0
    this.#enough = 0
  }

  /** Notes input `inputId`, the next one made. `isChanged`: it differs from the input before. */
  made(inputId: number, isChanged: boolean): void {
    if (isChanged) this.#newestChange = inputId
    this.#changedAt[inputId & (INPUTS - 1)] = this.#newestChange
  }

  /**
   * Reads that input `inputId`, newer than all before and one of the newest 256 made, needed `wait` to be in time itself.
   * Returns the least wait with which its tick would have done what the input says.
   */
  enough(inputId: number, wait: number): number {
    const isNew = this.#changedAt[inputId & (INPUTS - 1)]! > this.#newest
    this.#enough = isNew ? wait : Math.min(this.#enough, wait)
    this.#newest = inputId
    return this.#enough
  }
}
