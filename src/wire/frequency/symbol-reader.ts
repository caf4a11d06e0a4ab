import type { Frequencies } from './frequencies.ts'
import { TWO as IMPORTED_TWO } from './layout.ts'

const TWO = IMPORTED_TWO
const UNIT_BITS = 12
const UNIT = 1 << UNIT_BITS
const UNIT_MASK = UNIT - 1
/** The state stays from 2^22 to 2^30 - 1: a small integer on every engine, and a byte comes in whenever it is below. */
const LEAST = 1 << 22

/** Reads what a `SymbolList` wrote. Takes any bytes. Free of allocation. */
export class SymbolReader {
  /** The class of the number read last. */
  sizeClass = 0
  #codes: Int32Array = NO_CODES
  #input: Uint8Array = NO_INPUT
  #from = 0
  #at = 0
  #state = 1

  /** Begins to read the bytes before `to`, the last one first, down to `from`. They are borrowed until the end. */
  start({ codes }: Frequencies, bytes: Uint8Array, from: number, to: number): void {
    this.#codes = codes
    this.#input = bytes
    this.#from = from
    this.#at = to
    this.#turn(0)
  }

  /** Whether what was read is all that was written. */
  get isSpent(): boolean {
    return this.#state === 1 && this.#at === this.#from
  }

  /** Reads a symbol of the context that begins at place `context`. */
  symbol(context: number): number {
    const codes = this.#codes
    const state = this.#state
    const place = state & UNIT_MASK
    let at = context
    let code = codes[at]!
    let end = code >> UNIT_BITS
    while (end <= place) {
      code = codes[++at]!
      end += code >> UNIT_BITS
    }
    this.#turn((code >> UNIT_BITS) * (state >> UNIT_BITS) + place - (code & UNIT_MASK))
    return at - context
  }

  /** The same, of a context of two. */
  bit(context: number): number {
    const state = this.#state
    const place = state & UNIT_MASK
    const split = this.#codes[context]! >> UNIT_BITS
    const times = state >> UNIT_BITS
    const bit = place < split ? 0 : 1
    this.#turn(bit === 0 ? split * times + place : (UNIT - split) * times + place - split)
    return bit
  }

  /** Reads a whole number of `bits` (0 to 32), every value equally likely. */
  raw(bits: number): number {
    let result = 0
    for (let done = 0; done < bits; done += UNIT_BITS) {
      const rest = bits - done < UNIT_BITS ? UNIT_BITS - bits + done : 0
      const state = this.#state
      const place = state & UNIT_MASK
      this.#turn(((state >> UNIT_BITS) << rest) + (place & ((1 << rest) - 1)))
      result |= (place >> rest) << done
    }
    return result
  }

  /** Reads a whole number from 0: see `SymbolList.count`. */
  count(context: number): number {
    const sizeClass = this.symbol(context)
    return leastOf(sizeClass) | this.raw(sizeClass < 4 ? 0 : (sizeClass >> 1) - 1)
  }

  /** Reads a whole number: see `SymbolList.number`. */
  number(size: number, sign: number): number {
    const sizeClass = this.symbol(size)
    this.sizeClass = sizeClass
    if (sizeClass === 0) return 0
    const isBelow = this.bit(sign + (sizeClass < 3 ? sizeClass - 1 : 2) * TWO)
    let magnitude = leastOf(sizeClass)
    if (sizeClass > 3) magnitude |= this.raw((sizeClass >> 1) - 1)
    return isBelow === 0 ? magnitude : -magnitude
  }

  #turn(state: number): void {
    let filled = state
    while (filled < LEAST && this.#at > this.#from)
      filled = (filled << 8) | this.#input[--this.#at]!
    this.#state = filled
  }
}

/** The least number of a class. */
function leastOf(sizeClass: number): number {
  return sizeClass < 2 ? sizeClass : (2 + (sizeClass & 1)) << ((sizeClass >> 1) - 1)
}

const NO_CODES = /* @__PURE__ */ new Int32Array(0)
const NO_INPUT = /* @__PURE__ */ new Uint8Array(0)
