/** What no reader may take: see docs/WIRE.md, *Bits*. */
export class Malformed extends Error {}

/** Throws `Malformed` unless `holds`. */
export function need(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Malformed(what)
}

/** Reads the bits of a packet, the lowest of each byte first. */
export class Bits {
  readonly #bytes: readonly number[]
  #at = 0

  /** `hex`: two digits for each byte. */
  constructor(hex: string) {
    this.#bytes = (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16))
  }

  /** How many bits have been read. */
  get at(): number {
    return this.#at
  }

  /** `un`. */
  u(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++, this.#at++) {
      need(this.#at < this.#bytes.length * 8, 'ends too early')
      const bit = Math.floor(this.#bytes[Math.floor(this.#at / 8)]! / 2 ** (this.#at % 8)) % 2
      value += bit * 2 ** i
    }
    return value
  }

  /** `un`, over `most` of which a packet is malformed. */
  upTo(most: number, count: number): number {
    const value = this.u(count)
    need(value <= most, `${value} is over ${most}`)
    return value
  }

  /** `sn`. */
  s(count: number): number {
    const value = this.u(count)
    return value >= 2 ** (count - 1) ? value - 2 ** count : value
  }

  flag(): boolean {
    return this.u(1) === 1
  }

  small(): number {
    let value = 0
    for (let place = 1; ; place *= 16) {
      value += this.u(4) * place
      if (!this.flag()) return value
    }
  }

  signed(): number {
    return unfolded(this.small())
  }

  rice(k: number, count: number): number {
    let ones = 0
    while (ones < 12 && this.flag()) ones++
    return ones < 12 ? ones * 2 ** k + this.u(k) : this.u(count)
  }

  text(count: number): string {
    let text = ''
    for (let left = this.u(count); left > 0; left--)
      text += String.fromCharCode(this.flag() ? this.u(16) : this.u(7))
    return text
  }

  /** Zeros to a whole byte. */
  align(): void {
    while (this.#at % 8 !== 0) need(!this.flag(), 'a set bit in what fills the last byte')
  }

  /** Zeros to a whole byte, and the bytes after it to the end of the packet. */
  rest(): number[] {
    this.align()
    const rest = this.#bytes.slice(this.#at / 8)
    this.#at = this.#bytes.length * 8
    return rest
  }

  /** How many bits there are to the end of the packet. */
  get left(): number {
    return this.#bytes.length * 8 - this.#at
  }

  /** The end of the packet. */
  end(): void {
    this.align()
    need(this.#at === this.#bytes.length * 8, 'a byte after the end')
  }
}

/** A number that was told `2v`, or `-2v - 1` where negative. */
export function unfolded(told: number): number {
  return told % 2 === 0 ? told / 2 : -(told + 1) / 2
}
