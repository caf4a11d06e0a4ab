import { difference16, unwrap16 } from '../base/sequence.ts'
import type { Ms } from '../base/units.ts'

/**
 * Which packets of the other side have come: the newest sequence and a bit for each of the 32 before it, as
 * every packet back reports them (Fiedler, "Reliability and Congestion Avoidance over UDP").
 */
export class ReceivedPackets {
  /** Newest sequence received, low 16 bits; -1 before the first. */
  newest = -1
  /** Bit i: `newest - 1 - i` was received. */
  mask = 0

  /** Notes a packet. False when it came before, or is too old to tell. */
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

/** What is told of each packet that is acknowledged for the first time. */
export interface AckSink {
  /** `value`: what was noted with it. */
  acked(value: number): void
}

/** What was sent, and what of it arrived. The last 256 packets; free of allocation. */
export class SentPackets {
  /** The sequence of the next packet, not wrapped. */
  next = 0
  /** The greatest value noted with an acknowledged packet; -1 before the first. */
  newestAcked = -1
  /** Smoothed round trip (gain 1/8, RFC 6298); NaN before the first acknowledgement. */
  rttMs: Ms = Number.NaN
  /** Packets acknowledged so far. */
  acked = 0
  /** Who wants to know of each packet, and not of the newest alone. */
  sink: AckSink | null = null
  readonly #values = new Float64Array(KEPT)
  readonly #sentAt = new Float64Array(KEPT)
  readonly #open = new Uint8Array(KEPT)

  /** Notes a packet sent now, with a value to get back (a network tick), or -1. Returns its low 16 bits. */
  note(value: number, nowMs: Ms): number {
    const at = this.next % KEPT
    this.#values[at] = value
    this.#sentAt[at] = nowMs
    this.#open[at] = 1
    return this.next++ & 0xffff
  }

  /** Takes the other side's report. False when it names packets that were never sent. */
  acknowledge(ack: number, mask: number, nowMs: Ms): boolean {
    const newest = unwrap16(ack, this.next - 1)
    if (newest >= this.next || newest < 0) return false
    this.#take(newest, nowMs, true)
    for (let i = 0; i < 32; i++) {
      if (!((mask >>> i) & 1)) continue
      if (newest - 1 - i < 0) return false
      this.#take(newest - 1 - i, nowMs, false)
    }
    return true
  }

  #take(sequence: number, nowMs: Ms, isNewest: boolean): void {
    if (sequence <= this.next - 1 - KEPT) return
    const at = sequence % KEPT
    if (this.#open[at] === 0) return
    this.#open[at] = 0
    this.acked++
    if (this.#values[at]! > this.newestAcked) this.newestAcked = this.#values[at]!
    // As a small integer: V8 boxes what may be any number.
    if (this.sink) this.sink.acked(this.#values[at]! | 0)
    if (!isNewest) return
    const rttMs = nowMs - this.#sentAt[at]!
    this.rttMs = Number.isNaN(this.rttMs) ? rttMs : this.rttMs + (rttMs - this.rttMs) / 8
  }
}
