import type { Column } from './column.ts'
import * as OP from './op.ts'

/** Numbers of a column in each of the two tables. */
const WHOLE = 3
const PART = 2

/**
 * Turns rows on the grid that everybody but the owner gets into numbers that curves can work on. What that takes of each
 * column lies in two flat tables: a client does this with every state it is told of, and one pass over a table takes less
 * than half the time that a look at each column's object does.
 */
export class CoarseNumbers {
  /**
   * Of each column: what its whole numbers are multiplied by, and up to which of them. Past that one follows what is put in
   * their place, or, where that is less than 0, added.
   */
  readonly #whole: Int32Array
  /** What 0 stands for, and the distance of two neighbours. */
  readonly #part: Float64Array
  readonly #columns: readonly Column[]
  /** Where rotations begin. */
  readonly #turns: Int32Array

  constructor(columns: readonly Column[]) {
    this.#whole = Int32Array.from(columns.flatMap(wholeOf))
    this.#part = Float64Array.from(columns.flatMap((c) => (isNumber(c) ? [c.min, c.step] : [0, 1])))
    this.#columns = columns
    this.#turns = Int32Array.from(columns.keys()).filter((i) => columns[i]!.op === OP.largest)
  }

  /**
   * Writes the row that begins at `offset` from `to[at]` on: values where its columns are numbers, x y z w of a rotation,
   * else the whole numbers.
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
        // As integers of 32 bits: no overflow to watch for, and no zero with a sign.
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
 * Past the half, angles are less than 0. What would be past a column's greatest number, as the last coarse one may be, is
 * that one. Nothing is past a count.
 */
function wholeOf(c: Column): number[] {
  if (c.op === OP.angle) return [1, c.levels >> 1, -1 - c.levels]
  if (c.op === OP.grid) return [c.ratio, Math.floor(c.levels / c.ratio), c.levels]
  return [1, 0x7fffffff, 0]
}
