import type { BitReader, BitWriter } from './bits.ts'
import type { RowPlan } from './plan.ts'

/** Greatest `k` of Rice's code. */
export const MOST_K = 12
/** The `k` of columns of which nothing is known yet. */
const FIRST_K = 4

/** What the packed coding knows of a kind: which columns usually change together, and how large their differences are. */
export class PackedTable {
  /** By place in the plan: whether the column is among the common ones. */
  readonly common: Uint8Array
  /** By place in the plan: the `k` of its differences; 0 for what is no number. */
  readonly k: Uint8Array
  readonly plan: RowPlan

  constructor(plan: RowPlan) {
    this.plan = plan
    this.common = new Uint8Array(plan.columns.length)
    this.k = new Uint8Array(plan.columns.length)
    this.reset()
  }

  /** Sets the default: every number is common. */
  reset(): void {
    const { columns } = this.plan
    for (let i = 0; i < columns.length; i++) {
      this.common[i] = columns[i]!.isNumber ? 1 : 0
      this.k[i] = columns[i]!.isNumber ? FIRST_K : 0
    }
  }

  /** Writes it. */
  write(writer: BitWriter): void {
    const { columns } = this.plan
    for (let i = 0; i < columns.length; i++) {
      writer.write(this.common[i]!, 1)
      if (columns[i]!.isNumber) writer.write(this.k[i]!, 4)
    }
  }

  /** Reads it; the reader fails where a `k` is too great. */
  read(reader: BitReader): void {
    const { columns } = this.plan
    for (let i = 0; i < columns.length; i++) {
      this.common[i] = reader.read(1)
      if (columns[i]!.isNumber) this.k[i] = reader.upTo(MOST_K, 4)
    }
  }
}

/** Network ticks between two looks at what a table would gain. */
const LOOK_TICKS = 16
/** Every so manieth record is counted, and so many counted ones say something about their kind. */
const EVERY = 4
const LEAST_RECORDS = 8
/** More are not counted between two looks, and no difference counts for more: so the sums stay whole numbers of 31 bits. */
const MOST_RECORDS = 16_384
const MOST_DIFFERENCE = 0xffff
/** A new table has to pay for being told within so many looks. */
const PAYS_WITHIN = 4

/** Measures what records of one kind look like, and makes a better table when that pays. For the server. */
export class TableMaker {
  readonly table: PackedTable
  /** The network tick at which the table was made; -1: it is the default. */
  tick = -1
  #seen = 0
  #records = 0
  readonly #told: Int32Array
  readonly #sums: Int32Array

  constructor(plan: RowPlan) {
    this.table = new PackedTable(plan)
    this.#told = new Int32Array(plan.columns.length)
    this.#sums = new Int32Array(plan.columns.length)
  }

  /** Counts a record, or leaves it out; `changed` and `differences` say what of it, by place in the plan. */
  count(changed: Uint8Array, differences: Int32Array): void {
    this.#seen = (this.#seen + 1) % EVERY
    if (this.#seen > 0 || this.#records >= MOST_RECORDS) return
    this.#records++
    for (let i = 0; i < this.#told.length; i++) {
      if (changed[i] === 0) continue
      this.#told[i]!++
      this.#sums[i]! += Math.min(differences[i]! >>> 0, MOST_DIFFERENCE)
    }
  }

  /** Looks, at the beginning of a network tick, whether a new table would pay. */
  look(tick: number): void {
    if (tick % LOOK_TICKS !== 0 || this.#records < LEAST_RECORDS) return
    const { table } = this
    const { columns } = table.plan
    let gain = 0
    for (let i = 0; i < columns.length; i++) {
      const isCommon = this.#isCommon(i)
      if (isCommon !== table.common[i]) gain += Math.abs(2 * this.#told[i]! - this.#records)
      if (this.#told[i] === 0 || !columns[i]!.isNumber) continue
      const sum = this.#sums[i]!
      const count = this.#told[i]!
      gain += bitsOf(table.k[i]!, sum, count) - bitsOf(bestK(sum, count), sum, count)
    }
    if (gain * EVERY * PAYS_WITHIN > 5 * columns.length) this.#remake(tick)
    // What is long past counts ever less.
    this.#records >>= 1
    for (let i = 0; i < columns.length; i++) {
      this.#told[i]! >>= 1
      this.#sums[i]! >>= 1
    }
  }

  #remake(tick: number): void {
    const { table } = this
    const { columns } = table.plan
    this.tick = tick
    for (let i = 0; i < columns.length; i++) {
      table.common[i] = this.#isCommon(i)
      if (this.#told[i]! > 0 && columns[i]!.isNumber)
        table.k[i] = bestK(this.#sums[i]!, this.#told[i]!)
    }
  }

  #isCommon(i: number): number {
    return 2 * this.#told[i]! > this.#records ? 1 : 0
  }
}

/** About how many bits `count` differences take whose sum is this. */
function bitsOf(k: number, sum: number, count: number): number {
  return (1 + k) * count + (sum >> k)
}

/** The `k` that suits `count` numbers best whose sum is this. Whole numbers below 2^31, as all here: what runs
 * seldom is not compiled, and then V8 boxes every fraction. */
export function bestK(sum: number, count: number): number {
  let k = 0
  while (k < MOST_K && sum >> (k + 1) >= count) k++
  return k
}
