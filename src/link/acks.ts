import { GrowingRing } from '../base/growing-ring.ts'
import { difference16, unwrap16 } from '../base/sequence.ts'
import type { Ms } from '../base/units.ts'
import type { LinkKind } from './link.ts'

/**
 * The packets received from the other side: the newest sequence, and one bit for each of the 32 before it. Every packet back
 * reports them (Fiedler, "Reliability and Congestion Avoidance over UDP").
 */
export class ReceivedPackets {
  /** Newest sequence received, low 16 bits; -1 before the first. */
  newest = -1
  /** Bit i: `newest - 1 - i` was received. */
  mask = 0

  /** Notes a packet. Returns false when the packet came before, or is too old to know. */
  note(sequence: number): boolean {
    if (this.newest < 0) {
      this.newest = sequence
      return true
    }
    const ahead = difference16(sequence, this.newest)
    if (ahead > 0) {
      this.mask =
        ahead > 32 ? 0 : ((ahead === 32 ? 0 : this.mask << ahead) | (1 << (ahead - 1))) >>> 0
      this.newest = sequence
      return true
    }
    const bit = -ahead - 1
    if (bit < 0 || bit > 31 || (this.mask >>> bit) & 1) return false
    this.mask = (this.mask | (1 << bit)) >>> 0
    return true
  }
}

const KEPT = 256

/** Called for each packet that is acknowledged for the first time. */
export interface AckSink {
  /** `value`: the value noted with the packet. */
  acked(value: number): void
}

/**
 * The packets sent, and which of them arrived. Keeps the last 256; on an ordered link, those since the newest packet that a
 * report named. Free of allocation in steady state.
 */
export class SentPackets {
  /** The sequence of the next packet, not wrapped. */
  next = 0
  /** The greatest value noted with an acknowledged packet; -1 before the first. */
  newestAcked = -1
  /** Smoothed round trip (gain 1/8, RFC 6298); NaN before the first acknowledgement. */
  rttMs: Ms = Number.NaN
  /** The round trip that the last report measured; NaN if it measured none, because it named no newer packet. */
  tripMs: Ms = Number.NaN
  /** Packets acknowledged so far. */
  acked = 0
  /** Called for each acknowledged packet, for a user that needs more than the newest. */
  sink: AckSink | null = null
  /** For each packet: its value, and the time it was sent at; NaN once the packet is acknowledged. */
  readonly #packets = new GrowingRing(KEPT)
  readonly #isOrdered: boolean
  /** The newest report. The next report repeats most of it. */
  #newest = -1
  #mask = 0

  constructor(kind: LinkKind) {
    this.#isOrdered = kind === 'ordered'
  }

  /** The newest packet that a report named, not wrapped; -1 before the first. */
  get newestReported(): number {
    return this.#newest
  }

  /** How many of the 32 packets before the newest that a report named have not arrived; 0 before there are as many. */
  get lost(): number {
    if (this.#newest < 32) return 0
    let lost = 0
    for (let left = ~this.#mask; left !== 0; left &= left - 1) lost++
    return lost
  }

  /** Notes a packet sent now, with a value to get back (a network tick), or -1. Returns the low 16 bits of its sequence. */
  note(value: number, nowMs: Ms): number {
    const packets = this.#packets
    // On an ordered link reports come in order too, so no report names a packet from before the newest.
    const at = packets.claim(this.next, this.#isOrdered ? this.#newest : 0)
    packets.values[at] = value
    packets.values[at + 1] = nowMs
    return this.next++ & 0xffff
  }

  /** Skips `ms`: packets under way count as sent that much later. */
  leaveOut(ms: Ms): void {
    const { values } = this.#packets
    for (let at = 1; at < values.length; at += 2) values[at]! += ms
  }

  /** Reads the other side's report. Returns false when it names packets that were never sent. */
  acknowledge(ack: number, mask: number, nowMs: Ms): boolean {
    const newest = unwrap16(ack, this.next - 1)
    if (newest >= this.next || newest < 0) return false
    if (newest < 32 && mask >>> newest !== 0) return false
    const tripMs = nowMs - this.#packets.values[this.#packets.at(newest) + 1]!
    this.tripMs = newest > this.#newest ? tripMs : Number.NaN
    if (this.#take(newest))
      this.rttMs = Number.isNaN(this.rttMs) ? tripMs : this.rttMs + (tripMs - this.rttMs) / 8
    const fresh = mask & ~this.#known(newest)
    for (let left = fresh; left !== 0; left &= left - 1)
      this.#take(newest - 32 + Math.clz32(left & -left))
    if (newest < this.#newest) return true
    this.#mask = newest === this.#newest ? this.#mask | fresh : mask | 0
    this.#newest = newest
    return true
  }

  /** Returns the mask that goes with `ack` on an ordered link, where every packet before it has arrived too. */
  allBefore(ack: number): number {
    const newest = unwrap16(ack, this.next - 1)
    return newest < 32 ? ~(-1 << newest) : -1
  }

  /** Returns which of the 32 packets before `newest` the newest report already covered. */
  #known(newest: number): number {
    const ahead = newest - this.#newest
    if (ahead === 0) return this.#mask
    if (ahead < 0 || ahead > 32 || this.#newest < 0) return 0
    return (ahead < 32 ? this.#mask << ahead : 0) | (1 << (ahead - 1))
  }

  /** Notes that a packet has arrived. Returns false when that is not new, or too old. */
  #take(sequence: number): boolean {
    const { rows, values } = this.#packets
    if (sequence < this.next - rows) return false
    const at = this.#packets.at(sequence)
    if (Number.isNaN(values[at + 1]!)) return false
    values[at + 1] = Number.NaN
    this.acked++
    const value = values[at]!
    if (value > this.newestAcked) this.newestAcked = value
    if (this.sink) this.sink.acked(value)
    return true
  }
}
