/** A packet kept for later in a buffer that is used again: Links only borrow the bytes they are handed. */
export class PacketCopy {
  #buffer = new Uint8Array(256)
  #length = 0

  /** How many bytes it holds. */
  get length(): number {
    return this.#length
  }

  /** The bytes, valid until the next `fill`. Makes a small view, so read it once per packet. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Takes a copy of `bytes`. Allocates only when they are longer than anything held before. */
  fill(bytes: Uint8Array): void {
    if (bytes.length > this.#buffer.length) this.#buffer = new Uint8Array(2 * bytes.length)
    this.#buffer.set(bytes)
    this.#length = bytes.length
  }
}
