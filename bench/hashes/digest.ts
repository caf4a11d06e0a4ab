import { createHash } from 'node:crypto'

/** Digits of a hash as it is printed. */
const DIGITS = 12
const BUFFER_BYTES = 1 << 16
/** No value takes more bytes than this at once, except texts and packets, which go around the buffer. */
const MOST_VALUE_BYTES = 16
/** The parts of vectors and rotations, in a fixed order. */
const PARTS = ['x', 'y', 'z', 'w'] as const

/** What stands in front of a value, so that different values never give the same bytes. */
const TAG = {
  number: 1,
  yes: 2,
  no: 3,
  null: 4,
  undefined: 5,
  text: 6,
  bytes: 7,
  parts: 8,
} as const

/** The hash of everything that happens in a simulation, in order and to the bit: SHA-256, cut to 12 digits. */
export class Digest {
  readonly #hash = createHash('sha256')
  readonly #buffer = new DataView(new ArrayBuffer(BUFFER_BYTES))
  #at = 0

  /** Adds a number to the last bit. 0 and -0 differ; every NaN is the same. */
  number(value: number): this {
    this.#tag(TAG.number)
    if (Number.isNaN(value)) {
      this.#buffer.setUint32(this.#at, 0x7ff80000)
      this.#buffer.setUint32(this.#at + 4, 0)
    } else this.#buffer.setFloat64(this.#at, value)
    this.#at += 8
    return this
  }

  /** Adds several numbers. */
  numbers(...values: readonly number[]): this {
    for (const value of values) this.number(value)
    return this
  }

  /** Adds a text with its length. */
  text(value: string): this {
    this.#tag(TAG.text)
    return this.#lengthAndBytes(Buffer.from(value, 'utf16le'))
  }

  /** Adds a packet with its length. The bytes are read before the call returns. */
  bytes(value: Uint8Array): this {
    this.#tag(TAG.bytes)
    return this.#lengthAndBytes(value)
  }

  /** Adds what a field of a game can hold: a number, a text, yes or no, nothing, a vector or a rotation. */
  value(value: unknown): this {
    if (typeof value === 'number') return this.number(value)
    if (typeof value === 'string') return this.text(value)
    if (value === null) return this.#tag(TAG.null)
    if (value === undefined) return this.#tag(TAG.undefined)
    if (typeof value === 'boolean') return this.#tag(value ? TAG.yes : TAG.no)
    this.#tag(TAG.parts)
    for (const part of PARTS) this.value((value as Record<string, unknown>)[part])
    return this
  }

  /** Adds the named fields of an object, in this order. */
  fields(names: readonly string[], object: object): this {
    for (const name of names) this.value((object as Record<string, unknown>)[name])
    return this
  }

  /** The hash of everything so far. More can be added afterwards. */
  get hex(): string {
    this.#flush()
    return this.#hash.copy().digest('hex').slice(0, DIGITS)
  }

  #tag(tag: number): this {
    if (this.#at + MOST_VALUE_BYTES > BUFFER_BYTES) this.#flush()
    this.#buffer.setUint8(this.#at++, tag)
    return this
  }

  #lengthAndBytes(bytes: Uint8Array): this {
    this.#buffer.setUint32(this.#at, bytes.length)
    this.#at += 4
    this.#flush()
    this.#hash.update(bytes)
    return this
  }

  #flush(): void {
    this.#hash.update(new Uint8Array(this.#buffer.buffer, 0, this.#at))
    this.#at = 0
  }
}
