import type { Ms } from '../../base/units.ts'
import type { LinkKind } from '../../link/link.ts'
import { QueueDelay } from './queue-delay.ts'
import { UnderWay } from './under-way.ts'

/** The first window: one TCP packet, which takes 300 ms at 5 kB/s. The window grows by the bytes that are acknowledged. */
const FIRST_WINDOW_BYTES = 1460
/** A growing window may reach `MOST_OF_RATE` times what the recent rate allows, and always grows by `LEAST_GROWTH`. */
const MOST_OF_RATE = 1.5
const LEAST_GROWTH = 1.125
/** The smallest window, which takes 150 ms at 5 kB/s. Small games hardly notice such a limit. */
const LEAST_WINDOW_BYTES = 750
/**
 * The bytes of the headers of IPv4, UDP, DTLS and SCTP, which can be most of a datagram. TCP merges packets that wait, so its
 * headers do not count.
 */
const DATAGRAM_HEADER_BYTES = 93
/** On a datagram link, the first and the smallest window also have room for the headers of this many packets: 465 bytes. */
const WINDOW_PACKETS = 5
/** How long packets may wait at the bottleneck, in addition to half an idle round trip. */
const QUEUE_MS: Ms = 125
/** Acknowledgements are judged over this interval, by the shortest wait in it (CoDel, RFC 8289). */
const JUDGED_MS: Ms = 250
/** The same on a connection about which nothing is known. A rate over less time says little. */
const LEAST_JUDGED_MS: Ms = 50
/** How long a limit has to hold nothing back before it is lifted. A limit that does hold packets back grows instead. */
const LIFTED_MS: Ms = 5000
/** The same for the limit with which every connection begins. */
const STARTED_MS: Ms = 1500
/** A connection counts as dead after this long without a new acknowledgement. Most stalls of an uplink are shorter. */
const STALL_MS: Ms = 1500
/** On a datagram link, a packet may take this long plus the idle and the newest round trip. The server then gives it up. */
const LOST_MS: Ms = 300
/**
 * How often a packet tests whether a dead connection works again, and the most bytes of such a packet. If these packets wait in
 * TCP, more bytes would keep a connection of 5 kB/s full.
 */
const KNOCK_MS: Ms = 250
const KNOCK_BYTES = 600
/** The shortest time between two WELCOMEs, because HELLO may come more than once. */
const WELCOME_AGAIN_MS: Ms = 100
/** The most bytes of a packet that measures the idle round trip. */
const PROBE_BYTES = 300
/** The fewest bytes of a piece of a snapshot, because each piece contains a head and the player's own state. */
const LEAST_PIECE_BYTES = 256
/** After this many unexplained intervals in a row, the idle round trip is measured anew. */
const MOST_UNEXPLAINED = 4

/**
 * Limits how many bytes may be under way to one client. It judges by the age of acknowledgements alone, because the kernel,
 * routers and a Wi-Fi access point can hold several seconds of packets before any socket reports that it is full.
 *
 * If round trips stay longer than the idle one, packets wait. The window then shrinks to what the connection, at its recent
 * rate, carries in 125 ms plus one and a half idle round trips. It grows again while nothing waits. Sources: Brakmo and
 * Peterson, "TCP Vegas", 1995, for delay as the signal; RFC 8289 (CoDel) for the shortest wait of an interval as the measure;
 * Cardwell et al., "BBR", 2016, for rate times round trip as the limit, and for measuring the idle round trip with nothing
 * under way. Only the arrival of a packet is evidence, so a stall of the client's uplink limits nothing. `docs/TIME.md`, *Slow
 * connections*, describes it in full.
 *
 * Each connection has one. It reads no clock, because callers pass the time. Creates no object in steady state.
 */
