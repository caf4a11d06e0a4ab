/** Room for times at first, enough for three steps in a network tick. */
const FIRST_STAMPS: readonly number[] = [NaN, NaN, NaN, NaN]

/**
 * The states of one entity after its last steps, as rows of whole numbers, each with its time. There is room for all states
 * since the moment that `add` gets. The room doubles up to `most` and never shrinks: only `add` allocates, and not in steady
 * state. A *number* counts the states from the first on. A *slot* is the place of a state.
 */
export class StepStates {
  /** All rows. Each `add` may replace this array, and `stamps`. */
  rows: Int32Array
  /** The time of each state, by slot. A plain array, because a typed one takes 200 bytes besides its content. */
  stamps: number[]
  /** How many states there have been. Set it lower to forget the newest. */
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

  /** The time of the newest state; NaN: there is none. */
  get newest(): number {
    return this.count > 0 ? this.stamps[this.slot(this.count - 1)]! : Number.NaN
  }

  /** Returns the slot of state number `n`. */
  slot(n: number): number {
    return n & (this.stamps.length - 1)
  }

  /** Adds a state and returns its slot. The caller sets its row and its time. A state no later than `since` may be lost. */
  add(since: number): number {
    const room = this.stamps.length
    if (this.count >= room && room < this.#most && !(this.stamps[this.slot(this.count)]! <= since))
      this.#makeRoom()
    return this.slot(this.count++)
  }

  /** Returns the number of the first kept state that came after `before`. */
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
