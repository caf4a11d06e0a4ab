import { GrowingRing } from '../../base/growing-ring.ts'
import type { SentPackets } from '../../link/acks.ts'
import type { LinkKind } from '../../link/link.ts'
import { HISTORY_TICKS } from '../../wire/limits.ts'

/**
 * Keeps which of a client's snapshots are acknowledged, and what each was coded against: an earlier snapshot, its *baseline*.
 * Each is named by its network tick. Creates no object in steady state.
 */
export class Baselines {
  /** The last snapshot sent. On an ordered link it counts as acknowledged. -1: none. */
  lastSentTick = -1
  /** No snapshot up to this one is a baseline any more, because the client could not read one; -1: none. */
  anewAfterTick = -1
  readonly #isOrdered: boolean
  readonly #sent: SentPackets
  /** For each of the last snapshots: its network tick, and that of its baseline. */
  readonly #rows = new GrowingRing(HISTORY_TICKS)
  /** The first snapshot since `anewAfterTick`; -1: none. */
  #firstTick = -1

  /** `sent`: the client's packets. Each snapshot is noted in it with its network tick. */
  constructor(kind: LinkKind, sent: SentPackets) {
    this.#isOrdered = kind === 'ordered'
    this.#sent = sent
  }

  /** The newest snapshot acknowledged, which the next may be coded against; -1: none. */
  get newest(): number {
    const newest = this.#isOrdered ? this.lastSentTick : this.#sent.newestAcked
    return newest > this.anewAfterTick ? newest : -1
  }

  /** Returns the baseline of the snapshot of network tick `tick`, if that is one of the last; -1: none. */
  of(tick: number): number {
    const { values } = this.#rows
    const at = this.#rows.at(tick)
    return values[at] === tick ? values[at + 1]! | 0 : -1
  }

  /**
   * The oldest network tick whose states later bodies may still need; Infinity: none. A body needs those of its baseline, of
   * the baseline's own baseline, and of one further back. The tick only grows, until everything that was sent is given up.
   */
  get oldestNeeded(): number {
    if (this.#firstTick < 0) return Number.POSITIVE_INFINITY
    const oldestBefore = this.#oldestSince(this.newest)
    return this.#oldestSince(oldestBefore)
  }

  /**
   * Returns the oldest baseline of the snapshot of `tick` and of those after it. On a datagram link, snapshots under way
   * together with a complete one may be coded against any before it.
   */
  #oldestSince(tick: number): number {
    const baseline = this.of(tick)
    if (baseline >= 0) return baseline
    return tick >= 0 && this.#isOrdered ? tick : this.#firstTick
  }

  /** Notes that a snapshot of network tick `tick` was sent, coded against `baseline`; -1: against none. */
  noteSent(tick: number, baseline: number): void {
    if (this.#firstTick < 0) this.#firstTick = tick
    // Callers also ask for the baseline of the baseline's own baseline.
    const at = this.#rows.claim(tick, this.#oldestSince(this.newest))
    this.#rows.values[at] = tick
    this.#rows.values[at + 1] = baseline
    this.lastSentTick = tick
  }

  /** Gives up everything that was sent: the next snapshot is coded against none. */
  beginAnew(): void {
    this.anewAfterTick = this.lastSentTick
    this.#firstTick = -1
  }
}
