/** How many inputs it remembers the last change of: as many as `InputArrivals` keeps, a power of two. */
const INPUTS = 256

/**
 * Works out which waits would have been enough for a tick to do what its input says, when a tick without its input repeats
 * the one before. An input that says the same as the one before need not be there itself: it is enough that one of those
 * since the last change was. Waits are whole numbers in any unit. Free of allocation.
 */
export class Repeats {
  /** By input: the newest one up to it that differs from the one before. */
  readonly #changedAt = new Float64Array(INPUTS)
  #newestChange = 0
  /** The newest input heard of, and the least wait for which one of those since its change was in time. */
  #newest = 0
  #enough = 0

  /** Forgets everything. */
  begin(): void {
    this.#changedAt.fill(0)
    this.#newestChange = 0
    this.#newest = 0
    this.#enough = 0
  }

  /** Notes input `inputId`, the next one made; `isChanged`: it is not like the one before. */
  made(inputId: number, isChanged: boolean): void {
    if (isChanged) this.#newestChange = inputId
    this.#changedAt[inputId & (INPUTS - 1)] = this.#newestChange
  }

  /**
   * Takes the word that input `inputId`, newer than all before and one of the newest 256 made, needed `wait` to be in time
   * itself. Returns the least wait for which its tick would have done what it says.
   */
  enough(inputId: number, wait: number): number {
    const isNew = this.#changedAt[inputId & (INPUTS - 1)]! > this.#newest
    this.#enough = isNew ? wait : Math.min(this.#enough, wait)
    this.#newest = inputId
    return this.#enough
  }
}
