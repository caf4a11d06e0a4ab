import { CONFIDENCES, SEEN_BITS, SEEN_MOST, SQUASHED, STEP_SIZES, STRETCHED } from './chances.ts'

// What is imported is looked up anew wherever it is used; what is this module's own is known when it is compiled.
const COUNT_BITS = SEEN_BITS
const COUNT_MASK = (1 << SEEN_BITS) - 1
const COUNT_MOST = SEEN_MOST
const STEPS = STEP_SIZES
const CONFIDENCE = CONFIDENCES
const SQUASH = SQUASHED
const STRETCH = STRETCHED
/** The range is kept from 2^16 to 2^24 - 1: a byte goes out, or comes in, whenever it falls below. */
const RANGE_LEAST = 0x10000
const RANGE_ALL = 0xffffff
/** Greatest chance that a model has, in 2^-22. */
const SURE = 0x3fffff
/** How fast the weights of a mixture follow. */
const LEARNING = /* @__PURE__ */ 0.008 / 32768

/**
 * Codes bits by adaptive models, in both directions through the same calls, so that the two can't drift apart: after
 * `startWriting` a call writes its argument and returns it, after `startReading` it ignores the argument and returns what
 * it read. A carry-propagating range coder (G. N. N. Martin 1979) for binary decisions; `mixed` weighs several models in the
 * logistic domain (M. Mahoney, "Adaptive Weighing of Context Models", 2005).
 *
 * Reading takes any bytes: past their end there are zeros. Both ends compute the same on every engine: whole numbers of at
 * most 31 bits, and sums and products of doubles. Free of allocation once the buffer has grown.
 */
export class RangeCoder {
  /** Which direction: 1, or 0 as it writes. A number, because a test of a boolean field is dear. */
  reading = 0
  /** What was written, up to the length that `finish` returned. Replaced when it grows. */
  bytes: Uint8Array
  #words: Int32Array = NO_WORDS
  #weights: Float32Array = NO_WEIGHTS
  #input: Uint8Array
  #at = 0
  #end = 0
  /** Writing: the bottom of the range. Reading: how far above it the value lies. */
  #low = 0
  #range = RANGE_ALL

  constructor(capacity = 2048) {
    this.bytes = new Uint8Array(capacity)
    this.#input = this.bytes
  }

  /** Begins a run of bytes. The models change with what is written. */
  startWriting(words: Int32Array, weights: Float32Array): void {
    this.#start(words, weights, 0)
    this.#at = 0
  }