export class Congestion {
  readonly #kind: LinkKind
  readonly #headerBytes: number
  readonly #underWay: UnderWay
  readonly #delay = new QueueDelay()
  #windowBytes: number
  /** How many bytes the last snapshot would take if it contained everything. */
  #wholeBytes = 0
  /** When the window last held something back, or when it began. */
  #boundMs: Ms
  #lastSnapshotMs: Ms = Number.NEGATIVE_INFINITY
  #lastWelcomeMs: Ms = Number.NEGATIVE_INFINITY
  /** Whether the newest packet is a message. The next turn is then a snapshot's. */
  #wasMessage = false
  readonly #startMs: Ms
  #isHeard = false
  // The wait and the round trip of the newest acknowledgement, when it came, and whether it is still to be judged.
  #waitMs: Ms = Number.NaN
  #tripMs: Ms = 0
  #progressMs: Ms
  #hasNews = false
  // The interval that is being judged.
  #fromMs: Ms = Number.NaN
  #fromBytes = 0
  #leastWaitMs: Ms = Number.POSITIVE_INFINITY
  #greatestWaitMs: Ms = Number.NEGATIVE_INFINITY
  #count = 0
  #isBound = false
  #isDraining = false
  #isStarting = true
  /** Bytes per ms of the last interval that was judged. */
  #rate = 0
  /** The higher rate of the last two intervals. */
  #best = 0
  /** Intervals in a row with a wait that the packets under way do not explain. */
  #unexplained = 0
  /** The rate before these intervals. */
  #explainedRate = 0
  /** Whether the idle round trip is to be measured anew, and the packet that measures it; -1: not sent yet. */
  #isProbing = false
  #probe = -1

  /** `nowMs`: when WELCOME is sent. */
  constructor(kind: LinkKind, nowMs: Ms) {
    this.#kind = kind
    this.#headerBytes = kind === 'datagram' ? DATAGRAM_HEADER_BYTES : 0
    this.#windowBytes = FIRST_WINDOW_BYTES + WINDOW_PACKETS * this.#headerBytes
    this.#underWay = new UnderWay(nowMs, this.#headerBytes)
    this.#startMs = nowMs
    this.#boundMs = nowMs
    this.#progressMs = nowMs
  }

  /** Bytes that were sent, headers of datagrams included, and neither acknowledged nor given up. */
  get underWayBytes(): number {
    return this.#underWay.bytes
  }

  /** The most bytes that may be under way now; Infinity while nothing is limited. */
  get windowBytes(): number {
    return this.#windowBytes
  }

  /** The shortest recent round trip, in which nothing waited; NaN before the client's first packet. */
  get idleMs(): Ms {
    return this.#delay.idleMs
  }

  /** For how long packets have been under way without a new acknowledgement. */
  stalledMs(nowMs: Ms): Ms {
    return this.#underWay.stalledMs(nowMs)
  }

  /** Leaves time out, as the room does: packets under way count as sent that much later. */
  leaveOut(ms: Ms): void {
    this.#underWay.leaveOut(ms)
    this.#progressMs += ms
    this.#fromMs += ms
    this.#boundMs += ms
  }

