/** Makes rates of sums that grow: bytes so far become bytes per second. */
export class Rates {
  /** @type {Map<string, { atMs: number, sum: number, rate: number | null }>} */
  #known = new Map()

  /**
   * Returns the growth per second since the last call for this key; null at the first call.
   * @param {string} key
   * @param {number | null} sum null: not known
   * @param {number} atMs
   */
  of(key, sum, atMs) {
    const before = this.#known.get(key)
    if (sum === null) {
      this.#known.delete(key)
      return null
    }
    // The page may ask again at the same moment, for example after a button was pressed.
    if (before && atMs - before.atMs < 200) return before.rate
    const isNew = !before || sum < before.sum
    const rate = isNew ? null : ((sum - before.sum) * 1000) / (atMs - before.atMs)
    this.#known.set(key, { atMs, sum, rate })
    return rate
  }

  /** Forgets everything. */
  clear() {
    this.#known.clear()
  }
}
