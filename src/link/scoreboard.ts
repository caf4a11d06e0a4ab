import type { Ms } from '../base/units.ts'
import { Segment } from './segment.ts'
import type { TcpPacket } from './tcp-packet.ts'
import { isWithin } from './tcp-receiver.ts'

/** What a TCP sender knows of the segments that it has sent: which have arrived, and which are lost (RACK, RFC 8985). */
export class Scoreboard {
  /** Segments not acknowledged yet, in the order of the stream. */
  readonly segments: Segment[] = []
  /** How many of `segments` have arrived before an earlier one. */
  sacked = 0
  /** How many of `segments` are lost. */
  lost = 0
  /** How many of the lost ones are under way again. */
  repeated = 0

  // What the last acknowledgement showed.
  /** How many segments left `segments`. */
  acked = 0
  /** How many segments arrived. */
  delivered = 0
  /** When the first and the last of them that were sent only once were sent; NaN: none was. */
  firstSentAtMs: Ms = Number.NaN
  lastSentAtMs: Ms = Number.NaN
  /** Where the first of them ends; infinite: none was. */
  onceSentEnd: number = Number.POSITIVE_INFINITY

  // Of all segments that have arrived, the one sent last, and how long the newest acknowledgement took.
  #newestSentAtMs: Ms = Number.NEGATIVE_INFINITY
  #newestEnd = 0
  #newestTripMs: Ms = 0
  readonly #unused: Segment[] = []

  /** How many segments are under way. */
  get inFlight(): number {
    return this.segments.length - this.sacked - this.lost + this.repeated
  }

  /** Adds a segment at the end. */
  add(first: number, end: number): Segment {
    const segment = this.#unused.pop() ?? new Segment()
    segment.first = first
    segment.end = end
    segment.repeats = 0
    segment.isSacked = segment.isLost = segment.isRepeated = false
    this.segments.push(segment)
    return segment
  }

  /** Reads an acknowledgement. `leastTripMs`: the least round trip; an answer that comes sooner answers an earlier copy. */
  read(ack: TcpPacket, leastTripMs: Ms, nowMs: Ms): void {
    const { segments } = this
    let acked = 0
    let hasRepeat = false
    this.delivered = 0
    this.onceSentEnd = Number.POSITIVE_INFINITY
    this.firstSentAtMs = this.lastSentAtMs = Number.NaN
    for (const segment of segments) {
      if (segment.end > ack.ackTo) break
      acked++
      if (segment.repeats > 0) hasRepeat = true
      if (!segment.isSacked) this.#arrived(segment, leastTripMs, nowMs)
      this.#unused.push(segment)
    }
    // The acknowledgement of a repeat says nothing of when the others that it covers arrived.
    if (hasRepeat) this.firstSentAtMs = this.lastSentAtMs = Number.NaN
    if (acked > 0) segments.splice(0, acked)
    this.acked = acked
    this.sacked -= acked
    const head = segments[0]
    if (head && head.first < ack.ackTo) head.first = ack.ackTo
    for (const segment of ack.sacks.length > 0 ? segments : NONE) {
      if (!segment.isSacked && isWithin(segment.first, segment.end, ack.sacks))
        this.#arrived(segment, leastTripMs, nowMs)
    }
  }

  /**
   * Marks the segments as lost that were sent before one that has arrived, and `reorderMs` longer ago than a round trip.
   * Returns for how long others may yet turn out to be reordered; 0: none is in doubt.
   */
  findLost(reorderMs: Ms, nowMs: Ms): Ms {
    let waitMs = 0
    for (const segment of this.segments) {
      if (segment.isSacked || (segment.isLost && !segment.isRepeated)) continue
      if (!this.#isBeforeNewest(segment)) continue
      const leftMs = segment.sentAtMs + this.#newestTripMs + reorderMs - nowMs
      if (leftMs <= 0) this.#markLost(segment)
      else waitMs = Math.max(waitMs, leftMs)
    }
    return waitMs
  }

  /** Marks all segments as lost that have not arrived, after a timeout. */
  markAllLost(): void {
    for (const segment of this.segments) if (!segment.isSacked) this.#markLost(segment)
  }

  /** Takes all marks of loss back. */
  unmarkLost(): void {
    for (const segment of this.segments) segment.isLost = segment.isRepeated = false
    this.lost = this.repeated = 0
  }

  /** Merges as many segments into the one at `index` as have not arrived, follow it and fit into `mostBytes`, as Linux does. */
  merge(index: number, mostBytes: number): Segment {
    const { segments } = this
    const segment = segments[index]!
    let next = index + 1
    for (; next < segments.length; next++) {
      const later = segments[next]!
      if (later.isSacked || later.end - segment.first > mostBytes) break
      if (later.isLost) this.lost--
      if (later.isRepeated) this.repeated--
      segment.end = later.end
      segment.repeats = Math.max(segment.repeats, later.repeats)
      this.#unused.push(later)
    }
    segments.splice(index + 1, next - index - 1)
    return segment
  }

  /** Counts a lost segment as under way again. */
  markRepeated(segment: Segment): void {
    if (!segment.isRepeated) this.repeated++
    segment.isRepeated = true
  }

  #arrived(segment: Segment, leastTripMs: Ms, nowMs: Ms): void {
    const { sentAtMs, end, repeats } = segment
    this.delivered++
    this.sacked++
    if (segment.isLost) this.lost--
    if (segment.isRepeated) this.repeated--
    segment.isSacked = true
    segment.isLost = segment.isRepeated = false
    if (repeats === 0) {
      this.onceSentEnd = Math.min(this.onceSentEnd, end)
      if (Number.isNaN(this.firstSentAtMs)) this.firstSentAtMs = sentAtMs
      this.lastSentAtMs = sentAtMs
    } else if (nowMs - sentAtMs < leastTripMs) return
    this.#newestTripMs = nowMs - sentAtMs
    if (this.#isBeforeNewest(segment)) return
    this.#newestSentAtMs = sentAtMs
    this.#newestEnd = end
  }

  #isBeforeNewest({ sentAtMs, end }: Segment): boolean {
    return (
      sentAtMs < this.#newestSentAtMs ||
      (sentAtMs === this.#newestSentAtMs && end < this.#newestEnd)
    )
  }

  #markLost(segment: Segment): void {
    if (segment.isRepeated) this.repeated--
    if (!segment.isLost) this.lost++
    segment.isRepeated = false
    segment.isLost = true
  }
}

const NONE: readonly Segment[] = []
