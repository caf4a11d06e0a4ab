import type { Column } from './column.ts'
import * as OP from './op.ts'

/** How many numbers a column has in each of the two tables. */
const WHOLE = 3
const PART = 2

/**
 * Turns rows on the coarse grid, which everybody but the owner gets, into numbers for curves. The parameters of all columns lie
 * in two flat tables. A client converts every state it receives, and one pass over the tables takes less than half the time of
 * visiting each column's object.
 */
export class CoarseNumbers {
  /**
   * For each column: the factor of its whole numbers, the greatest whole number that is multiplied, and what happens to greater
   * ones. They are replaced by the third number, or if that is below 0, it is added to them.
   */
  readonly #whole: Int32Array
  /** For each column: the value of 0, and the distance between neighbouring values. */
  readonly #part: Float64Array
  readonly #columns: readonly Column[]
  readonly #turns: Int32Array

  constructor(columns: readonly Column[]) {
    this.#whole = Int32Array.from(columns.flatMap(wholeOf))
    this.#part = Float64Array.from(columns.flatMap((c) => (isNumber(c) ? [c.min, c.step] : [0, 1])))
    this.#columns = columns
    this.#turns = Int32Array.from(columns.keys()).filter((i) => columns[i]!.op === OP.largest)
  }

  /**
   * Converts the row that begins at `offset` and writes it from `to[at]` on: values for numeric columns, x y z w for rotations,
   * and whole numbers for the rest.
   */
  write(row: Int32Array, offset: number, to: Float64Array, at: number): void {
    const whole = this.#whole
    const part = this.#part
    const { length } = whole
    for (let i = 0, w = 0, p = 0; w < length; i++, w += WHOLE, p += PART) {
      let q = row[offset + i]!
      if (q > whole[w + 1]!) {
        const past = whole[w + 2]!
        q = past < 0 ? (q + past) | 0 : past
      } else {
        // Integer arithmetic of 32 bits needs no overflow check and has no negative zero.
        q = Math.imul(q, whole[w]!)
      }
      to[at + i] = part[p]! + q * part[p + 1]!
    }
    const turns = this.#turns
    for (let k = 0; k < turns.length; k++) {
      const i = turns[k]!
      this.#columns[i]!.code!.toNumbers(this.#columns, i, row, offset + i, to, at + i)
    }
  }
}

function isNumber({ op }: Column): boolean {
  return op === OP.grid || op === OP.angle
}

/**
 * Angles past half a turn are below 0. A column's greatest whole number caps its coarse ones, because the last coarse step may
 * exceed it. Counts have no limit.
 */
function wholeOf(c: Column): number[] {
  if (c.op === OP.angle) return [1, c.levels >> 1, -1 - c.levels]
  if (c.op === OP.grid) return [c.ratio, Math.floor(c.levels / c.ratio), c.levels]
  return [1, 0x7fffffff, 0]
}
