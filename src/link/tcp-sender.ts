import type { Ms } from '../base/units.ts'
import { CongestionWindow } from './congestion-window.ts'
import { LEAST_VARIANCE_MS, RoundTrip } from './round-trip.ts'
import { Scoreboard } from './scoreboard.ts'
import type { Segment } from './segment.ts'
import type { TcpPacket } from './tcp-packet.ts'

/** The most bytes of data in a packet: an Ethernet frame without the headers of IP and TCP. */
const SEGMENT_BYTES = 1448
/** The shortest wait of Linux's timers: two of its ticks. */
const LEAST_WAIT_MS = 8
/** The most retransmissions of a segment. The last one always arrives, so 100 % loss becomes a delay of seconds. */
const MOST_REPEATS = 7
/** How many recoveries a wider reordering window lasts. */
const WIDE_FOR = 16

/** Sends `segment` and returns when it leaves. The network must not lose it if `isCertain`. */
export type Transmit = (segment: Segment, isCertain: boolean) => Ms

/**
 * The sending side of one direction of TCP, after Linux (`net/ipv4/tcp_input.c`, `tcp_output.c`, `tcp_recovery.c`):
 *
 * - A segment counts as lost if one sent later has arrived, and a round trip plus a quarter of the least round trip have passed
 *   since it was sent (RACK, RFC 8985). That quarter is doubled, tripled and so on, up to a smoothed round trip, when
 *   retransmissions turn out to be spurious. The sender detects lost retransmissions in the same way.
 * - If no acknowledgement comes for two round trips (plus 200 ms if only one segment is under way), the sender sends the next
 *   segment even if the window is full. If no data waits, it sends the last segment again (tail loss probe, RFC 8985).
 * - After srtt + max(200 ms, 4 rttvar), everything under way counts as lost, the window shrinks to one packet, and the sender
 *   sends the first segment again (RFC 6298). The timeout doubles until an acknowledgement brings progress.
 * - After a timeout, the sender sends new data before the other retransmissions. If the original segments turn out to have
 *   arrived, the timeout was spurious, and the sender restores the window (F-RTO, RFC 5682).
 * - The congestion window limits the packets under way. The sender merges waiting data and retransmissions into full segments.
 *
 * The model leaves out the undoing of other spurious reductions (RFC 3522, D-SACK), pacing, the receive window, and Nagle's
 * algorithm, which games switch off.
 */
export class TcpSender {
  /** When to call `timer`; infinite: never. */
  timerAtMs: Ms = Number.POSITIVE_INFINITY

  readonly #transmit: Transmit
  readonly #trip: RoundTrip
  readonly #window = new CongestionWindow()
  readonly #board = new Scoreboard()
  #timer: 'probe' | 'reorder' | 'timeout' = 'probe'
  /** `recovery` after a loss that RACK found, `loss` after a timeout, until all bytes before `#recoverTo` are acknowledged. */
  #state: 'open' | 'recovery' | 'loss' = 'open'
  #recoverTo = 0
  #hasTimedOut = false
  /** Whether the last timeout may be spurious, because nothing was lost. */
  #mayBeNeedless = false
  /** All bytes before these numbers have been written, sent and acknowledged. */
  #written = 0
  #sent = 0
  #acked = 0
  /** The current round trip ends when this byte is acknowledged. */
  #roundEnd = 0
  /** The sender sends no other probe until this byte is acknowledged. */
  #probeEnd = 0
  #reorderQuarters = 1
  #wideFor = 0
  #mayWidenFrom = 0

  /** `firstTripMs`: the round trip of the handshake. */
  constructor(firstTripMs: Ms, transmit: Transmit) {
    this.#trip = new RoundTrip(firstTripMs)
    this.#transmit = transmit
  }

  /** Bytes that were written but not sent yet. */
  get waitingBytes(): number {
    return this.#written - this.#sent
  }

  /** Sends `bytes` more bytes, now or as soon as the window allows it. */
  write(bytes: number, nowMs: Ms): void {
    this.#written += bytes
    this.#sendWaiting(nowMs)
  }

