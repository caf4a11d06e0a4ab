import type { Random } from '../../src/base/random.ts'

/** Makes packets that nobody would send out of such that somebody has sent. `out` is reused. */
export class Mutator {
  readonly #random: Random
  readonly #out = new Uint8Array(70_000)

  constructor(random: Random) {
    this.#random = random
  }

  /** A packet like `packet`, or not: bits flipped, bytes set, cut short, grown, spliced with `other`, or made up. */
  next(packet: Uint8Array, other: Uint8Array): Uint8Array {
    const out = this.#out
    let length = packet.length
    out.set(packet)
    switch (this.#below(8)) {
      case 0:
        break
      case 1:
        for (let n = this.#below(4); n >= 0; n--) this.#flip(length)
        break
      case 2:
        for (let n = this.#below(8); n >= 0; n--) out[this.#below(length)] = this.#below(256)
        break
      case 3:
        length = this.#below(length + 1)
        break
      case 4: {
        const more = 1 + this.#below(40)
        for (let n = 0; n < more; n++) out[length++] = this.#below(256)
        break
      }
      case 5: {
        const from = this.#below(length)
        const at = this.#below(other.length)
        out.set(other.subarray(at), from)
        length = from + other.length - at
        break
      }
      case 6: {
        // The type stays, so that its reader gets to see the rest.
        length = 1 + this.#below(this.#below(10) === 0 ? 2000 : 60)
        for (let n = 1; n < length; n++) out[n] = this.#below(256)
        break
      }
      default: {
        const from = this.#below(length)
        for (let n = 0; n < 4; n++) out[from + n] = 255
        length = Math.max(length, from + 4)
        this.#flip(length)
      }
    }
    return out.subarray(0, length)
  }

  #flip(length: number): void {
    if (length > 0) this.#out[this.#below(length)]! ^= 1 << this.#below(8)
  }

  #below(count: number): number {
    return count <= 0 ? 0 : this.#random.uint32() % count
  }
}
