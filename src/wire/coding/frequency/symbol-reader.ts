import type { BitReader } from '../../bits.ts'
import type { Frequencies } from './frequencies.ts'
import { TWO } from './layout.ts'

const UNIT_BITS = 12
const UNIT = 1 << UNIT_BITS
const UNIT_MASK = UNIT - 1
/** The range stays between this and 2^32 - 1. When it falls below, a byte comes in. */
const LEAST = 1 << 24
/** Zero bytes at the end that the writer leaves out. */
const LEFT_OUT = 3
/** The coder's state has two numbers: the range, and the position of the written number within it. */
const RANGE = 0
const PLACE = 1

/** Reads what a `SymbolList` wrote. Accepts any bytes. Free of allocation. */
export class SymbolReader {
  #ends: Uint16Array = NO_ENDS
  #input: DataView = NO_INPUT
  #at = 0
  /** Only zeros are read from here on. A reader that gets here has read more symbols than were written. */
  #last = 0
  /** Unsigned 32-bit integers, to which sums and products wrap. */
  readonly #state = new Uint32Array(2)

  /** Begins at the next bit of a packet, whose bytes are borrowed until the last read. */
  start({ ends }: Frequencies, reader: BitReader): void {
    const free = -reader.bit & 7
    const place = reader.read(free)
    this.#ends = ends
    this.#input = reader.words
    this.#at = reader.bit >>> 3
    this.#last = reader.byteLength + LEFT_OUT + 1
    this.#state[PLACE] = place
    this.#take(0, 1 << free)
  }

  /** Whether exactly the written symbols have been read, see the end of `SymbolList.write`. */
  get isSpent(): boolean {
    return this.#at === this.#last - 1 && this.#state[PLACE]! < LEAST
  }

  /** Reads a symbol of the context that begins at place `context`. */
  symbol(context: number): number {
    const ends = this.#ends
    const unit = this.#state[RANGE]! >>> UNIT_BITS
    const share = this.#shareAt(unit)
    let at = context
    while (ends[at]! <= share) at++
    const start = ends[at - 1]! & UNIT_MASK
    this.#take(Math.imul(unit, start), Math.imul(unit, ends[at]! - start))
    return at - context
  }

  /** Reads a symbol of a context of two. */
  bit(context: number): number {
    const unit = this.#state[RANGE]! >>> UNIT_BITS
    const split = Math.imul(unit, this.#ends[context]!)
    const bit = Number(this.#state[PLACE]! >= split >>> 0)
    this.#take(split & -bit, (split + (((unit << UNIT_BITS) - split - split) & -bit)) | 0)
    return bit
  }

  /** Reads a whole number of `bits` (0 to 32). All values are equally likely. */
  raw(bits: number): number {
    let result = 0
    for (let done = 0; done < bits; done += UNIT_BITS) {
      const rest = bits - done < UNIT_BITS ? UNIT_BITS - bits + done : 0
      const unit = this.#state[RANGE]! >>> UNIT_BITS
      const part = this.#shareAt(unit) >> rest
      this.#take(Math.imul(unit, part << rest), unit << rest)
      result |= part << done
    }
    return result
  }

  /** Reads a whole number from 0, see `SymbolList.count`. */
  count(context: number): number {
    const sizeClass = this.symbol(context)
    return leastOf(sizeClass) | this.raw(sizeClass < 4 ? 0 : (sizeClass >> 1) - 1)
  }

  /** Reads the rest of a whole number whose class has been read, see `SymbolList.number`. */
  number(sizeClass: number, sign: number): number {
    if (sizeClass === 0) return 0
    const isBelow = this.bit(sign + (sizeClass < 3 ? sizeClass - 1 : 2) * TWO)
    let magnitude = leastOf(sizeClass)
    if (sizeClass > 3) magnitude |= this.raw((sizeClass >> 1) - 1)
    // Branch-free, because signs are unpredictable.
    return (magnitude ^ -isBelow) + isBelow
  }

  /** Returns which of the 4096 parts of the range contains the position. Only malformed bytes lead beyond the last part. */
  #shareAt(unit: number): number {
    const share = (this.#state[PLACE]! / unit) >>> 0
    return share < UNIT ? share : UNIT_MASK
  }

  /** Narrows the range to the part at `start`. Branch-free, because the number of bytes that come in is unpredictable. */
  #take(start: number, width: number): void {
    const state = this.#state
    const at = this.#at
    const bits = Math.clz32(width) & 24
    const next = this.#input.getInt32(at) >>> 8
    state[PLACE] = ((state[PLACE]! - start) << bits) | (next >>> (24 - bits))
    state[RANGE] = width << bits
    this.#at = Math.min(at + (bits >>> 3), this.#last)
  }
}

function leastOf(sizeClass: number): number {
  return sizeClass < 2 ? sizeClass : (2 + (sizeClass & 1)) << ((sizeClass >> 1) - 1)
}

const NO_ENDS = /* @__PURE__ */ new Uint16Array(0)
const NO_INPUT = /* @__PURE__ */ new DataView(new ArrayBuffer(0))
