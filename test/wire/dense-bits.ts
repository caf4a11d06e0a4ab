/**
 * The binary range decoder of docs/WIRE-DENSE.md and the chances that it reads bits with, written from that page alone.
 * Models are found by the words of their context: slow and plain on purpose.
 */

/** *Bits*. */
export class RangeBits {
  readonly #bytes: readonly number[]
  #next = 3
  #range = 2 ** 24 - 1
  #low: number

  constructor(bytes: readonly number[]) {
    this.#bytes = bytes
    const low = this.#byte(0) * 65536 + this.#byte(1) * 256 + this.#byte(2)
    this.#low = Math.min(low, 2 ** 24 - 2)
  }

  /** One bit that is 1 with `chance` / 32768. */
  bit(chance: number): number {
    const split = Math.floor((Math.floor(this.#range / 256) * chance) / 128)
    const bit = this.#low < split ? 1 : 0
    if (bit === 1) this.#range = split
    else {
      this.#low -= split
      this.#range -= split
    }
    this.#refill()
    return bit
  }

  /** `raw(count)`. */
  raw(count: number): number {
    let value = 0
    for (let left = count; left > 0; ) {
      const bits = Math.min(left, 8)
      left -= bits
      this.#range = Math.floor(this.#range / 2 ** bits)
      const part = Math.min(Math.floor(this.#low / this.#range), 2 ** bits - 1)
      this.#low = Math.min(this.#low - part * this.#range, this.#range - 1)
      this.#refill()
      value = value * 2 ** bits + part
    }
    return value
  }

  /** Whether all bytes were taken in. */
  get isSpent(): boolean {
    return this.#next >= this.#bytes.length
  }

  #refill(): void {
    while (this.#range < 2 ** 16) {
      this.#range *= 256
      this.#low = this.#low * 256 + this.#byte(this.#next++)
    }
  }

  #byte(at: number): number {
    return this.#bytes[at] ?? 0
  }
}

interface Model {
  readonly p: number
  readonly n: number
}

/** What has been learnt: models, weights and single numbers, by what they are for. A copy of it belongs to each body. */
export class Learnt {
  readonly models: Map<string, Model>
  readonly weights: Map<string, readonly number[]>
  readonly numbers: Map<string, number>
  /** Whole numbers, and sets of columns. */
  readonly wholes: Map<string, number>
  readonly patterns: Map<string, ReadonlySet<number>>

  constructor(from?: Learnt) {
    this.models = new Map(from?.models)
    this.weights = new Map(from?.weights)
    this.numbers = new Map(from?.numbers)
    this.wholes = new Map(from?.wholes)
    this.patterns = new Map(from?.patterns)
  }

  model(key: string): Model {
    return this.models.get(key) ?? { p: 2 ** 21, n: 0 }
  }

  /** A model has seen a bit. */
  learn(key: string, bit: number): void {
    const { p, n } = this.model(key)
    const step = Math.floor(32768 / (n + 2))
    const move = (gap: number) => Math.floor((Math.floor(gap / 64) * step) / 512)
    this.models.set(key, {
      p: bit === 1 ? p + move(2 ** 22 - 1 - p) : p - move(p),
      n: Math.min(n + 1, 400),
    })
  }

  /** A single number that was kept, or what it is at first. */
  number(key: string, first: number): number {
    return this.numbers.get(key) ?? first
  }

  /** Keeps it, as a fraction of 32 bits. */
  keep(key: string, value: number): void {
    this.numbers.set(key, Math.fround(value))
  }
}

/** Bits with the chances that models give them. */
export class ModelledBits {
  readonly #bits: RangeBits
  readonly learnt: Learnt

  constructor(bits: RangeBits, learnt: Learnt) {
    this.#bits = bits
    this.learnt = learnt
  }

  raw(count: number): number {
    return this.#bits.raw(count)
  }

  /** By one model alone. */
  bit(key: string): number {
    const bit = this.#bits.bit(Math.floor(this.learnt.model(key).p / 128) | 1)
    this.learnt.learn(key, bit)
    return bit
  }

  /** By five, mixed with the weights of that name. */
  mixed(keys: readonly string[], weightsKey: string): number {
    const weights = this.learnt.weights.get(weightsKey) ?? FIRST_WEIGHTS
    const stretched = keys.map((key) => {
      const { p, n } = this.learnt.model(key)
      return STRETCH[Math.floor(p / 1024)]! * Math.fround((n + 0.2) / (n + 4))
    })
    let sum = 0
    stretched.forEach((s, i) => {
      sum += s * weights[i]!
    })
    sum = Math.min(Math.max(sum, -11.9), 11.9)
    const chance = SQUASH[Math.floor(128 * sum + 1536)]!
    const bit = this.#bits.bit(chance)
    const error = (bit * 32768 - chance) * (0.008 / 32768)
    this.learnt.weights.set(
      weightsKey,
      weights.map((w, i) => Math.fround(w + stretched[i]! * error)),
    )
    for (const key of keys) this.learnt.learn(key, bit)
    return bit
  }

  /** `bits` bits, highest first, each by the context and those so far. */
  tree(key: string, bits: number): number {
    let node = 1
    for (let i = 0; i < bits; i++) node = node * 2 + this.bit(`${key} ${node}`)
    return node - 2 ** bits
  }

  /** What follows the first bit of a number of `size` bits: three bits by `key` and those so far, the others raw. */
  rest(size: number, read: (soFar: number) => number): number {
    if (size === 0) return 0
    const modelled = Math.min(size - 1, 3)
    let value = 1
    for (let i = 0; i < modelled; i++) value = value * 2 + read(value)
    const left = size - 1 - modelled
    return value * 2 ** left + this.raw(left)
  }

  /** *Size*: a whole number from 0. */
  count(key: string): number {
    let size = 0
    while (size < 30 && this.bit(`${key} ${size}`) === 1) size++
    return this.rest(size, (soFar) => this.bit(`${key} ${Math.min(size, 5)} after ${soFar}`))
  }
}

const FIRST_WEIGHTS: readonly number[] = Array(5).fill(Math.fround(0.3))

const SQUASH: readonly number[] = squashed()
const STRETCH: readonly number[] = Array.from({ length: 4096 }, (_, i) => {
  const m = SQUASH.findIndex((chance) => chance >= 8 * i + 4)
  return ((m < 0 ? 3071 : m) - 1536) / 128
})

function squashed(): number[] {
  const table: number[] = Array(3072).fill(0)
  const r = 1.0039138893383475
  let q = r
  for (let n = 0; n < 1536; n++) {
    table[1536 + n] = Math.min(32767, Math.max(1, Math.floor((32768 * q) / (1 + q))))
    table[1535 - n] = 32768 - table[1536 + n]!
    q = q * r * r
  }
  return table
}
