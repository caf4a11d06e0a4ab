/** Zero bytes behind a packet, so that whole words can be read at its end. */
const PAD = 8
/** Bytes behind the last written byte that may be overwritten and read. */
const ROOM = 8
/** The most ones of a number in Rice's code. */
export const MOST_ONES = 12
/** Views are kept for lengths up to this; longer packets are rare. There are at most 2048 views of about 100 bytes. */
const VIEWED_BYTES = 2048

/**
 * Writes numbers as bits. The first bit written is the lowest bit of the first byte. Writing trusts its caller. Reading
 * checks: a read past the end returns 0 and sets `failed` until the next `start`, so that a packet is judged once. Free of
 * allocation once the writer's buffer has grown to its working size.
 */
export class BitWriter {
  /** The bytes, valid up to `byteLength` after `align`. Replaced when the writer grows. */
  declare bytes: Uint8Array
  /** A view of the same bytes. At least four bytes can be read from any byte that holds a written bit. */
  declare words: DataView
  #at = 0
  /** The last byte that has `ROOM` bytes from it on. */
  #last: number
  #scratch = 0
  #scratchBits = 0
  /** By length; empty before the first `view`. */
  #views: (Uint8Array | undefined)[] = NONE

  constructor(capacity = 2048) {
    this.bytes = new Uint8Array(capacity)
    this.#last = capacity - ROOM
    this.words = new DataView(this.bytes.buffer)
  }

  /** Forgets everything written. */
  reset(): void {
    this.#at = 0
    this.#scratch = 0
    this.#scratchBits = 0
  }

  /** The number of whole bytes written so far; after `align`, all bytes. */
  get byteLength(): number {
    return this.#at
  }

  /** The number of bits written so far. */
  get bitLength(): number {
    return this.#at * 8 + this.#scratchBits
  }

  /** Writes the low `bits` (0 to 32) of a whole number. */
  write(value: number, bits: number): void {
    if (bits > 24) {
      this.put(value & 0xffffff, 24)
      this.put((value >>> 24) & (0xff >>> (32 - bits)), bits - 24)
    } else {
      this.put(value & ((1 << bits) - 1), bits)
    }
  }

