/** A 32-bit FNV-1a hash of numbers, strings and bytes, for schema hashes and repeatability tests. */
export class Hash {
  #value = 0x811c9dc5

  /** Adds a string, one UTF-16 unit at a time, and an end mark. */
  text(value: string): this {
    for (let i = 0; i < value.length; i++) this.#byte2(value.charCodeAt(i))
    this.#byte2(0xffff)
    return this
  }

  /** Adds all bits of a number, so -0 and 0 differ. */
  number(value: number): this {
    scratch.setFloat64(0, value)
    for (let i = 0; i < 8; i += 2) this.#byte2(scratch.getUint16(i))
    return this
  }

  bytes(value: Uint8Array): this {
    for (let i = 0; i < value.length; i++) this.#byte(value[i]!)
    return this
  }

  /** The hash so far, 0 to 2^32 - 1. */
  get value(): number {
    return this.#value >>> 0
  }

  #byte(byte: number): void {
    this.#value = Math.imul(this.#value ^ byte, 0x01000193)
  }

  #byte2(value: number): void {
    this.#byte(value >>> 8)
    this.#byte(value & 0xff)
  }
}

const scratch = /* @__PURE__ */ new DataView(new ArrayBuffer(8))