  /**
   * Notes a snapshot of `bytes` bytes, which is packet `sequence`, not wrapped. `wholeBytes`: how many bytes it would take if
   * it contained everything.
   */
  sentSnapshot(sequence: number, bytes: number, wholeBytes: number, nowMs: Ms): void {
    if (this.#isProbing && this.#probe < 0 && this.underWayBytes === 0) this.#probe = sequence
    this.#underWay.note(sequence, bytes, nowMs)
    this.#wholeBytes = wholeBytes
    this.#lastSnapshotMs = nowMs
    this.#wasMessage = false
  }

  /** Notes a message in the same way. */
  sentMessage(sequence: number, bytes: number, nowMs: Ms): void {
    this.#underWay.note(sequence, bytes, nowMs)
    this.#wasMessage = true
  }

  /** Notes a second copy of a snapshot. */
  sentRepeat(bytes: number, nowMs: Ms): void {
    this.#underWay.noteUnnumbered(bytes, nowMs)
  }

  /** Notes a WELCOME. */
  sentWelcome(bytes: number, nowMs: Ms): void {
    this.#underWay.noteUnnumbered(bytes, nowMs)
    this.#lastWelcomeMs = nowMs
  }

  /** Whether WELCOME may be sent again. */
  mayRepeatWelcome(nowMs: Ms): boolean {
    return nowMs - this.#lastWelcomeMs >= WELCOME_AGAIN_MS
  }

  /**
   * Notes a packet of the client. `sequence`: the newest packet that the client has received; -1: none. `lateMs`: the present
   * time minus the moment of the newest input, on any clock, if that input came with this packet; NaN if not. Extra time on the
   * uplink does not count as a wait.
   */
  heard(sequence: number, nowMs: Ms, lateMs: Ms): void {
    const delay = this.#delay
    if (!this.#isHeard) {
      this.#isHeard = true
      this.#tripMs = nowMs - this.#lastWelcomeMs
      this.#noteTrip(nowMs - this.#startMs, nowMs)
    }
    delay.noteInput(lateMs, nowMs)
    const ackedBefore = this.#underWay.ackedBytes
    const tripMs = nowMs - this.#underWay.acknowledge(sequence, nowMs)
    if (Number.isNaN(tripMs)) return
    this.#progressMs = nowMs
    this.#hasNews = true
    this.#tripMs = tripMs
    if (this.#probe >= 0 && sequence >= this.#probe) this.#waitMs = this.#endProbe(tripMs, nowMs)
    else {
      this.#noteTrip(tripMs, nowMs)
      this.#waitMs = delay.waitOf(tripMs)
    }
    // Slow start: the window grows by the bytes that were acknowledged, as long as nothing waits.
    const isIdle = this.#waitMs < this.#mostWaitMs / 2
    if (this.#isStarting && this.#isBound && isIdle)
      this.#windowBytes += (this.#underWay.ackedBytes - ackedBefore) | 0
  }

  /** How long packets may wait. */
  get #mostWaitMs(): Ms {
    return QUEUE_MS + this.idleMs / 2
  }

  #noteTrip(tripMs: Ms, nowMs: Ms): void {
    this.#delay.noteTrip(tripMs, nowMs, this.#windowBytes < Infinity)
  }

  /** Judges the acknowledgements that have come since the last network tick. Only the newest one counts. */
  judge(nowMs: Ms): void {
    if (this.#isHeard && this.#kind === 'datagram')
      this.#underWay.giveUp(nowMs - LOST_MS - this.idleMs - this.#tripMs)
    if (!this.#hasNews) return
    this.#hasNews = false
    // The connection was busy with the first packet for as long as its round trip exceeded the idle one.
    if (Number.isNaN(this.#fromMs)) this.#fromMs = this.#progressMs - this.#waitMs
    this.#count++
    if (this.#waitMs < this.#leastWaitMs) this.#leastWaitMs = this.#waitMs
    if (this.#waitMs > this.#greatestWaitMs) this.#greatestWaitMs = this.#waitMs
    const elapsedMs = this.#progressMs - this.#fromMs
    const mostMs = this.#mostWaitMs
    // A connection about which nothing is known gets no time to fill up.
    const isFilling = this.#isStarting && this.#waitMs > mostMs && elapsedMs >= LEAST_JUDGED_MS
    // If a limit makes acknowledgements rare, one is enough.
    const isLong = this.#windowBytes < Infinity && elapsedMs >= 2 * JUDGED_MS
    if (!isFilling && !isLong && (elapsedMs < JUDGED_MS || this.#count < 2)) return
    const rate = ((this.#underWay.ackedBytes - this.#fromBytes) | 0) / elapsedMs
    this.#best = Math.max(rate, this.#rate)
    if (isFilling || this.#leastWaitMs > mostMs) this.#shrink()
    else {
      this.#unexplained = 0
      this.#explainedRate = this.#best
      if (this.#windowBytes < Infinity) this.#grow(this.#greatestWaitMs < mostMs / 2, nowMs)
    }
    this.#rate = rate
    this.#begin()
  }

  /** Begins the next interval. */
  #begin(): void {
    this.#fromMs = this.#progressMs
    this.#fromBytes = this.#underWay.ackedBytes
    this.#leastWaitMs = Number.POSITIVE_INFINITY
    this.#greatestWaitMs = Number.NEGATIVE_INFINITY
    this.#count = 0
    this.#isBound = false
    this.#isDraining = this.#underWay.unackedBytes > this.#windowBytes
  }

  /**
   * Shrinks the window, because packets wait. If they still wait although the bytes under way fit into the window, the path may
   * have become longer, and the idle round trip is measured anew.
   */
  #shrink(): void {
    const isLimited = this.#windowBytes < Infinity
    if (!isLimited) this.#explainedRate = this.#best
    else if (!this.#isDraining) this.#unexplained++
    const bytes = this.#carriedBytes(this.#best)
    const leastBytes = LEAST_WINDOW_BYTES + WINDOW_PACKETS * this.#headerBytes
    this.#windowBytes = Math.max(leastBytes, Math.min(this.#windowBytes, bytes))
    this.#isStarting = false
    if (this.#unexplained < MOST_UNEXPLAINED || this.#isProbing) return
    this.#isProbing = true
    this.#probe = -1
  }

  /** The window of a connection that carries `rate` bytes per ms. */
  #carriedBytes(rate: number): number {
    return Math.floor(rate * (QUEUE_MS + 1.5 * this.idleMs))
  }

  #grow(isIdle: boolean, nowMs: Ms): void {
    const window = this.#windowBytes
    const mostBytes = Math.min(2 * window, MOST_OF_RATE * this.#carriedBytes(this.#best))
    if (this.#isBound && isIdle) this.#windowBytes = Math.max(LEAST_GROWTH * window, mostBytes)
    const liftedMs = this.#isStarting ? STARTED_MS : LIFTED_MS
    if (nowMs - this.#boundMs >= liftedMs) this.#windowBytes = Infinity
  }

  /**
   * Takes the round trip of the packet that had the connection to itself as the idle one. Returns how long that packet
   * waited.
   */
  #endProbe(tripMs: Ms, nowMs: Ms): Ms {
    this.#isProbing = false
    this.#probe = -1
    this.#unexplained = 0
    const idleMs = this.#delay.measureIdle(tripMs, nowMs)
    this.#windowBytes = Math.max(this.#windowBytes, this.#carriedBytes(this.#explainedRate))
    return this.#delay.waitOf(idleMs)
  }

  /**
   * Returns how many bytes a snapshot may have now; 0: none is to be sent. If half of the window is enough for a whole
   * snapshot, the server waits until there is room for one. Otherwise, it sends pieces. `longest`: the most bytes of a snapshot
   * in any case.
   */
  snapshotRoom(longest: number, nowMs: Ms): number {
    const stalledMs = this.stalledMs(nowMs)
    const mayKnock = nowMs - this.#lastSnapshotMs >= KNOCK_MS
    if (stalledMs > STALL_MS) return mayKnock ? KNOCK_BYTES : 0
    const window = this.#windowBytes
    if (window === Infinity) return Infinity
    const header = this.#headerBytes
    const whole = Math.min(this.#wholeBytes, longest)
    // A snapshot over half of the window would leave the connection empty until it is acknowledged.
    const isWhole = whole > 0 && whole + header <= window >> 1 && !this.#isProbing
    const room = window - this.underWayBytes - header
    if (whole === 0) return Math.max(0, room)
    if (isWhole && whole <= room) return Math.max(room, whole + (whole >> 1))
    this.#isBound = true
    this.#boundMs = nowMs
    const piece = this.#isProbing
      ? PROBE_BYTES
      : Math.max(LEAST_PIECE_BYTES, Math.floor(window / 3))
    const isFree = this.#isProbing ? this.underWayBytes === 0 : !isWhole && piece <= room
    return isFree ? piece : 0
  }

  /**
   * Whether a message of `bytes` bytes may go now. Messages may take up to half of the window. Beyond that, messages and
   * snapshots take turns, so that neither waits for ever. No message goes while the idle round trip is measured: the connection
   * would never run empty, and snapshots wait until it does.
   */
  mayMessage(bytes: number, nowMs: Ms): boolean {
    if (this.stalledMs(nowMs) > STALL_MS) return false
    const window = this.#windowBytes
    const underWay = this.underWayBytes
    if (window === Infinity) return true
    if (!this.#isProbing) {
      if (underWay + bytes + this.#headerBytes <= window >> 1) return true
      if (!this.#wasMessage && underWay < window) return true
    }
    this.#isBound = true
    this.#boundMs = nowMs
    return false
  }
}
