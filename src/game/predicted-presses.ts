import { afterPress, MOST_PRESSES, takenAfterStep } from './presses.ts'

/** Inputs as rows of whole numbers, by input id. */
interface Inputs {
  readonly row: Int32Array
  offsetOf(id: number): number
}

/** The columns of the presses in an input's schema. */
interface Presses {
  readonly presses: Int32Array
  readonly columns: readonly { readonly name: string | symbol }[]
}

/**
 * Predicts which presses each of the local player's inputs takes on the server. Usually an input takes what was pressed in it.
 * If the server ran a step without that input, a later input takes the press, and the client knows as soon as the server has
 * said so. Free of allocation.
 */
export class PredictedPresses {
  /** For each press, the count of the newest input, wrapping; and how many the server is known to have taken. */
  readonly counted: Int32Array
  readonly #known: Int32Array
  /** For each press, how many did not reach the server in time. It takes them once they arrive, at a step not yet known. */
  readonly #late: Int32Array
  readonly #inputs: Inputs
  readonly #columns: Int32Array
  readonly #names: readonly (string | symbol)[]
  /** A ring by input: how many of each press have been taken up to that input. */
  readonly #taken: Int32Array
  readonly #capacity: number

  /** `inputs` is a ring of `capacity` inputs. `capacity` is a power of two. */
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

  /** Whether press `k` may be counted once more: fewer than `MOST_PRESSES` of those counted are not taken yet. */
  mayCount(k: number): boolean {
    return ((this.counted[k]! - this.#known[k]!) & MOST_PRESSES) < MOST_PRESSES
  }

  /** Writes the counts of the new input `id`: one more of each press that is `waiting` and may be counted. */
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

  /** Makes input `id` the newest. It takes one of each press that was counted and not taken. */
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

  /** Writes the counts of input `id`, which the player did not make: those of the newest input made. It takes no presses. */
  skip(id: number): void {
    const { row } = this.#inputs
    const at = this.#inputs.offsetOf(id)
    for (let k = 0; k < this.counted.length; k++) {
      row[at + this.#columns[k]!] = this.counted[k]!
      this.#taken[this.#at(id) + k] = this.#taken[this.#at(id - 1) + k]!
    }
  }

  /**
   * Applies the server's report of how many presses were taken after input `id`; null means all that the input counts.
   * `hasCome` says whether the server has that input. Returns true if later inputs, up to `newest`, take other presses than
   * predicted, which only happens if `corrects` is true. If `corrects` is false, each press is taken when it was pressed and
   * none is late.
   */
  acknowledge(
    id: number,
    newest: number,
    taken: Int32Array | null,
    hasCome: boolean,
    corrects: boolean,
  ): boolean {
    let isOther = false
    // An answer that the ring no longer holds cannot be compared, so the known counts stay until newer answers arrive.
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

  /** Predicts again which presses the inputs after `id`, the newest acknowledged one, take, up to `newest`. */
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
