import type { SubTick } from '../base/units.ts'

/** How many times are kept, a power of two. */
export const KEPT_STAMPS = 32
/**
 * The times of the last network ticks, for everything that one player, or the room, owns: its states are as of these times.
 */
export class TickStamps {
  /** The player; 0 for the room. */
  readonly owner: number
  /** How many there have been. */
  count = 0
  readonly #stamps = new Float64Array(KEPT_STAMPS).fill(Number.NaN)

  constructor(owner: number) {
    this.owner = owner
  }

  /** The next network tick begins. */
  push(stamp: SubTick): void {
    this.#stamps[this.count++ & (KEPT_STAMPS - 1)] = stamp
  }

  /** The time of network tick number `n`, from 0, one of the last `KEPT_STAMPS`; NaN if there was none. */
  at(n: number): SubTick {
    return this.#stamps[n & (KEPT_STAMPS - 1)]!
  }

  /** The time at the newest network tick; NaN before the first. */
  get stamp(): SubTick {
    return this.at(this.count - 1)
  }

  /** The time at the network tick before the newest; NaN: there was none. */
  get last(): SubTick {
    return this.at(this.count - 2)
  }
}