  /** Does the same as `write`, for 0 to 24 bits and a number that has no more bits than that. */
  put(value: number, bits: number): void {
    const at = this.#at
    if (at > this.#last) this.#grow()
    // Always writes four bytes, because a branch on how many of them count would be unpredictable. `copyBits` relies on them.
    const count = this.#scratchBits + bits
    const scratch = this.#scratch | (value << this.#scratchBits)
    this.words.setInt32(at, scratch, true)
    this.#at = at + (count >>> 3)
    this.#scratch = scratch >>> (count & 24)
    this.#scratchBits = count & 7
  }

  /** Forgets everything written after the first `bits` bits. */
  rewind(bits: number): void {
    this.#at = bits >>> 3
    this.#scratchBits = bits & 7
    this.#scratch = this.bytes[this.#at]! & ((1 << this.#scratchBits) - 1)
  }

  /** Writes one bit. */
  flag(value: boolean): void {
    this.put(value ? 1 : 0, 1)
  }

  /** Writes a whole number from 0 to 2^32 - 1 in groups of 4 bits, each with a bit for "more". Smaller numbers are shorter. */
  small(value: number): void {
    let rest = value
    while (rest > 15) {
      this.put((rest & 15) | 16, 5)
      rest >>>= 4
    }
    this.put(rest, 5)
  }

  /** Writes a text: its length in UTF-16 units (`lengthBits` wide), then 8 bits for each ASCII unit, 17 for others. */
  text(value: string, lengthBits: number): void {
    this.write(value.length, lengthBits)
    for (let i = 0; i < value.length; i++) {
      const unit = value.charCodeAt(i)
      if (unit < 128) this.put(unit << 1, 8)
      else {
        this.put(1, 1)
        this.put(unit, 16)
      }
    }
  }

  /** Fills the last byte up with zeros. */
  align(): void {
    if (this.#scratchBits > 0) this.put(0, 8 - this.#scratchBits)
  }

  /**
   * Returns the bytes written, as a view. The writer must be aligned. The view is borrowed until the next write. Views are
   * kept by length, so in steady state this allocates nothing.
   */
  view(): Uint8Array {
    const length = this.#at
    if (length > VIEWED_BYTES) return this.bytes.subarray(0, length)
    if (this.#views === NONE) this.#views = new Array(VIEWED_BYTES + 1)
    return (this.#views[length] ??= this.bytes.subarray(0, length))
  }

  /** Aligns, and returns a copy of the bytes. For tests and set-up; allocates. */
  toBytes(): Uint8Array {
    this.align()
    return this.bytes.slice(0, this.#at)
  }

  #grow(): void {
    const grown = new Uint8Array(this.bytes.length * 2 + ROOM)
    grown.set(this.bytes)
    this.bytes = grown
    this.#last = grown.length - ROOM
    this.words = new DataView(grown.buffer)
    this.#views = NONE
  }
}

/** Maps a signed number of up to 31 bits to one from 0: 0, -1, 1, -2, 2 and so on become 0, 1, 2, 3, 4. */
export function zigzag(value: number): number {
  return ((value << 1) ^ (value >> 31)) >>> 0
}

/** The inverse of `zigzag`. */
export function unzigzag(value: number): number {
  return (value >>> 1) ^ -(value & 1)
}

/** Reads what a `BitWriter` wrote. One reader serves a whole session; `start` points it at the next packet. */
export class BitReader {
  /** True once a read went past the end or a value was out of range, until the next `start`. */
  failed = false
  #bytes: Uint8Array = new Uint8Array(PAD)
  /** A view of the same bytes. */
  #words = new DataView(this.#bytes.buffer)
  #end = 0
  #bit = 0

  /** Begins to read `bytes`. Copies them, so that whole words can be read up to the last byte. */
  start(bytes: Uint8Array): this {
    const { length } = bytes
    if (length + PAD > this.#bytes.length) {
      this.#bytes = new Uint8Array(2 * length + PAD)
      this.#words = new DataView(this.#bytes.buffer)
    }
    this.#bytes.set(bytes)
    this.#bytes.fill(0, length, length + PAD)
    this.#end = length * 8
    this.#bit = 0
    this.failed = false
    return this
  }

  /** Reads an unsigned whole number of `bits` (0 to 32) bits. */
  read(bits: number): number {
    if (bits > 24) {
      const low = this.#read(24)
      return low + this.#read(bits - 24) * 0x1000000
    }
    return this.#read(bits)
  }

  /** Reads a whole number; fails above `max`. */
  upTo(max: number, bits: number): number {
    const value = this.read(bits)
    if (value <= max) return value
    this.failed = true
    return 0
  }

  /** Reads one bit. */
  flag(): boolean {
    return this.#read(1) === 1
  }

  /** Reads a number from `BitWriter.small`; fails above `max`. */
  small(max: number): number {
    let value = 0
    for (let shift = 0; shift < 32; shift += 4) {
      const group = this.#read(5)
      value += (group & 15) * 2 ** shift
      if (group < 16) {
        if (value <= max) return value
        break
      }
    }
    this.failed = true
    return 0
  }

  /** Reads a `zigzag` number from `BitWriter.small`; fails when it is further from 0 than `max`. */
  signedSmall(max: number): number {
    return unzigzag(this.small(2 * max))
  }

  /** Reads a number from `writeRice`, with the same `k` and `bits`. */
  rice(k: number, bits: number): number {
    // Finds the lowest zero, but no further than there may be ones: a word of 32 ones has no zero.
    const word = this.#word()
    const zeros = ~word | (1 << MOST_ONES)
    const ones = 31 - Math.clz32(zeros & -zeros)
    if (ones < MOST_ONES) {
      // The whole number is in the word: it has no more than 24 bits.
      const end = this.#bit + ones + 1 + k
      if (end > this.#end) this.failed = true
      if (this.failed) return 0
      this.#bit = end
      return (ones << k) | ((word >>> (ones + 1)) & ((1 << k) - 1))
    }
    this.#read(MOST_ONES)
    return this.read(bits)
  }

  /** Reads a text; fails when it is longer than `maxLength`. Allocates the string. */
  text(maxLength: number, lengthBits: number): string {
    return this.units(this.upTo(maxLength, lengthBits))
  }

  /** Reads a text whose length, at most 16,383 UTF-16 units, has been read; '' when that fails. Allocates the string. */
  units(length: number): string {
    // Fails before any work is done if even the shortest text of that length would not fit.
    if (this.#bit + 8 * length > this.#end) this.failed = true
    const units = new Uint16Array(this.failed ? 0 : length)
    for (let i = 0; i < units.length; i++) units[i] = this.#read(this.flag() ? 16 : 7)
    // Converts all units at once: a string that grows unit by unit is a tree of 32 bytes per unit, and slow to read.
    const text = String.fromCharCode.apply(null, units as unknown as number[])
    return this.failed ? '' : text
  }

  /** Skips to the next whole byte; fails unless the bits in between are zero. */
  align(): void {
    const bits = (8 - (this.#bit & 7)) & 7
    if (this.#read(bits) !== 0) this.failed = true
  }

  /** The position of the next bit. */
  get bit(): number {
    return this.#bit
  }

  /** A view of the packet's bytes, up to `byteLength`. At least eight zero bytes follow them. */
  get words(): DataView {
    return this.#words
  }

  /** The number of bytes in the packet. */
  get byteLength(): number {
    return this.#end >>> 3
  }

  /** Whether everything was read and nothing failed. Fewer than 8 zero bits may be left. */
  finished(): boolean {
    this.align()
    return !this.failed && this.#bit === this.#end
  }

  #read(bits: number): number {
    if (this.failed || this.#bit + bits > this.#end) {
      this.failed = true
      return 0
    }
    const value = this.#word() & ((1 << bits) - 1)
    this.#bit += bits
    return value
  }

  /** Returns the next 25 bits, and other bits above them; 0 past the end. */
  #word(): number {
    return this.#words.getInt32(this.#bit >>> 3, true) >> (this.#bit & 7)
  }
}

const NONE: (Uint8Array | undefined)[] = []
