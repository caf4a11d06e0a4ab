import { GrowingRing } from '../../base/growing-ring.ts'
import type { Ms } from '../../base/units.ts'

/** So many packets under way are remembered. */
const KEPT = 256

/** The packets of one connection that are under way: their bytes, and when each was sent. Creates no object in steady state. */
export class UnderWay {
  /** Since when packets are under way and no acknowledgement has moved. */
  stalledSinceMs: Ms
  /** All bytes acknowledged so far; goes round at 32 bits. */
  ackedBytes = 0
  /** The same of all that was sent. */
  #sentBytes = 0
  /** Of each packet: when it was sent, and how many bytes had been sent with it. */
  readonly #sent = new GrowingRing(KEPT)
  #next = 0
  #newestAcked = -1

  constructor(nowMs: Ms) {
    this.stalledSinceMs = nowMs
  }

  /** Bytes that were sent and not acknowledged. */
  get bytes(): number {
    return (this.#sentBytes - this.ackedBytes) | 0
  }

  /** For how long packets have been under way while no acknowledgement moved. */
  stalledMs(nowMs: Ms): Ms {
    return this.bytes > 0 ? nowMs - this.stalledSinceMs : 0
  }

  /** Notes packet `sequence`, not wrapped, which is sent now. */
  note(sequence: number, bytes: number, nowMs: Ms): void {
    this.noteUnnumbered(bytes, nowMs)
    const at = this.#sent.claim(sequence, this.#newestAcked + 1)
    this.#sent.values[at] = nowMs
    this.#sent.values[at + 1] = this.#sentBytes
    this.#next = sequence + 1
  }

  /** The same for a packet that nobody acknowledges by itself: those after it are. */
  noteUnnumbered(bytes: number, nowMs: Ms): void {
    if (this.bytes === 0) this.stalledSinceMs = nowMs
    this.#sentBytes = (this.#sentBytes + bytes) | 0
  }

  /**
   * Takes the word of the client that `sequence` is the newest packet that has come; -1: none has. Returns when that was
   * sent; NaN if this is no news, or if nobody remembers when.
   */
  acknowledge(sequence: number, nowMs: Ms): Ms {
    if (sequence <= this.#newestAcked) return Number.NaN
    this.#newestAcked = sequence
    this.stalledSinceMs = nowMs
    if (sequence < this.#next - KEPT) return Number.NaN
    const { values } = this.#sent
    const at = this.#sent.at(sequence)
    this.ackedBytes = values[at + 1]! | 0
    return values[at]!
  }

  /** The room leaves time out: what is under way counts as sent so much later. */
  leaveOut(ms: Ms): void {
    const { values } = this.#sent
    for (let at = 0; at < values.length; at += 2) values[at]! += ms
    this.stalledSinceMs += ms
  }
}
