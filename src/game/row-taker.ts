import {
  around,
  type Column,
  coarsen,
  countText,
  dequantize,
  type Holder,
  OP as IMPORTED_OP,
  quantize,
  refine,
  type Schema,
} from './schema.ts'
import { fromSmallestThree, toSmallestThree } from './smallest-three.ts'

/** V8 inlines less where a name comes from another module. */
const OP = IMPORTED_OP
/** One number under way, and the one that it was before: V8 boxes fractions that are handed to functions. */
const ONE = /* @__PURE__ */ new Float64Array(1)
const WAS = /* @__PURE__ */ new Float64Array(1)
/** A rotation under way, x y z w, and in whole numbers. */
const TURN = /* @__PURE__ */ new Float64Array(4)
const TURN_ROW = /* @__PURE__ */ new Int32Array(4)

/**
 * Takes the numbers of objects of a schema again and again, each onto the row of before: what has not changed since costs
 * little. For servers, which do so with everything in every step. Free of allocation.
 */
export class RowTaker {
  readonly #columns: readonly Column[]
  /**
   * Of each column, what 0 stands for and the distance of two neighbours. Columns are objects of many shapes: V8 boxes
   * fractions that it loads from these.
   */
  readonly #scales: Float64Array
  /**
   * The columns of texts, the first ones of rotations, and all that is neither; of these, what everybody is told of, be it
   * once: a record may begin with a state of before.
   */
  readonly #texts: Int32Array
  readonly #turns: Int32Array
  readonly #plain: Int32Array
  readonly #turnsTold: Int32Array
  readonly #plainTold: Int32Array

  constructor({ columns, every, entering }: Schema) {
    this.#columns = columns
    this.#scales = Float64Array.from(columns.flatMap(({ min, step }) => [min, step]))
    const where = (is: (op: number) => boolean) => every.filter((i) => is(columns[i]!.op))
    this.#texts = where((op) => op === OP.text)
    this.#turns = where((op) => op === OP.largest)
    this.#plain = where((op) => op !== OP.text && op < OP.largest)
    this.#turnsTold = this.#turns.filter((i) => entering.includes(i))
    this.#plainTold = this.#plain.filter((i) => entering.includes(i))
  }

