import { misuse } from './settings.ts'

/**
 * Finds the slot of an ever-growing number (an input id, a tick) in a ring of fixed size. The ring holds no
 * values: the caller keeps its own columns and indexes them with the slot. Each slot remembers the whole number
 * it was claimed for, so a stale entry is never taken for a new one (Glenn Fiedler's sequence buffer, with
 * numbers that do not wrap). Allocates only when constructed.
 */
export class SequenceRing {
  /** How many slots there are; slots are 0 to `capacity - 1`. */
  readonly capacity: number
  readonly #mask: number
  readonly #held: Float64Array

  /** `capacity`: a power of two, at least 1. Throws `misuse` otherwise. */
  constructor(capacity: number) {
    this.capacity = powerOfTwo(capacity, 'capacity')
    this.#mask = capacity - 1
    this.#held = new Float64Array(capacity).fill(Number.NaN)
  }

  /** The slot that holds `number` (an integer), or -1 when it was never claimed, or overwritten. */
  slotOf(number: number): number {
    const slot = number & this.#mask
    return this.#held[slot] === number ? slot : -1
  }

  /**
   * Gives `number` its slot, in place of the number `capacity` (or a multiple) before it. Returns -1, and
   * changes nothing, when the slot already holds a newer number. The columns of the slot are the caller's to
   * reset.
   */
  claim(number: number): number {
    const slot = number & this.#mask
    if (this.#held[slot]! > number) return -1
    this.#held[slot] = number
    return slot
  }

  /** Forgets every number. */
  clear(): void {
    this.#held.fill(Number.NaN)
  }
}

/** `value` itself when it is a power of two from 1 to 2^30; throws `misuse` with `name` otherwise. */
export function powerOfTwo(value: number, name: string): number {
  if (value >= 1 && value <= 0x40000000 && (value & (value - 1)) === 0 && value % 1 === 0)
    return value
  return misuse(name, value, 'a power of two')
}
