import { afterPress, MOST_PRESSES, takenAfterStep } from './presses.ts'

/** Inputs as rows of whole numbers, by input id. */
interface Inputs {
  readonly row: Int32Array
  offsetOf(id: number): number
}

/** The presses of an input's schema: their columns. */
interface Presses {
  readonly presses: Int32Array
  readonly columns: readonly { readonly name: string | symbol }[]
}

/**
 * Which presses each of the local player's inputs takes: what the server makes of them, if they come in time. Usually an
 * input takes what was pressed in it. If the server went without that input, a later input takes the press, which is known
 * as soon as the server has said so. Free of allocation.
 */
export class PredictedPresses {
  /** How many of each the newest input counts, wrapping; and how many the server has taken, as far as is known. */
  readonly counted: Int32Array
  readonly #known: Int32Array
  /** How many have not reached the server in time. They are taken when they do, at a step that nobody knows yet. */
  readonly #late: Int32Array
  readonly #inputs: Inputs
  readonly #columns: Int32Array
  readonly #names: readonly (string | symbol)[]
  /** A ring by input: how many of each have been taken with it. */
  readonly #taken: Int32Array
  readonly #capacity: number

  /** `inputs`: a ring of `capacity` of them, a power of two. */
  constructor({ presses, columns }: Presses, inputs: Inputs, capacity: number) {
    this.#inputs = inputs
    this.#columns = presses
    this.#names = Array.from(presses, (i) => columns[i]!.name)
    this.#capacity = capacity
    this.counted = new Int32Array(presses.length)
    this.#known = new Int32Array(presses.length)
    this.#late = new Int32Array(presses.length)
    this.#taken = new Int32Array(presses.length * capacity)
  }

  /** Whether there is room for one more of press `k`: fewer than `MOST_PRESSES` of those counted are not taken yet. */
  mayCount(k: number): boolean {
    return ((this.counted[k]! - this.#known[k]!) & MOST_PRESSES) < MOST_PRESSES
  }

  /** Writes the counts of input `id`, about to be made: one more of each press that is `waiting` and may be counted. */
  count(id: number, waiting: Record<string, number>): void {
    const { row } = this.#inputs
    const at = this.#inputs.offsetOf(id)
    for (let k = 0; k < this.#names.length; k++) {
      const name = this.#names[k] as string
      const isPressed = waiting[name]! > 0 && this.mayCount(k)
      const counted = this.counted[k]!
      row[at + this.#columns[k]!] = isPressed ? afterPress(counted) : counted
      if (isPressed) waiting[name]!--
    }
  }

  /** Input `id` is the newest: it takes one of each press that was counted and not taken. */
  step(id: number): void {
    for (let k = 0; k < this.counted.length; k++) this.counted[k] = this.#countedBy(id, k)
    this.#take(id)
  }

  /** Writes to `into` which presses input `id` takes. */
  press(id: number, into: Record<string | symbol, unknown>): void {
    const at = this.#at(id)
    const before = this.#at(id - 1)
    for (let k = 0; k < this.#names.length; k++)
      into[this.#names[k]!] = this.#taken[at + k] !== this.#taken[before + k]
  }

  /** Writes the counts of input `id`, which the player has not made: those of the newest one that was. It takes none. */
  skip(id: number): void {
    const { row } = this.#inputs
    const at = this.#inputs.offsetOf(id)
    for (let k = 0; k < this.counted.length; k++) {
      row[at + this.#columns[k]!] = this.counted[k]!
      this.#taken[this.#at(id) + k] = this.#taken[this.#at(id - 1) + k]!
    }
  }

  /**
   * Takes the server's word of how many presses were taken after input `id`; null: all that the input counts. `hasCome`:
   * whether the server has that input. True when later inputs, up to `newest`, take other presses than was predicted, as
   * they do if it `corrects`. If not, each is taken when it was pressed: none of them is late.
   */
  acknowledge(
    id: number,
    newest: number,
    taken: Int32Array | null,
    hasCome: boolean,
    corrects: boolean,
  ): boolean {
    let isOther = false
    // What the ring has lost cannot be compared, so what is known stays until answers come again.
    if (newest - id >= this.#capacity) return isOther
    const at = this.#at(id)
    for (let k = 0; k < this.#known.length; k++) {
      const counted = this.#countedBy(id, k)
      const known = taken ? taken[k]! : counted
      const late = hasCome || !corrects ? 0 : (counted - known) & MOST_PRESSES
      isOther ||= known !== this.#taken[at + k] || late !== this.#late[k]
      this.#known[k] = known
      this.#late[k] = late
    }
    if (!isOther || !corrects) return false
    this.#correct(id, newest)
    return true
  }

  /** Works out anew which presses the inputs after `id`, the newest acknowledged one, take, up to `newest`. */
  #correct(id: number, newest: number): void {
    const at = this.#at(id)
    for (let k = 0; k < this.#known.length; k++) this.#taken[at + k] = this.#known[k]!
    for (let one = id + 1; one <= newest; one++) this.#take(one)
  }

  #take(id: number): void {
    const at = this.#at(id)
    const before = this.#at(id - 1)
    for (let k = 0; k < this.#names.length; k++) {
      const come = (this.#countedBy(id, k) - this.#late[k]!) & MOST_PRESSES
      this.#taken[at + k] = takenAfterStep(this.#taken[before + k]!, come)
    }
  }

  #countedBy(id: number, k: number): number {
    return this.#inputs.row[this.#inputs.offsetOf(id) + this.#columns[k]!]!
  }

  #at(id: number): number {
    return (id & (this.#capacity - 1)) * this.#names.length
  }
}