  /**
   * `round` and `gather` of the schema at once, onto a row that holds what was taken of the object before. Whether any
   * number of the row has changed.
   */
  take(object: Holder, row: Int32Array, texts: string[]): boolean {
    let hasChanged = false
    for (let k = 0; k < this.#plain.length; k++) {
      const i = this.#plain[k]!
      const c = this.#columns[i]!
      const was = row[i]!
      if (c.access) {
        const at = c.part === '' ? object : (object[c.name] as Holder)
        c.access.read(at, ONE, 0)
        this.#toNumber(i, was, WAS, 0)
        if (Object.is(ONE[0], WAS[0])) continue
        const q = this.#nearest(i)
        this.#toNumber(i, q, ONE, 0)
        c.access.write(at, ONE, 0)
        row[i] = q
      } else if (!isStill(c, object[c.name], was)) {
        const q = quantize(c, object[c.name])
        object[c.name] = dequantize(c, q)
        row[i] = q
      }
      if (row[i] !== was) hasChanged = true
    }
    for (let k = 0; k < this.#texts.length; k++) {
      const at = this.#texts[k]!
      const was = row[at]!
      row[at] = countText(this.#columns[at]!, object, texts, k, was)
      if (row[at] !== was) hasChanged = true
    }
    for (let k = 0; k < this.#turns.length; k++)
      if (this.#takeTurn(object, this.#turns[k]!, row)) hasChanged = true
    return hasChanged
  }

  /**
   * Writes what everybody is told of `object` but texts to `row` from `offset`, without rounding the object; `last`: a row
   * that was taken of it before. Whether it differs from that.
   */
  note(object: Holder, row: Int32Array, offset: number, last: Int32Array): boolean {
    let differs = false
    for (let k = 0; k < this.#plainTold.length; k++) {
      const i = this.#plainTold[k]!
      const c = this.#columns[i]!
      const was = last[i]!
      let q = was
      if (c.access) {
        c.access.read(c.part === '' ? object : (object[c.name] as Holder), ONE, 0)
        this.#toNumber(i, was, WAS, 0)
        if (ONE[0] !== WAS[0]) q = this.#nearest(i)
      } else if (!isStill(c, object[c.name], was)) q = quantize(c, object[c.name])
      row[offset + i] = q
      if (row[offset + i] !== was) differs = true
    }
    for (let k = 0; k < this.#turnsTold.length; k++) {
      const i = this.#turnsTold[k]!
      this.#readTurn(object, i)
      toSmallestThree(TURN, 0, this.#columns[i + 1]!.levels, row, offset + i)
      for (let n = i; n < i + 4; n++) if (row[offset + n] !== last[n]) differs = true
    }
    return differs
  }

  /** Writes what others get of the numbers and angles that `which` lists of a row to `to`, its first column at `at`. */
  tell(which: Int32Array, row: Int32Array, offset: number, to: Float64Array, at: number): void {
    for (let k = 0; k < which.length; k++) {
      const i = which[k]!
      const c = this.#columns[i]!
      this.#toNumber(i, refine(c, coarsen(c, row[offset + i]!)), to, at + i)
    }
  }

  /** Writes the number or angle that whole number `q` of column `i` stands for. */
  #toNumber(i: number, q: number, to: Float64Array, at: number): void {
    const { op, levels } = this.#columns[i]!
    const step = this.#scales[2 * i + 1]!
    if (op === OP.angle) to[at] = (q > levels >> 1 ? q - levels - 1 : q) * step
    else to[at] = this.#scales[2 * i]! + q * step
  }

  /** The whole number of column `i`, a number or an angle, nearest to `ONE`, within its range; NaN: the default. */
  #nearest(i: number): number {
    const { op, levels, initial } = this.#columns[i]!
    const step = this.#scales[2 * i + 1]!
    if (op === OP.angle) return around(Math.round(ONE[0]! / step), levels)
    const q = Math.round((ONE[0]! - this.#scales[2 * i]!) / step)
    return q >= 0 ? (q <= levels ? q | 0 : levels) : q < 0 ? 0 : initial
  }

  /** Rounds the rotation whose columns begin at `i`, and sets them. Whether they have changed. */
  #takeTurn(object: Holder, i: number, row: Int32Array): boolean {
    const turn = object[this.#columns[i]!.name] as Holder
    const { levels } = this.#columns[i + 1]!
    this.#readTurn(object, i)
    toSmallestThree(TURN, 0, levels, TURN_ROW, 0)
    fromSmallestThree(TURN_ROW, 0, levels, TURN, 0)
    let hasChanged = false
    for (let part = 0; part < 4; part++) {
      this.#columns[i + part]!.access!.write(turn, TURN, part)
      if (row[i + part] !== TURN_ROW[part]) hasChanged = true
      row[i + part] = TURN_ROW[part]!
    }
    return hasChanged
  }

  #readTurn(object: Holder, i: number): void {
    const turn = object[this.#columns[i]!.name] as Holder
    for (let part = 0; part < 4; part++) this.#columns[i + part]!.access!.read(turn, TURN, part)
  }
}

const takers = /* @__PURE__ */ new WeakMap<Schema, RowTaker>()

/** The taker of a schema: made once. */
export function takerOf(schema: Schema): RowTaker {
  let taker = takers.get(schema)
  if (!taker) {
    taker = new RowTaker(schema)
    takers.set(schema, taker)
  }
  return taker
}

/** Whether a value is clearly the one that whole number `q` stands for. Not for what has an `access`. */
function isStill(c: Column, value: unknown, q: number): boolean {
  switch (c.op) {
    case OP.flag:
      return value === (q !== 0)
    case OP.choice:
      return value === c.choices[q]
    case OP.bits:
      // Not so 0, which may have a sign.
      return q !== 0 && value === q
    default:
      return false
  }
}
