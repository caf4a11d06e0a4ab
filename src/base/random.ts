/**
 * Seeded random numbers, the same on every engine because only integer arithmetic is used (splitmix32 with Guy Steele's mixing
 * and the constants that T. Ettinger published). A period of 2^32 is enough for games and simulated networks.
 */
export class Random {
  /** The whole state. */
  state: number

  /** `seed`: any integer; equal seeds give equal sequences. */
  constructor(seed = 1) {
    this.state = seed | 0
  }

  /** Starts again from `seed`. Free of allocation; may be called inside a step. */
  reseed(seed: number): void {
    this.state = seed | 0
  }

  /** An integer from 0 to 2^32 - 1. */
  uint32(): number {
    this.state = (this.state + 0x9e3779b9) | 0
    let t = this.state ^ (this.state >>> 16)
    t = Math.imul(t, 0x21f0aaad)
    t ^= t >>> 15
    t = Math.imul(t, 0x735a2d97)
    return (t ^ (t >>> 15)) >>> 0
  }

  /** A number from 0 (included) to 1 (excluded). */
  next(): number {
    return this.uint32() / 0x100000000
  }

  /** A number from `low` (included) to `high` (excluded). */
  between(low: number, high: number): number {
    return low + (high - low) * this.next()
  }
}

/** An exponentially distributed number above 0 with the mean `mean`. */
export function exponential(random: Random, mean: number): number {
  return -mean * Math.log(1 - random.next())
}

/** Mixes an integer into a hash, for seeds made of several numbers. The order of the numbers matters. */
export function mixSeed(hash: number, value: number): number {
  let h = Math.imul(hash ^ (value | 0), 0x9e3779b1)
  h ^= h >>> 15
  h = Math.imul(h, 0x85ebca6b)
  return h ^ (h >>> 13)
}
