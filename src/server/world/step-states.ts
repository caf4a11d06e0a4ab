/** The times that there is room for at first, enough for three steps to a network tick. */
const FIRST_STAMPS: readonly number[] = [NaN, NaN, NaN, NaN]

/**
 * The states of one entity after its last steps, as rows of whole numbers, each with its time. There is room for as many as
 * came since a moment that `add` is told, which doubles up to `most` and is never given back: only `add` allocates, and not
 * in steady state. A *number* counts the states from the first on, a *slot* is where a state lies.
 */
export class StepStates {
  /** All rows. After each `add` it may be another array, and so may `stamps` be. */
  rows: Int32Array
  /** The time of each state, by slot. A plain array: a typed one takes 200 bytes besides what is in it. */
  stamps: number[]
  /** How many there have been; set it lower to forget the newest. */
  count = 0
  readonly #width: number
  readonly #most: number

  /** `width`: numbers in a row. `most`: most states kept, a power of two from 4. */
  constructor(width: number, most: number) {
    this.#width = width
    this.#most = most
    this.stamps = FIRST_STAMPS.slice()
    this.rows = new Int32Array(this.stamps.length * width)
  }

  /** The time of the newest one; NaN: there is none. */
  get newest(): number {
    return this.count > 0 ? this.stamps[this.slot(this.count - 1)]! : Number.NaN
  }

  /** The slot of state number `n`. */
  slot(n: number): number {
    return n & (this.stamps.length - 1)
  }

  /**
   * Adds a state and returns its slot; its row and its time are the caller's to set. A state that is not later than `since`
   * may be pushed out.
   */
  add(since: number): number {
    const room = this.stamps.length
    if (this.count >= room && room < this.#most && !(this.stamps[this.slot(this.count)]! <= since))
      this.#makeRoom()
    return this.slot(this.count++)
  }

  /** The number of the first state kept that came after `before`. */
  firstAfter(before: number): number {
    const { stamps } = this
    const oldest = Math.max(0, this.count - stamps.length)
    let n = this.count
    while (n > oldest && stamps[this.slot(n - 1)]! > before) n--
    return n
  }

  #makeRoom(): void {
    const { rows, stamps } = this
    const width = this.#width
    const room = stamps.length
    this.rows = new Int32Array(2 * rows.length)
    this.stamps = stamps.concat(stamps).fill(0)
    for (let n = this.count - room; n < this.count; n++) {
      const from = n & (room - 1)
      const to = this.slot(n)
      this.stamps[to] = stamps[from]!
      this.rows.set(rows.subarray(from * width, (from + 1) * width), to * width)
    }
  }
}
