import type { BitReader, BitWriter } from '../bits.ts'
import * as EXPECTATION from '../records/expectation.ts'
import type { PlannedColumn, RowPlan } from '../records/plan.ts'

/** The greatest `k` of Rice's code. */
export const MOST_K = 12
/** The `k` of a column before anything is known of it. */
const FIRST_K = 4

/** The table entry of the packed coding for one column. */
export interface PackedColumn {
  readonly of: PlannedColumn
  /** Whether its expected value may differ from its old value. */
  readonly isExpectedToMove: boolean
  /** Whether it is one of the common columns. */
  isCommon: boolean
  /** The `k` of its differences; 0 for a column that is not a number. */
  k: number
}

/** The changes found in a state, in the order of the plan's columns. Kept and refilled. */
export class FoundChanges {
  /** 1: the column has changed. */
  readonly changed: Uint8Array
  /** For each number that is written, or may be: its difference from the expected value, as `zigzag` returns it. */
  readonly differences: Uint32Array

  constructor(columns: number) {
    this.changed = new Uint8Array(columns)
    this.differences = new Uint32Array(columns)
  }
}

/** The packed coding's table for a kind: which columns usually change together, and how large their differences are. */
export class PackedTable {
  /** In the order of the plan. */
  declare readonly columns: readonly PackedColumn[]

  constructor(plan: RowPlan) {
    this.columns = plan.columns.map((of) => ({
      of,
      isExpectedToMove:
        of.expectation === EXPECTATION.driven || of.expectation === EXPECTATION.moved,
      isCommon: false,
      k: 0,
    }))
    this.reset()
  }

  /** Sets the default: every number is common. */
  reset(): void {
    for (let i = 0; i < this.columns.length; i++) {
      const c = this.columns[i]!
      c.isCommon = c.of.isNumber
      c.k = c.of.isNumber ? FIRST_K : 0
    }
  }

  /** Reads a table; the reader fails when a `k` is too great. */
  read(reader: BitReader): void {
    for (let i = 0; i < this.columns.length; i++) {
      const c = this.columns[i]!
      c.isCommon = reader.flag()
      if (c.of.isNumber) c.k = reader.upTo(MOST_K, 4)
    }
  }
}

/** Writes what `PackedTable.read` reads. */
export function writeTable(writer: BitWriter, { columns }: PackedTable): void {
  for (let i = 0; i < columns.length; i++) {
    const c = columns[i]!
    writer.flag(c.isCommon)
    if (c.of.isNumber) writer.write(c.k, 4)
  }
}

/** Network ticks between two checks of what a new table would gain. */
const LOOK_TICKS = 16
/** One record in `EVERY` is counted, and a kind needs `LEAST_RECORDS` counted records before a new table is considered. */
const EVERY = 4
const LEAST_RECORDS = 8
/** Limits on the counted records between two checks and on each difference, so that the sums stay whole numbers of 31 bits. */
const MOST_RECORDS = 16_384
const MOST_DIFFERENCE = 0xffff
/** A new table must save its own cost within this many checks. */
const PAYS_WITHIN = 4

/** Measures the records of one kind, and makes a better table when that pays. For the server. */
export class TableMaker {
  declare readonly table: PackedTable
  /** The network tick at which the table was made; -1: it is the default. */
  tick = -1
  #seen = 0
  #records = 0
  readonly #told: number[]
  readonly #sums: number[]

  constructor(plan: RowPlan) {
    this.table = new PackedTable(plan)
    this.#told = plan.columns.map(() => 0)
    this.#sums = plan.columns.map(() => 0)
  }

  /** Counts the changes of one record in `EVERY`. */
  count({ changed, differences }: FoundChanges): void {
    this.#seen = (this.#seen + 1) % EVERY
    if (this.#seen > 0 || this.#records >= MOST_RECORDS) return
    this.#records++
    for (let i = 0; i < this.#told.length; i++) {
      if (changed[i] === 0) continue
      this.#told[i]!++
      this.#sums[i]! += Math.min(differences[i]!, MOST_DIFFERENCE)
    }
  }

  /** Checks, at the beginning of a network tick, whether a new table would pay. */
  look(tick: number): void {
    if (tick % LOOK_TICKS !== 0 || this.#records < LEAST_RECORDS) return
    const { columns } = this.table
    let gain = 0
    for (let i = 0; i < columns.length; i++) {
      const c = columns[i]!
      if (this.#isCommon(i) !== c.isCommon) gain += Math.abs(2 * this.#told[i]! - this.#records)
      if (this.#told[i] === 0 || !c.of.isNumber) continue
      const sum = this.#sums[i]!
      const count = this.#told[i]!
      gain += bitsOf(c.k, sum, count) - bitsOf(bestK(sum, count), sum, count)
    }
    if (gain * EVERY * PAYS_WITHIN > 5 * columns.length) this.#remake(tick)
    // Halved, so that older records weigh less.
    this.#records >>= 1
    for (let i = 0; i < columns.length; i++) {
      this.#told[i]! >>= 1
      this.#sums[i]! >>= 1
    }
  }

  #remake(tick: number): void {
    const { columns } = this.table
    this.tick = tick
    for (let i = 0; i < columns.length; i++) {
      const c = columns[i]!
      c.isCommon = this.#isCommon(i)
      if (this.#told[i]! > 0 && c.of.isNumber) c.k = bestK(this.#sums[i]!, this.#told[i]!)
    }
  }

  #isCommon(i: number): boolean {
    return 2 * this.#told[i]! > this.#records
  }
}

/** Returns about how many bits `count` differences take whose sum is `sum`. */
function bitsOf(k: number, sum: number, count: number): number {
  return (1 + k) * count + (sum >> k)
}

/** Returns the best `k` for `count` numbers whose sum is `sum`. Both are whole numbers below 2^31. */
export function bestK(sum: number, count: number): number {
  let k = 0
  while (k < MOST_K && sum >> (k + 1) >= count) k++
  return k
}