  /** Begins to read `bytes` from `from` up to `to`. They are borrowed until the end. */
  startReading(
    words: Int32Array,
    weights: Float32Array,
    bytes: Uint8Array,
    from: number,
    to: number,
  ): void {
    this.#start(words, weights, 1)
    this.#input = bytes
    this.#at = from
    this.#end = to
    for (let i = 0; i < 3; i++) this.#low = (this.#low << 8) | this.#next()
    if (this.#low === RANGE_ALL) this.#low--
  }

  /** Codes a bit by the model at `index`. Written out, the range put right last: then little has to be kept over a call. */
  bit(index: number, bit: number): number {
    const words = this.#words
    const word = words[index]!
    const range = this.#range
    const low = this.#low
    const split = ((range >>> 8) * ((word >>> 16) | 1)) >>> 7
    // As masks, -1 for 1: branches on what can't be predicted would cost more than all the rest.
    let ones = 0 - bit
    if (this.reading !== 0) {
      ones = (low - split) >> 31
      this.#low = low - (split & ~ones)
    } else this.#low = low + (split & ~ones)
    const rest = range - split
    const narrowed = rest ^ ((rest ^ split) & ones)
    this.#range = narrowed
    const seen = word & COUNT_MASK
    const move = ((((word >>> COUNT_BITS) ^ (SURE & ones)) >>> 6) * STEPS[seen]!) >>> 9
    words[index] = word + ((seen - COUNT_MOST) >>> 31) + (((move << COUNT_BITS) ^ ~ones) - ~ones)
    if (narrowed < RANGE_LEAST) this.#shift()
    return ones & 1
  }

  /** Codes `bits` bits, highest first, each by the model that those before it lead to from `at`. */
  tree(at: number, bits: number, value: number): number {
    let node = 1
    for (let left = bits - 1; left >= 0; left--)
      node = node + node + this.bit(at + node, (value >>> left) & 1)
    return node - (1 << bits)
  }

  /**
   * Codes a bit by the models at five places among the words, with the five weights that begin at `weights`. Written out:
   * this is where the time goes.
   */
  mixed(
    a: number,
    b: number,
    c: number,
    d: number,
    e: number,
    weights: number,
    bit: number,
  ): number {
    const words = this.#words
    const of = this.#weights
    const wordA = words[a]!
    const wordB = words[b]!
    const wordC = words[c]!
    const wordD = words[d]!
    const wordE = words[e]!
    const saysA = STRETCH[wordA >>> 19]! * CONFIDENCE[wordA & COUNT_MASK]!
    const saysB = STRETCH[wordB >>> 19]! * CONFIDENCE[wordB & COUNT_MASK]!
    const saysC = STRETCH[wordC >>> 19]! * CONFIDENCE[wordC & COUNT_MASK]!
    const saysD = STRETCH[wordD >>> 19]! * CONFIDENCE[wordD & COUNT_MASK]!
    const saysE = STRETCH[wordE >>> 19]! * CONFIDENCE[wordE & COUNT_MASK]!
    let sum =
      saysA * of[weights]! +
      saysB * of[weights + 1]! +
      saysC * of[weights + 2]! +
      saysD * of[weights + 3]! +
      saysE * of[weights + 4]!
    sum = sum > 11.9 ? 11.9 : sum < -11.9 ? -11.9 : sum
    const chance = SQUASH[(sum * 128 + 1536) | 0]!
    const ones = this.#code(chance, 0 - bit)
    const coded = ones & 1
    const error = ((coded << 15) - chance) * LEARNING
    of[weights] = of[weights]! + saysA * error
    of[weights + 1] = of[weights + 1]! + saysB * error
    of[weights + 2] = of[weights + 2]! + saysC * error
    of[weights + 3] = of[weights + 3]! + saysD * error
    of[weights + 4] = of[weights + 4]! + saysE * error
    words[a] = learnt(wordA, ones)
    words[b] = learnt(wordB, ones)
    words[c] = learnt(wordC, ones)
    words[d] = learnt(wordD, ones)
    words[e] = learnt(wordE, ones)
    return coded
  }

  /** Codes the low `bits` (0 to 31) of a whole number from 0, every value equally likely. */
  raw(value: number, bits: number): number {
    let result = 0
    for (let left = bits; left > 0; ) {
      const take = left > 8 ? 8 : left
      const most = (1 << take) - 1
      left -= take
      const range = this.#range >>> take
      let part = (value >>> left) & most
      if (this.reading !== 0) {
        part = (this.#low / range) | 0
        if (part > most) part = most
        const above = this.#low - part * range
        // The range is a little more than its parts: bytes that nobody wrote may lie in the rest.
        this.#low = above < range ? above : range - 1
      } else this.#low += part * range
      this.#range = range
      if (range < RANGE_LEAST) this.#shift()
      result = (result << take) | part
    }
    return result
  }

  /** Whether all bytes were read. What was written is, by the time its last bit has been read. */
  get isSpent(): boolean {
    return this.#at >= this.#end
  }

  /** Ends what was written; how many bytes it takes. Zeros at its end are left out, as reading finds them there. */
  finish(): number {
    const top = this.#low + this.#range
    const round = (this.#low + RANGE_ALL) & ~RANGE_ALL
    // The number in the range with the fewest bytes.
    this.#low = round < top ? round : (this.#low + RANGE_LEAST - 1) & ~(RANGE_LEAST - 1)
    this.#put()
    while (this.#at > 0 && this.bytes[this.#at - 1] === 0) this.#at--
    return this.#at
  }

  #start(words: Int32Array, weights: Float32Array, reading: number): void {
    this.#words = words
    this.#weights = weights
    this.reading = reading
    this.#low = 0
    this.#range = RANGE_ALL
  }

  /**
   * Codes a bit that is 1 with `chance` / 32768. As masks: `ones` is -1 for 1, else 0. Branches on what can't be predicted
   * would cost more than all the rest.
   */
  #code(chance: number, ones: number): number {
    const range = this.#range
    const split = ((range >>> 8) * chance) >>> 7
    const low = this.#low
    if (this.reading !== 0) {
      ones = (low - split) >> 31
      this.#low = low - (split & ~ones)
    } else this.#low = low + (split & ~ones)
    const rest = range - split
    const narrowed = rest ^ ((rest ^ split) & ones)
    this.#range = narrowed
    if (narrowed < RANGE_LEAST) this.#shift()
    return ones
  }

  #shift(): void {
    do {
      if (this.reading !== 0) this.#low = (this.#low << 8) | this.#next()
      else this.#put()
      this.#range <<= 8
    } while (this.#range < RANGE_LEAST)
  }

  #next(): number {
    return this.#at < this.#end ? this.#input[this.#at++]! : 0
  }

  /** Puts out the highest byte, after carrying into those before it. */
  #put(): void {
    if (this.#at === this.bytes.length) this.#grow()
    if (this.#low > RANGE_ALL) {
      let i = this.#at - 1
      while (this.bytes[i] === 255) this.bytes[i--] = 0
      this.bytes[i]!++
    }
    this.bytes[this.#at++] = this.#low >>> 16
    this.#low = (this.#low << 8) & RANGE_ALL
  }

  #grow(): void {
    const grown = new Uint8Array(this.bytes.length * 2)
    grown.set(this.bytes)
    this.bytes = grown
  }
}

/** A model that has seen one bit more, as a mask. */
function learnt(word: number, ones: number): number {
  const seen = word & COUNT_MASK
  const gap = (word >>> COUNT_BITS) ^ (SURE & ones)
  const move = (((gap >>> 6) * STEPS[seen]!) >>> 9) << COUNT_BITS
  // One more was seen, up to the most; the chance goes up by the move or down.
  return word + ((seen - COUNT_MOST) >>> 31) + ((move ^ ~ones) - ~ones)
}

const NO_WORDS = /* @__PURE__ */ new Int32Array(0)
const NO_WEIGHTS = /* @__PURE__ */ new Float32Array(0)
