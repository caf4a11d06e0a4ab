import type { BitWriter } from '../../bits.ts'
import { copyBytes } from '../../records/room-bits.ts'
import type { Frequencies } from './frequencies.ts'
import { TWO } from './layout.ts'

/** The frequencies of a context add up to 2^12. */
const UNIT_BITS = 12
const UNIT_MASK = (1 << UNIT_BITS) - 1
/** The most symbols of a whole number: its class, its sign, and three times 12 bits. */
export const MOST_OF_NUMBER = 5

/** The range stays between this and 2^32 - 1. When it falls below, a byte moves out. */
const LEAST = 1 << 24

/**
 * A list of symbols in reading order, with the coder that writes them: a range coder (G. N. N. Martin, "Range encoding",
 * 1979) of 32 bits that moves by bytes, as in LZMA. It can begin in the middle of a byte. Whole numbers only. Reserve room
 * before you add symbols. Free of allocation once the lists have grown.
 */
export class SymbolList {
  length = 0
  /** How often each symbol of each context occurred, by its place; null: symbols are not counted. */
  #counts: Int32Array | null = null
  /** For each symbol or group of raw bits: its frequency, above 12 bits for the sum of the frequencies before it. */
  #kept = new Int32Array(512)
  #ends: Uint16Array = NO_ENDS
  /** Room for symbols that are not reserved. */
  #spare = 0
  /** Scratch of `write`. */
  #bytes = new Uint8Array(512)

  clear(): void {
    this.length = 0
  }

  /**
   * Sets the frequencies for the symbols that follow, and the counts to add them to, if any. Keeps room for `spare` symbols
   * that are not reserved.
   */
  begin({ ends }: Frequencies, counts: Int32Array | null = null, spare = 0): void {
    this.#ends = ends
    this.#counts = counts
    this.#spare = spare
    this.reserve(0)
  }

  reserve(more: number): void {
    const needed = this.length + more + this.#spare
    if (needed > this.#kept.length) this.#grow(needed)
  }

  /** Adds a symbol of the context that begins at place `context`. */
  symbol(context: number, symbol: number): void {
    const at = context + symbol
    if (this.#counts !== null) this.#counts[at]!++
    const start = this.#ends[at - 1]! & UNIT_MASK
    this.#add(((this.#ends[at]! - start) << UNIT_BITS) | start)
  }

  /** Adds the low `bits` (0 to 32) of a whole number. All values are equally likely. */
  raw(value: number, bits: number): void {
    let rest = value
    for (let left = bits; left > 0; left -= UNIT_BITS, rest >>>= UNIT_BITS) {
      const above = left < UNIT_BITS ? UNIT_BITS - left : 0
      this.#add((1 << (above + UNIT_BITS)) | ((rest << above) & UNIT_MASK))
    }
  }

  /** Adds a whole number from 0, as its class and the bits below. */
  count(context: number, count: number): void {
    const sizeClass = classOf(count)
    this.symbol(context, sizeClass)
    if (sizeClass > 3) this.raw(count, (sizeClass >> 1) - 1)
  }

  /** Adds a whole number, as its class, its sign, and the bits below. Returns the class. */
  number(size: number, sign: number, value: number): number {
    const magnitude = Math.abs(value) | 0
    const sizeClass = classOf(magnitude)
    this.symbol(size, sizeClass)
    if (sizeClass === 0) return 0
    this.symbol(sign + (sizeClass < 3 ? sizeClass - 1 : 2) * TWO, Number(value < 0))
    if (sizeClass > 3) this.raw(magnitude, (sizeClass >> 1) - 1)
    return sizeClass
  }

  /** Adds `count` symbols of another list, from `start` on. */
  copy(from: SymbolList, start: number, count: number): void {
    this.reserve(count)
    const { length } = this
    for (let i = 0; i < count; i++) this.#kept[length + i] = from.#kept[start + i]!
    this.length = length + count
  }

  /** Returns about how many bits `count` symbols from `start` on take. */
  bitsOf(start: number, count: number): number {
    let bits = 0
    for (let i = start; i < start + count; i++) {
      const share = this.#kept[i]! >> UNIT_BITS
      const whole = Math.clz32(share) - 19
      // Approximates the logarithm by a line between powers of two. 2^12 stands for one bit.
      bits += ((whole + 1) << UNIT_BITS) - (share << whole)
    }
    return (bits + UNIT_MASK) >> UNIT_BITS
  }

  /** Writes the symbols from the writer's next bit on, and fills the last byte up. */
  write(writer: BitWriter): void {
    const { length } = this
    const kept = this.#kept
    // A symbol moves out at most two bytes.
    if (this.#bytes.length < 2 * length + 4) this.#bytes = new Uint8Array(4 * length + 4)
    const bytes = this.#bytes
    const free = -writer.bitLength & 7
    // Both numbers are kept as signed 32-bit integers: from 2^31 on, they are less by 2^32.
    let range = LEAST << free
    let low = 0
    let count = 0
    // The return is inside the loop: V8 never compiles a method whole if it always leaves its first, long loop through code
    // that had not run when the loop was compiled.
    for (let i = 0; ; i++) {
      if (i === length) return this.#writeBytes(writer, count, low, free)
      const unit = range >>> UNIT_BITS
      const before = low
      low = (low + Math.imul(unit, kept[i]! & UNIT_MASK)) | 0
      range = Math.imul(unit, kept[i]! >> UNIT_BITS)
      if (low >>> 0 < before >>> 0) carry(bytes, count)
      // Always stores two bytes, because a branch on how many of them count would be unpredictable.
      bytes[count] = low >>> 24
      bytes[count + 1] = low >>> 16
      const bits = Math.clz32(range) & 24
      count += bits >>> 3
      low <<= bits
      range <<= bits
    }
  }

  /** Writes the bytes that have moved out, and the end of the number. The first byte has `free` bits. */
  #writeBytes(writer: BitWriter, moved: number, low: number, free: number): void {
    const bytes = this.#bytes
    let count = moved
    // The least number in the range that ends with three zero bytes, which are left out. The reader adds them.
    const last = Math.ceil((low >>> 0) / LEAST)
    if (last > 255) carry(bytes, count)
    bytes[count++] = last
    writer.put(bytes[0]!, free)
    copyBytes(writer, bytes, 1, count)
  }

  #add(code: number): void {
    const n = this.length
    this.#kept[n] = code
    this.length = n + 1
  }

  #grow(needed: number): void {
    const grown = new Int32Array(2 * needed)
    grown.set(this.#kept)
    this.#kept = grown
  }
}

/** Adds one to the number in the first `count` bytes. */
function carry(bytes: Uint8Array, count: number): void {
  let at = count - 1
  while (bytes[at] === 255) bytes[at--] = 0
  bytes[at]!++
}

/**
 * Returns the class of a whole number, half an octave wide: 0, 1, 2, 3, then 4 to 5, 6 to 7, 8 to 11, 12 to 15 and so on. The
 * bits below select the number within its class.
 */
function classOf(size: number): number {
  if (size < 2) return size | 0
  const octave = 31 - Math.clz32(size)
  return 2 * octave + ((size >>> (octave - 1)) & 1)
}

const NO_ENDS = /* @__PURE__ */ new Uint16Array(0)
