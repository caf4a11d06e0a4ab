/** A copy of a packet in a reusable buffer, because Links only borrow the bytes that they are handed. */
export class PacketCopy {
  #buffer = new Uint8Array(256)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** The bytes, valid until the next `fill`. Makes a small view, so read it once per packet. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Copies `bytes`. Allocates only when they are longer than the buffer. */
  fill(bytes: Uint8Array): void {
    if (bytes.length > this.#buffer.length) this.#buffer = new Uint8Array(2 * bytes.length)
    this.#buffer.set(bytes)
    this.#length = bytes.length
  }
}
