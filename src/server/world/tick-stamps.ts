import type { SubTick } from '../../base/units.ts'
import type { RowHistory } from '../../wire/records/row-history.ts'
import {
  type Archive,
  archiveNear,
  archiveWhole,
  check,
  MOST_NETWORK_TICK,
} from '../save/archive.ts'

/** The states of an entity that were sent, and the times of the network ticks. */
export interface SentStates {
  readonly history: RowHistory
  readonly ticks: TickStamps
}

/** How many times are kept, a power of two. */
export const KEPT_STAMPS = 128
const NO_STAMPS: readonly number[] = /* @__PURE__ */ new Array(KEPT_STAMPS).fill(Number.NaN)

/** The times of the last network ticks, for all that one player, or the room, owns. Its states are as of these times. */
export class TickStamps {
  /** How many times there have been. */
  count = 0
  /** A plain array, because a typed one takes 200 bytes besides its content. */
  readonly #stamps: number[] = NO_STAMPS.slice()

  /** The times of the last `kept` network ticks. */
  archive(archive: Archive, kept: number): void {
    this.count = archiveWhole(archive, this.count, 0, MOST_NETWORK_TICK)
    const first = Math.max(0, this.count - Math.min(kept, KEPT_STAMPS))
    let expected = 0
    for (let n = first; n < this.count; n++) {
      const at = n & (KEPT_STAMPS - 1)
      this.#stamps[at] = archiveNear(archive, this.#stamps[at]!, expected)
      check(archive, Number.isSafeInteger(this.#stamps[at]!))
      const span = n > first ? this.#stamps[at]! - this.at(n - 1) : 0
      expected = this.#stamps[at]! + span
    }
  }

  /** Notes the time of the network tick that begins. */
  push(stamp: SubTick): void {
    this.#stamps[this.count++ & (KEPT_STAMPS - 1)] = stamp
  }

  /** Returns the time of network tick number `n`, from 0, one of the last `KEPT_STAMPS`; NaN if there was none. */
  at(n: number): SubTick {
    return this.#stamps[n & (KEPT_STAMPS - 1)]!
  }

  /** The time at the newest network tick; NaN before the first. */
  get stamp(): SubTick {
    return this.at(this.count - 1)
  }

  /** Returns how many subticks the network tick `back` before the newest was before it; 0: there was none. */
  sinceBack(back: number): SubTick {
    return (this.stamp - this.at(this.count - 1 - back)) | 0
  }

  /** The time at the network tick before the newest; NaN: there was none. */
  get last(): SubTick {
    return this.at(this.count - 2)
  }
}
