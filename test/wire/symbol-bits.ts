import { type Bits, need } from './bits.ts'
import type { Frequencies } from './frequencies.ts'

/** *The coder* of docs/WIRE.md, *Tables*. */
export class SymbolBits {
  readonly #bits: Bits
  readonly #frequencies: Frequencies
  #range: number
  #place: number
  /** How many bytes after the last one were read. */
  #missing = 0

  /** Goes on where `bits` is. */
  constructor(bits: Bits, frequencies: Frequencies) {
    this.#bits = bits
    this.#frequencies = frequencies
    const free = bits.left % 8
    this.#range = 2 ** free
    this.#place = bits.u(free)
    this.#fill()
  }

  /** A symbol of a context. */
  symbol(context: number): number {
    const frequencies = this.#frequencies.of(context)
    const unit = Math.floor(this.#range / 4096)
    const share = Math.min(4095, Math.floor(this.#place / unit))
    let start = 0
    let symbol = 0
    while (start + frequencies[symbol]! <= share) start += frequencies[symbol++]!
    this.#take(start * unit, frequencies[symbol]! * unit)
    return symbol
  }

  flag(context: number): boolean {
    return this.symbol(context) === 1
  }

  raw(count: number): number {
    let value = 0
    for (let done = 0; done < count; done += 12) {
      const bits = Math.min(12, count - done)
      const unit = Math.floor(this.#range / 4096) * 2 ** (12 - bits)
      const part = Math.min(2 ** bits - 1, Math.floor(this.#place / unit))
      this.#take(part * unit, unit)
      value += part * 2 ** done
    }
    return value
  }

  /** The bits below a class, and so the whole number. */
  below(sizeClass: number): number {
    if (sizeClass < 4) return sizeClass
    const octave = Math.floor(sizeClass / 2)
    const least = 2 ** octave + (sizeClass % 2) * 2 ** (octave - 1)
    return least + this.raw(octave - 1)
  }

  end(): void {
    need(this.#missing === 3 && this.#place < 2 ** 24, 'not all was read, or more')
  }

  #take(start: number, width: number): void {
    this.#place -= start
    this.#range = width
    this.#fill()
  }

  #fill(): void {
    while (this.#range < 2 ** 24) {
      if (this.#bits.left === 0) this.#missing++
      const byte = this.#bits.left > 0 ? this.#bits.u(8) : 0
      this.#place = (this.#place * 256 + byte) % 2 ** 32
      this.#range *= 256
    }
  }
}
