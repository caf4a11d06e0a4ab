import { GrowingRing } from '../../base/growing-ring.ts'
import type { Ms } from '../../base/units.ts'

/** How many packets under way are remembered. */
const KEPT = 256

/** The packets of one connection that are under way: their bytes, and when each was sent. Creates no object in steady state. */
export class UnderWay {
  /** Since when packets are under way and no acknowledgement has moved. */
  #stalledSinceMs: Ms
  /** All bytes acknowledged so far; wraps at 32 bits. */
  ackedBytes = 0
  /** All bytes sent so far; wraps at 32 bits. */
  #sentBytes = 0
  /** For each packet: when it was sent, and how many bytes had been sent with it. */
  readonly #sent = new GrowingRing(KEPT)
  readonly #headerBytes: number
  #next = 0
  #newestAcked = -1
  /** The oldest packet that counts as under way, and all bytes sent before it; wraps at 32 bits. */
  #oldest = 0
  #settledBytes = 0

  /** `headerBytes`: how many bytes the headers of each packet take. */
  constructor(nowMs: Ms, headerBytes: number) {
    this.#stalledSinceMs = nowMs
    this.#headerBytes = headerBytes
  }

  /** Bytes that were sent, and neither acknowledged nor given up. */
  get bytes(): number {
    return (this.#sentBytes - this.#settledBytes) | 0
  }

  /** The same, including packets that were given up. */
  get unackedBytes(): number {
    return (this.#sentBytes - this.ackedBytes) | 0
  }

  /** For how long packets have been under way, given up or not, while no acknowledgement moved. */
  stalledMs(nowMs: Ms): Ms {
    return this.unackedBytes > 0 ? nowMs - this.#stalledSinceMs : 0
  }

  /** Gives up packets that were sent before `beforeMs`. They may still be acknowledged. */
  giveUp(beforeMs: Ms): void {
    const { values } = this.#sent
    for (let n = Math.max(this.#oldest, this.#next - KEPT); n < this.#next; n++) {
      const at = this.#sent.at(n)
      if (values[at]! >= beforeMs) return
      this.#settle(n, values[at + 1]! | 0)
    }
  }

  #settle(sequence: number, bytes: number): void {
    this.#oldest = sequence + 1
    this.#settledBytes = bytes
  }

  /** Notes that packet `sequence`, not wrapped, is sent now. */
  note(sequence: number, bytes: number, nowMs: Ms): void {
    this.noteUnnumbered(bytes, nowMs)
    const at = this.#sent.claim(sequence, this.#newestAcked + 1)
    this.#sent.values[at] = nowMs
    this.#sent.values[at + 1] = this.#sentBytes
    this.#next = sequence + 1
  }

  /** Notes a packet without a number. It is acknowledged together with the packets after it. */
  noteUnnumbered(bytes: number, nowMs: Ms): void {
    if (this.unackedBytes === 0) this.#stalledSinceMs = nowMs
    this.#sentBytes = (this.#sentBytes + bytes + this.#headerBytes) | 0
  }

  /**
   * Notes that `sequence` is the newest packet that the client has received; -1: none. Returns when it was sent; NaN if this
   * is no news, or the time is no longer known.
   */
  acknowledge(sequence: number, nowMs: Ms): Ms {
    if (sequence <= this.#newestAcked) return Number.NaN
    this.#newestAcked = sequence
    this.#stalledSinceMs = nowMs
    if (sequence < this.#next - KEPT) return Number.NaN
    const { values } = this.#sent
    const at = this.#sent.at(sequence)
    this.ackedBytes = values[at + 1]! | 0
    if (sequence >= this.#oldest) this.#settle(sequence, this.ackedBytes)
    return values[at]!
  }

  /** Leaves time out, as the room does: packets under way count as sent so much later. */
  leaveOut(ms: Ms): void {
    const { values } = this.#sent
    for (let at = 0; at < values.length; at += 2) values[at]! += ms
    this.#stalledSinceMs += ms
  }
}
