import { need } from './bits.ts'
import type { Frequencies } from './frequencies.ts'

/** *The coder* of docs/WIRE.md, *Tables*: reads symbols from the last byte on. */
export class SymbolBits {
  readonly #bytes: number[]
  readonly #frequencies: Frequencies
  #state = 0

  constructor(bytes: readonly number[], frequencies: Frequencies) {
    this.#bytes = [...bytes]
    this.#frequencies = frequencies
    this.#fill()
  }

  /** A symbol of a context. */
  symbol(context: number): number {
    const frequencies = this.#frequencies.of(context)
    const place = this.#state % 4096
    let start = 0
    let symbol = 0
    while (start + frequencies[symbol]! <= place) start += frequencies[symbol++]!
    this.#state = frequencies[symbol]! * Math.floor(this.#state / 4096) + place - start
    this.#fill()
    return symbol
  }

  flag(context: number): boolean {
    return this.symbol(context) === 1
  }

  raw(count: number): number {
    let value = 0
    for (let done = 0; done < count; done += 12) {
      const bits = Math.min(12, count - done)
      const share = 4096 / 2 ** bits
      const place = this.#state % 4096
      const part = Math.floor(place / share)
      this.#state = share * Math.floor(this.#state / 4096) + place - part * share
      this.#fill()
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
    need(this.#state === 1 && this.#bytes.length === 0, 'not all was read, or more')
  }

  #fill(): void {
    while (this.#state < 2 ** 22 && this.#bytes.length > 0)
      this.#state = this.#state * 256 + this.#bytes.pop()!
  }
}
