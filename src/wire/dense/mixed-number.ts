import { classOf } from './lone-number.ts'
import { type DenseColumn, HIGH_WORDS, MIXED_WORDS, MIXTURE, NO_COLUMN } from './models.ts'
import type { RangeCoder } from './range-coder.ts'

const MODELLED = 3
const MOST_CLASS = 15

/**
 * Codes a whole number by mixtures of five models for each bit: whether it is 0, its sign, its class one by one, and the
 * bits after the first. What is known beforehand is told as the rests that there would be: if the column had been held, or
 * had gone on in the other ways that are thinkable. Once the sign is known, contexts are seen in its mirror, so that both
 * directions learn together. Kept and refilled.
 */
export class MixedNumber {
  /** What the rest would be if the column had been held, and if it had gone on as far as the others did. */
  held = 0
  kept = 0
  /** The classes of the two rests coded before in this row. */
  last = 0
  previous = 0
  /** How active the row is, 0 to 127. */
  activity = 0
  readonly #coder: RangeCoder
  readonly #bases = new Int32Array(MIXTURE)
  #column: DenseColumn = NO_COLUMN

  constructor(coder: RangeCoder) {
    this.#coder = coder
  }

  /** Begins a row. */
  begin(activity: number): void {
    this.activity = activity
    this.last = 0
    this.previous = 0
  }

  /** Codes `value` with the models of a column. */
  code(column: DenseColumn, value: number): number {
    this.#column = column
    const result = this.#number(value)
    this.previous = this.last
    this.last = classOf(result)
    return result
  }

  #number(value: number): number {
    const size = value < 0 ? -value : value
    const bits = 32 - Math.clz32(size)
    const { held } = this
    const ahead = held < 0 ? -1 : 1
    this.#look(ahead)
    if (this.#node(0, bits > 0 ? 1 : 0) === 0) return 0
    // `| 0` below: a negative zero would be boxed.
    const sign = this.#node(1, value * ahead < 0 ? 1 : 0) === 0 ? ahead : -ahead
    this.#look(sign)
    let known = 1
    while (known < 30 && this.#node(Math.min(known, MOST_CLASS) + 1, bits > known ? 1 : 0)) known++
    const result = this.#highs(known, size, (held * sign) | 0, (this.kept * sign) | 0)
    return sign < 0 ? -result : result
  }

  /** Finds the contexts, in the mirror if `side` is -1. */
  #look(side: number): void {
    const bases = this.#bases
    const { own, sets } = this.#column
    const { last, previous } = this
    const near = last > 6 ? 3 : (last + 1) >> 1
    bases[0] = own
    bases[1] = sets[0]! + (signed((this.held * side) | 0) * 4 + near) * MIXED_WORDS
    bases[2] = sets[1]! + (signed((this.kept * side) | 0) * 4 + near) * MIXED_WORDS
    bases[3] =
      sets[2]! + (Math.min((last + 1) >> 1, 7) * 8 + Math.min((previous + 1) >> 1, 7)) * MIXED_WORDS
    bases[4] = sets[3]! + this.activity * MIXED_WORDS
  }

  #node(node: number, bit: number): number {
    const b = this.#bases
    const weights = this.#column.weights + node * MIXTURE
    return this.#coder.mixed(
      b[0]! + node,
      b[1]! + node,
      b[2]! + node,
      b[3]! + node,
      b[4]! + node,
      weights,
      bit,
    )
  }

  /** The bits after the first: by those before them, by how large the last rest was, and by what is expected. */
  #highs(bits: number, size: number, held: number, kept: number): number {
    const coder = this.#coder
    const { own, expected, weights } = this.#column
    const kind = Math.min(bits, MOST_CLASS)
    const a = held > 0 && classOf(held) === bits ? held : 0
    const b = kept > 0 && classOf(kept) === bits ? kept : 0
    let result = 1
    let left = bits - 1
    for (let n = 0; n < MODELLED && left > 0; n++) {
      left--
      const node = kind * 8 + result
      const place = (kind * 4 + n) * 4
      const bit = coder.mixed(
        own + MIXED_WORDS + node,
        expected + place + agrees(a, result, left),
        expected + 256 + place + agrees(b, result, left),
        expected + 512 + Math.min(this.last >> 2, 3) * HIGH_WORDS + node,
        this.#bases[4]! + 17,
        weights + (MIXED_WORDS + node) * MIXTURE,
        (size >>> left) & 1,
      )
      result = result * 2 + bit
    }
    return left > 0 ? (result << left) | coder.raw(size, left) : result
  }
}

/** Whether the bits so far are those of `expected`, 0 for none, and if so what it has next. */
function agrees(expected: number, sofar: number, left: number): number {
  if (expected === 0) return 0
  return expected >>> (left + 1) === sofar ? 1 + ((expected >>> left) & 1) : 3
}

/** The class of a number with its sign, from 0 to 23; 12 is 0. */
function signed(value: number): number {
  const size = Math.min(classOf(value), 11)
  return value < 0 ? 12 - size : 12 + size
}
