import type { BitReader, BitWriter } from '../bits.ts'
import * as EXPECTATION from '../records/expectation.ts'
import type { PlannedColumn, RowPlan } from '../records/plan.ts'

/** Greatest `k` of Rice's code. */
export const MOST_K = 12
/** The `k` of columns of which nothing is known yet. */
const FIRST_K = 4

/** What the packed coding knows of a column. */
export interface PackedColumn {
  readonly of: PlannedColumn
  /** Whether something else may be expected of it than what it was. */
  readonly isExpectedToMove: boolean
  /** Whether it is among the common ones. */
  isCommon: boolean
  /** The `k` of its differences; 0 for what is no number. */
  k: number
}

/** What was found of the columns of a state, in the order of the plan. Kept and refilled. */
export class FoundChanges {
  /** 1: it has changed. */
  readonly changed: Uint8Array
  /** Of numbers that are told, or may be: what differs from what is expected, from 0 upwards. */
  readonly differences: Uint32Array

  constructor(columns: number) {
    this.changed = new Uint8Array(columns)
    this.differences = new Uint32Array(columns)
  }
}

/** What the packed coding knows of a kind: which columns usually change together, and how large their differences are. */
export class PackedTable {
  declare readonly plan: RowPlan
  /** In the order of the plan. */
  declare readonly columns: readonly PackedColumn[]

  constructor(plan: RowPlan) {
    this.plan = plan
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

  /** Reads it; the reader fails where a `k` is too great. */
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

  /** Counts a record in which this was found, or leaves it out. */
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

  /** Looks, at the beginning of a network tick, whether a new table would pay. */
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
    // What is long past counts ever less.
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

/** About how many bits `count` differences take whose sum is this. */
function bitsOf(k: number, sum: number, count: number): number {
  return (1 + k) * count + (sum >> k)
}

/** The `k` that suits `count` numbers best whose sum is this. Whole numbers below 2^31, as all here. */
export function bestK(sum: number, count: number): number {
  let k = 0
  while (k < MOST_K && sum >> (k + 1) >= count) k++
  return k
}
