import type { Frequencies } from './frequencies.ts'

/** Frequencies of a context add up to 2^12. */
const UNIT_BITS = 12
const UNIT_MASK = (1 << UNIT_BITS) - 1
/** The state stays from 2^22 to 2^30 - 1: a small integer on every engine, and a byte goes out or in whenever it leaves. */
const LEAST = 1 << 22
/** The state that everything begins with, and by which a reader sees that it read what was written. */
const FIRST = 1
/** A symbol is kept as its context above 8 bits; raw bits as this, their count above 12 bits, and they themselves. */
export const RAW: number = 1 << 24
const RAW_MOST = 12

/**
 * Codes symbols by the frequencies of their contexts, in both directions through the same calls, so that the two cannot
 * drift apart: after `startWriting` a call keeps its argument and returns it, after `startReading` it ignores the argument
 * and returns what it read. What is kept can be written by any version of the frequencies.
 *
 * The coder is rANS (J. Duda, "Asymmetric numeral systems", 2013) with a state of 30 bits that moves by bytes. It writes
 * the last symbol first, so that a reader begins at the last byte and goes towards the first. Whole numbers only. Reading
 * takes any bytes. Free of allocation once the lists have grown.
 */
export class Symbols {
  /** Which direction: 1, or 0 as it writes. */
  reading = 0
  /** The symbols kept; the first `count` count. Replaced when it grows. */
  kept: Int32Array = new Int32Array(512)
  count = 0
  /** What `write` made. Replaced when it grows. */
  bytes: Uint8Array = new Uint8Array(512)
  #offsets: Int32Array = NONE
  #starts: Uint16Array = NO_STARTS
  #input: Uint8Array = this.bytes
  #from = 0
  #at = 0
  #state = FIRST

  /** Begins a list of symbols. */
  startWriting(): void {
    this.reading = 0
    this.count = 0
  }

  /** Begins to read the bytes before `to`, the last one first, down to `from`. They are borrowed until the end. */
  startReading(frequencies: Frequencies, bytes: Uint8Array, from: number, to: number): void {
    this.reading = 1
    this.#offsets = frequencies.layout.offsets
    this.#starts = frequencies.starts
    this.#input = bytes
    this.#from = from
    this.#at = to
    this.#state = 0
    this.#fill()
  }

  /** Whether what was read is all that was written. */
  get isSpent(): boolean {
    return this.#state === FIRST && this.#at === this.#from
  }

  /** Codes a symbol of a context. */
  symbol(context: number, symbol: number): number {
    if (this.reading !== 0) return this.#read(context)
    if (this.count === this.kept.length) this.#grow()
    this.kept[this.count++] = (context << 8) | symbol
    return symbol
  }

  /** Codes the low `bits` (0 to 32) of a whole number, every value equally likely. */
  raw(value: number, bits: number): number {
    let result = 0
    for (let done = 0; done < bits; done += RAW_MOST) {
      const part = bits - done < RAW_MOST ? bits - done : RAW_MOST
      if (this.reading !== 0) result |= this.#readRaw(part) << done
      else {
        if (this.count === this.kept.length) this.#grow()
        this.kept[this.count++] = RAW | (part << UNIT_BITS) | ((value >>> done) & ((1 << part) - 1))
      }
    }
    return this.reading !== 0 ? result : value
  }

  /** Adds symbols that another list kept, from `start` on. */
  copy(from: Int32Array, start: number, count: number): void {
    while (this.count + count > this.kept.length) this.#grow()
    for (let i = 0; i < count; i++) this.kept[this.count + i] = from[start + i]!
    this.count += count
  }

  /** Turns the symbols kept into bytes; how many they are. */
  write(frequencies: Frequencies): number {
    const { starts, layout } = frequencies
    const { offsets } = layout
    const { kept } = this
    let state = FIRST
    let length = 0
    // A symbol moves out two bytes at most, and the state itself takes four.
    while (this.bytes.length < 2 * this.count + 4)
      this.bytes = new Uint8Array(2 * this.bytes.length)
    const { bytes } = this
    for (let i = this.count - 1; i >= 0; i--) {
      const one = kept[i]!
      if (one < RAW) {
        const at = offsets[one >> 8]! + (one & 255)
        const start = starts[at]!
        const share = starts[at + 1]! - start
        while (state >= share << 18) {
          bytes[length++] = state
          state >>>= 8
        }
        // The half keeps it away from whole numbers by more than rounding may do: it is the quotient rounded down.
        const times = ((state + 0.5) * INVERSES[share]!) | 0
        state = (times << UNIT_BITS) + (state - times * share) + start
      } else {
        const rest = UNIT_BITS - ((one >> UNIT_BITS) & 15)
        while (state >= 1 << (rest + 18)) {
          bytes[length++] = state
          state >>>= 8
        }
        const below = state & ((1 << rest) - 1)
        state = ((state >> rest) << UNIT_BITS) + ((one & UNIT_MASK) << rest) + below
      }
    }
    for (; state > 0; state >>>= 8) bytes[length++] = state
    return length
  }

  #read(context: number): number {
    const starts = this.#starts
    const from = this.#offsets[context]!
    const state = this.#state
    const place = state & UNIT_MASK
    let at = from + 1
    while (starts[at]! <= place) at++
    const start = starts[at - 1]!
    this.#state = (starts[at]! - start) * (state >> UNIT_BITS) + place - start
    if (this.#state < LEAST) this.#fill()
    return at - 1 - from
  }

  #readRaw(bits: number): number {
    const state = this.#state
    const rest = UNIT_BITS - bits
    const place = state & UNIT_MASK
    this.#state = ((state >> UNIT_BITS) << rest) + (place & ((1 << rest) - 1))
    if (this.#state < LEAST) this.#fill()
    return place >> rest
  }

  #fill(): void {
    let state = this.#state
    while (state < LEAST && this.#at > this.#from) state = (state << 8) | this.#input[--this.#at]!
    this.#state = state
  }

  #grow(): void {
    const grown = new Int32Array(2 * this.kept.length)
    grown.set(this.kept)
    this.kept = grown
  }
}

/** Quotients of 1, by which multiplying is quicker than dividing. */
const INVERSES = /* @__PURE__ */ Float64Array.from({ length: 4097 }, (_, n) => 1 / n)
const NONE = /* @__PURE__ */ new Int32Array(0)
const NO_STARTS = /* @__PURE__ */ new Uint16Array(0)