  /** Reads the acknowledgement in `packet`. */
  read(packet: TcpPacket, nowMs: Ms): void {
    const board = this.#board
    const window = this.#window
    const lostBefore = board.lost
    board.read(packet, this.#trip.leastMs, nowMs)
    const hasProgress = packet.ackTo > this.#acked
    if (hasProgress) {
      this.#acked = packet.ackTo
      this.#hasTimedOut = false
    }
    this.#measure(packet.echoMs, hasProgress, nowMs)
    if (packet.isForDuplicate) this.#widen()
    const sendsFirst = this.#mayBeNeedless && this.#testTimeout(hasProgress)
    if (this.#acked >= this.#recoverTo) this.#close()
    const isInDoubt = (this.#state !== 'open' || board.sacked > 0) && this.#findLost(nowMs)
    if (board.acked > 0 && !isInDoubt) this.#arm(nowMs)
    if (this.#state === 'recovery') {
      window.recover(board.delivered, board.inFlight, hasProgress && board.lost <= lostBefore)
    } else if (hasProgress) window.grow(board.delivered)
    if (sendsFirst) this.#sendWaiting(nowMs)
    if (!sendsFirst || this.#sent === this.#recoverTo) this.#repeatLost(nowMs)
    this.#sendWaiting(nowMs)
  }

  /** Does what the timer is for. */
  timer(nowMs: Ms): void {
    this.timerAtMs = Number.POSITIVE_INFINITY
    if (this.#board.segments.length === 0) return
    if (this.#timer === 'probe') this.#probe(nowMs)
    else if (this.#timer === 'reorder') this.#endDoubt(nowMs)
    else this.#timeOut(nowMs)
  }

  #measure(echoMs: Ms, hasProgress: boolean, nowMs: Ms): void {
    const { firstSentAtMs, lastSentAtMs } = this.#board
    const isDirect = !Number.isNaN(firstSentAtMs)
    if (!isDirect && !hasProgress) return
    const isNewRound = this.#acked > this.#roundEnd
    if (isNewRound) this.#roundEnd = this.#sent
    this.#trip.add(nowMs - (isDirect ? firstSentAtMs : echoMs), isNewRound)
    this.#trip.atLeast(nowMs - (isDirect ? lastSentAtMs : echoMs))
  }

  /** Widens the reordering window, because a retransmission was spurious. Does so at most once per round trip. */
  #widen(): void {
    if (this.#acked < this.#mayWidenFrom) return
    this.#mayWidenFrom = this.#sent
    this.#wideFor = WIDE_FOR
    this.#reorderQuarters++
  }

  /** Finds out whether a timeout was spurious. Returns whether this test needs new data to be sent before retransmissions. */
  #testTimeout(hasProgress: boolean): boolean {
    const board = this.#board
    if (board.onceSentEnd <= this.#recoverTo) {
      board.unmarkLost()
      this.#window.undo()
      this.#close()
    } else if (this.#sent > this.#recoverTo) {
      this.#mayBeNeedless = board.sacked === 0
    } else if (hasProgress) {
      this.#recoverTo = this.#sent
      this.#mayBeNeedless = this.waitingBytes > 0
      return this.#mayBeNeedless && this.#acked < this.#sent
    }
    return false
  }

  /** Ends a recovery, if there is one. */
  #close(): void {
    this.#mayBeNeedless = false
    if (this.#state === 'open') return
    if (this.#state === 'recovery') this.#window.settle()
    this.#state = 'open'
    if (this.#wideFor > 0 && --this.#wideFor === 0) this.#reorderQuarters = 1
  }

  /** Marks lost segments, and begins a recovery if there are any. Returns whether the timer waits for segments in doubt. */
  #findLost(nowMs: Ms): boolean {
    const { leastMs, smoothedMs, timeoutMs } = this.#trip
    const reorderMs = Math.min((leastMs / 4) * this.#reorderQuarters, smoothedMs)
    const waitMs = this.#board.findLost(reorderMs, nowMs)
    if (this.#board.lost > 0 && this.#state === 'open') {
      this.#state = 'recovery'
      this.#recoverTo = this.#sent
      this.#window.reduce()
    }
    if (waitMs === 0) return false
    this.#timer = 'reorder'
    this.timerAtMs = nowMs + Math.min(waitMs + LEAST_WAIT_MS, timeoutMs)
    return true
  }

  #endDoubt(nowMs: Ms): void {
    const board = this.#board
    const before = board.inFlight
    const isInDoubt = this.#findLost(nowMs)
    if (this.#state === 'recovery' && board.inFlight !== before)
      this.#window.recover(1, board.inFlight, false)
    if (!isInDoubt) this.#armTimeout(board.segments[0]!.sentAtMs, nowMs)
    this.#repeatLost(nowMs)
    this.#sendWaiting(nowMs)
  }

  #probe(nowMs: Ms): void {
    const { segments } = this.#board
    if (this.#acked < this.#probeEnd) return this.#armTimeout(segments[0]!.sentAtMs, nowMs)
    if (this.waitingBytes > 0) this.#sendNext()
    else this.#repeat(segments.length - 1)
    this.#probeEnd = this.#sent
    this.#armTimeout(nowMs, nowMs)
  }

  #timeOut(nowMs: Ms): void {
    const board = this.#board
    if (this.#state === 'open' || (this.#state === 'loss' && !this.#hasTimedOut))
      this.#window.reduce()
    this.#mayBeNeedless = this.#state === 'open' || this.#hasTimedOut
    this.#state = 'loss'
    this.#hasTimedOut = true
    this.#recoverTo = this.#sent
    this.#probeEnd = 0
    board.markAllLost()
    this.#window.packets = 1
    board.markRepeated(this.#repeat(0))
    this.#trip.backOff()
    this.#armTimeout(nowMs, nowMs)
  }

  #repeatLost(nowMs: Ms): void {
    const board = this.#board
    if (this.#state === 'open') return
    for (let i = 0; i < board.segments.length; i++) {
      if (board.inFlight >= this.#window.packets || board.repeated >= board.lost) return
      const segment = board.segments[i]!
      if (!segment.isLost || segment.isRepeated) continue
      board.markRepeated(this.#repeat(i))
      if (this.#state === 'recovery') this.#window.repeat()
      if (i === 0 && this.#timer !== 'reorder') this.#armTimeout(nowMs, nowMs)
    }
  }

  #repeat(index: number): Segment {
    const segment = this.#board.merge(index, SEGMENT_BYTES)
    segment.repeats++
    segment.sentAtMs = this.#transmit(segment, segment.repeats >= MOST_REPEATS)
    return segment
  }

  #sendWaiting(nowMs: Ms): void {
    const board = this.#board
    let hasSent = false
    for (; this.waitingBytes > 0 && board.inFlight < this.#window.packets; hasSent = true)
      this.#sendNext()
    const { inFlight, segments } = board
    if (!hasSent && inFlight < this.#window.packets) return
    this.#window.use(inFlight, segments.length, this.#sent, this.#acked)
    if (!hasSent) return
    // Sending a segment postpones a probe, but not a timeout.
    const headSentAtMs = segments[0]!.sentAtMs
    if (this.#mayProbe()) this.#armProbe(headSentAtMs + this.#trip.timeoutMs - nowMs, nowMs)
    else if (this.timerAtMs === Number.POSITIVE_INFINITY || this.#timer === 'probe')
      this.#armTimeout(headSentAtMs, nowMs)
  }

  #sendNext(): void {
    const first = this.#sent
    this.#sent = Math.min(first + SEGMENT_BYTES, this.#written)
    const segment = this.#board.add(first, this.#sent)
    segment.sentAtMs = this.#transmit(segment, false)
  }

  /** Sets the timer after an acknowledgement that brought progress. */
  #arm(nowMs: Ms): void {
    if (this.#board.segments.length === 0) this.timerAtMs = Number.POSITIVE_INFINITY
    else if (this.#mayProbe()) this.#armProbe(this.#trip.timeoutMs, nowMs)
    else this.#armTimeout(nowMs, nowMs)
  }

  #mayProbe(): boolean {
    return this.#state === 'open' && this.#board.sacked === 0
  }

  /** `mostMs`: the time until the timeout. A probe is sent no later than that. */
  #armProbe(mostMs: Ms, nowMs: Ms): void {
    const { segments } = this.#board
    const extraMs = segments.length === 1 ? LEAST_VARIANCE_MS : LEAST_WAIT_MS
    const waitMs = 2 * this.#trip.smoothedMs + extraMs
    this.#timer = 'probe'
    this.timerAtMs =
      Math.max(nowMs, segments.at(-1)!.sentAtMs) + (mostMs > 0 ? Math.min(waitMs, mostMs) : waitMs)
  }

  #armTimeout(fromMs: Ms, nowMs: Ms): void {
    const startMs = Math.max(fromMs, this.#board.segments[0]!.sentAtMs)
    this.#timer = 'timeout'
    this.timerAtMs = Math.max(nowMs + 1, startMs + this.#trip.timeoutMs)
  }
}
