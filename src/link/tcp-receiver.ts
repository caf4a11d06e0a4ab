import type { Ms } from '../base/units.ts'
import type { TcpPacket } from './tcp-packet.ts'

/** How long an acknowledgement waits for a packet that can carry it, as in Linux. */
const DELAYED_ACK_MS = 40

/**
 * The receiving side of one direction of TCP: which bytes have arrived, and when to acknowledge them. The receiver acknowledges
 * a packet that is in order when it sends data, when the next packet arrives, or after 40 ms. It acknowledges every other
 * packet at once (RFC 5681).
 */
export class TcpReceiver {
  /** All bytes before this one have arrived. */
  next = 0
  /** When an acknowledgement without data is due; infinite: never. */
  ackAtMs: Ms = Number.POSITIVE_INFINITY
  /** Ascending pairs of numbers: the bytes from the first to before the second have arrived, but not all bytes before them. */
  readonly #early: number[] = []
  #ackedTo = 0
  #echoMs: Ms = 0
  #hasDuplicate = false
  #isAckCertain = false

  /** Takes a packet with data. Afterwards, the bytes before `next` can be delivered. */
  take(packet: TcpPacket, nowMs: Ms): void {
    const { first, end, isCertain } = packet
    const early = this.#early
    const isInOrder = first <= this.next && end > this.next && early.length === 0
    if (first <= this.#ackedTo) this.#echoMs = Math.max(this.#echoMs, packet.sentAtMs)
    if (end <= this.next || isWithin(first, end, early)) this.#hasDuplicate = true
    else this.#add(Math.max(first, this.next), end)
    if (early[0] === this.next) {
      this.next = early[1]!
      early.splice(0, 2)
    }
    if (isCertain) this.#isAckCertain = true
    const mayWait = isInOrder && !isCertain && this.ackAtMs === Number.POSITIVE_INFINITY
    this.ackAtMs = mayWait ? nowMs + DELAYED_ACK_MS : nowMs
  }

  /** Writes the acknowledgement into a packet that is about to be sent. */
  acknowledge(packet: TcpPacket): void {
    packet.ackTo = this.next
    packet.echoMs = this.#echoMs
    packet.isForDuplicate = this.#hasDuplicate
    packet.isCertain = this.#isAckCertain
    packet.sacks.length = 0
    for (const byte of this.#early) packet.sacks.push(byte)
    this.#ackedTo = this.next
    this.#hasDuplicate = this.#isAckCertain = false
    this.ackAtMs = Number.POSITIVE_INFINITY
  }

  #add(first: number, end: number): void {
    const early = this.#early
    let from = 0
    while (from < early.length && early[from + 1]! < first) from += 2
    let to = from
    for (; to < early.length && early[to]! <= end; to += 2) {
      first = Math.min(first, early[to]!)
      end = Math.max(end, early[to + 1]!)
    }
    early.splice(from, to - from, first, end)
  }
}

/** Whether one of the `ranges` (pairs of numbers) contains all bytes from `first` to before `end`. */
export function isWithin(first: number, end: number, ranges: readonly number[]): boolean {
  for (let i = 0; i < ranges.length; i += 2)
    if (ranges[i]! <= first && end <= ranges[i + 1]!) return true
  return false
}
