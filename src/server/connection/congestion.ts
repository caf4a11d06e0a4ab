import type { Ms } from '../../base/units.ts'
import type { LinkKind } from '../../link/link.ts'
import { QueueDelay } from './queue-delay.ts'
import { UnderWay } from './under-way.ts'

/** Bytes waiting in a client's socket from which on nothing more is put into it, unless it has to be. */
export const SOCKET_FULL_BYTES = 16_384

/**
 * What may be under way at first: one packet of TCP, 300 ms of a connection of 5 kB/s. It grows by what is
 * acknowledged.
 */
const FIRST_WINDOW_BYTES = 1460
/** What may always be under way: 150 ms of a connection of 5 kB/s. Small games hardly come to feel a limit. */
const LEAST_WINDOW_BYTES = 750
/** How long packets may wait before the narrowest stretch, besides half an idle round trip. */
const QUEUE_MS: Ms = 125
/** Over how long the acknowledgements are judged: the least wait of that is what counts (CoDel, RFC 8289). */
const JUDGED_MS: Ms = 250
/** The same on a connection that nothing is known of: a rate over less says little. */
const LEAST_JUDGED_MS: Ms = 50
/** How long a limit has to be of no use before it is lifted. Meanwhile it grows where it is in the way. */
const LIFTED_MS: Ms = 5000
/** The same of the limit that every connection begins with. */
const STARTED_MS: Ms = 1500
/** How long acknowledgements may stand still before the connection counts as dead: most ways up stall for less. */
const STALL_MS: Ms = 1500
/** The same, besides two idle round trips, on a datagram link whose window is full: what is in it may be lost. */
const LOST_MS: Ms = 300
/** Into a dead connection a packet goes this often, of so many bytes at most: what finds out that it is not. */
const KNOCK_MS: Ms = 250
const KNOCK_BYTES = 1200
/** WELCOME is said again this often at most: HELLO may come twice. */
const WELCOME_AGAIN_MS: Ms = 100
/** A packet that measures the idle round trip is at most so long. */
const PROBE_BYTES = 300
/** No piece of a snapshot is made shorter than this: each has its head, and the player's own state. */
const LEAST_PIECE_BYTES = 256
/** So many stretches in a row without an explanation have the idle round trip measured anew. */
const MOST_UNEXPLAINED = 4

/**
 * What the connection of one client may be given. Judged by the age of acknowledgements alone: the kernel, routers and
 * a Wi-Fi access point take in seconds of packets before any socket says that it is full.
 *
 * A round trip that stays over the idle one says that packets wait. Then no more is let under way than the connection has
 * carried of late in one and a half idle round trips and 125 ms, and that doubles while nothing waits. After
 * Brakmo and Peterson, "TCP Vegas", 1995, for delay as the sign; RFC 8289 (CoDel) for the least of a while as what
 * counts; Cardwell et al., "BBR", 2016, for rate times round trip as the limit, and for measuring the idle round trip
 * with nothing under way. Only the arrival of a packet is evidence: a stall of the client's way up limits nothing.
 * `docs/TIME.md`, *Slow connections*, says it in full.
 *
 * One for each connection; without a clock, times come in. Creates no object in steady state.
 */
export class Congestion {
  readonly #kind: LinkKind
  readonly #underWay: UnderWay
  readonly #delay = new QueueDelay()
  #windowBytes = FIRST_WINDOW_BYTES
  /** Bytes that the last snapshot takes when it tells of everything. */
  #wholeBytes = 0
  /** When the window was last in the way, or began. */
  #boundMs: Ms
  #lastSnapshotMs: Ms = Number.NEGATIVE_INFINITY
  #lastWelcomeMs: Ms = Number.NEGATIVE_INFINITY
  /** Whether the newest packet is a message: then a snapshot has its turn. */
  #wasMessage = false
  readonly #startMs: Ms
  #isHeard = false
  // What the newest acknowledgement said, when it came, and whether it has been judged.
  #waitMs: Ms = Number.NaN
  #progressMs: Ms
  #hasNews = false
  // The stretch that is being judged.
  #fromMs: Ms = Number.NaN
  #fromBytes = 0
  #leastWaitMs: Ms = Number.POSITIVE_INFINITY
  #greatestWaitMs: Ms = Number.NEGATIVE_INFINITY
  #count = 0
  #isBound = false
  #isDraining = false
  #isStarting = true
  /** Bytes per ms of this stretch and the one before. */
  #rate = 0
  /** The better of the two. */
  #best = 0
  /** Stretches in a row with a wait that the packets under way do not explain. */
  #unexplained = 0
  /** The rate before these. */
  #explainedRate = 0
  /** Whether the idle round trip is to be measured anew, and the packet that does it; -1: not sent yet. */
  #isProbing = false
  #probe = -1

  /** `nowMs`: when WELCOME is sent. */
  constructor(kind: LinkKind, nowMs: Ms) {
    this.#kind = kind
    this.#underWay = new UnderWay(nowMs)
    this.#startMs = nowMs
    this.#boundMs = nowMs
    this.#progressMs = nowMs
  }

  /** Bytes that were sent and not acknowledged. */
  get underWayBytes(): number {
    return this.#underWay.bytes
  }

  /** Most bytes that may be under way now; Infinity while nothing is limited. */
  get windowBytes(): number {
    return this.#windowBytes
  }

  /** The least round trip of late, in which nothing waited; NaN before the client's first packet. */
  get idleMs(): Ms {
    return this.#delay.idleMs
  }

  /** For how long packets have been under way while no acknowledgement moved. */
  stalledMs(nowMs: Ms): Ms {
    return this.#underWay.stalledMs(nowMs)
  }

  /** The room leaves time out: what is under way counts as sent so much later. */
  leaveOut(ms: Ms): void {
    this.#underWay.leaveOut(ms)
    this.#progressMs += ms
    this.#fromMs += ms
    this.#boundMs += ms
  }

  /**
   * Notes a snapshot of so many bytes, which is packet `sequence`, not wrapped. `wholeBytes`: what it takes when it tells of
   * everything.
   */
  sentSnapshot(sequence: number, bytes: number, wholeBytes: number, nowMs: Ms): void {
    if (this.#isProbing && this.underWayBytes === 0) this.#probe = sequence
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

  /** Notes a WELCOME. */
  sentWelcome(bytes: number, nowMs: Ms): void {
    this.#underWay.noteUnnumbered(bytes, nowMs)
    this.#lastWelcomeMs = nowMs
  }

  /** Whether WELCOME may be said once more. */
  mayRepeatWelcome(nowMs: Ms): boolean {
    return nowMs - this.#lastWelcomeMs >= WELCOME_AGAIN_MS
  }

  /**
   * Takes a packet of the client: `sequence` is the newest packet that has come there, -1: none. `lateMs`: the present less
   * the moment of the newest input, on any clock, if that came with this very packet; NaN if not. What the way up took
   * longer than of late is not put down to the way down.
   */
  heard(sequence: number, nowMs: Ms, lateMs: Ms): void {
    const delay = this.#delay
    if (!this.#isHeard) {
      this.#isHeard = true
      this.#noteTrip(nowMs - this.#startMs, nowMs)
    }
    delay.noteInput(lateMs, nowMs)
    const ackedBefore = this.#underWay.ackedBytes
    const tripMs = nowMs - this.#underWay.acknowledge(sequence, nowMs)
    if (Number.isNaN(tripMs)) return
    this.#progressMs = nowMs
    this.#hasNews = true
    if (sequence === this.#probe) this.#waitMs = this.#endProbe(tripMs, nowMs)
    else {
      this.#noteTrip(tripMs, nowMs)
      this.#waitMs = delay.waitOf(tripMs)
    }
    // Slow start: as much again as has come through, for as long as nothing waits.
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

  /** Judges what has come by a network tick: of acknowledgements that came together, the newest counts. */
  judge(nowMs: Ms): void {
    if (!this.#hasNews) return
    this.#hasNews = false
    // The connection was at work on the first packet for as long as that took longer than an idle round trip.
    if (Number.isNaN(this.#fromMs)) this.#fromMs = this.#progressMs - this.#waitMs
    this.#count++
    if (this.#waitMs < this.#leastWaitMs) this.#leastWaitMs = this.#waitMs
    if (this.#waitMs > this.#greatestWaitMs) this.#greatestWaitMs = this.#waitMs
    const elapsedMs = this.#progressMs - this.#fromMs
    const mostMs = this.#mostWaitMs
    // A connection that nothing is known of is not given the time to fill up.
    const isFilling = this.#isStarting && this.#waitMs > mostMs && elapsedMs >= LEAST_JUDGED_MS
    // Where a limit makes acknowledgements rare, one has to do.
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

  /** Begins a stretch that is to be judged. */
  #begin(): void {
    this.#fromMs = this.#progressMs
    this.#fromBytes = this.#underWay.ackedBytes
    this.#leastWaitMs = Number.POSITIVE_INFINITY
    this.#greatestWaitMs = Number.NEGATIVE_INFINITY
    this.#count = 0
    this.#isBound = false
    this.#isDraining = this.underWayBytes > this.#windowBytes
  }

  /**
   * Packets wait. Where they go on waiting although no more are under way than the connection carries in time, it is
   * not for them that they wait: the path has become longer, and what it takes with nothing under way is measured anew.
   */
  #shrink(): void {
    const isLimited = this.#windowBytes < Infinity
    if (!isLimited) this.#explainedRate = this.#best
    else if (!this.#isDraining) this.#unexplained++
    const bytes = Math.floor(this.#best * (QUEUE_MS + 1.5 * this.idleMs))
    this.#windowBytes = Math.max(LEAST_WINDOW_BYTES, Math.min(this.#windowBytes, bytes))
    this.#isStarting = false
    if (this.#unexplained < MOST_UNEXPLAINED || this.#isProbing) return
    this.#isProbing = true
    this.#probe = -1
  }

  #grow(isIdle: boolean, nowMs: Ms): void {
    if (this.#isBound && isIdle) this.#windowBytes *= 2
    const liftedMs = this.#isStarting ? STARTED_MS : LIFTED_MS
    if (nowMs - this.#boundMs >= liftedMs) this.#windowBytes = Infinity
  }

  /**
   * The packet came back that had the connection to itself: what it took is the idle round trip. Returns how long it
   * waited.
   */
  #endProbe(tripMs: Ms, nowMs: Ms): Ms {
    this.#isProbing = false
    this.#probe = -1
    this.#unexplained = 0
    const idleMs = this.#delay.measureIdle(tripMs, nowMs)
    const bytes = Math.floor(this.#explainedRate * (QUEUE_MS + 1.5 * idleMs))
    this.#windowBytes = Math.max(this.#windowBytes, bytes)
    return this.#delay.waitOf(idleMs)
  }

  /**
   * How many bytes a snapshot may have now; 0: none is to be sent. One that tells of everything is waited for where the
   * connection can carry it, one that tells of a part is made where it cannot. `longest`: what a snapshot may have at
   * most anyway.
   */
  snapshotRoom(longest: number, nowMs: Ms): number {
    const stalledMs = this.stalledMs(nowMs)
    const mayKnock = nowMs - this.#lastSnapshotMs >= KNOCK_MS
    if (stalledMs > STALL_MS) return mayKnock ? KNOCK_BYTES : 0
    const window = this.#windowBytes
    if (window === Infinity) return Infinity
    const { underWayBytes } = this
    const whole = Math.min(this.#wholeBytes, longest)
    // One that takes over half of the window would leave the connection empty until it is acknowledged.
    const isWhole = whole > 0 && whole <= window >> 1 && !this.#isProbing
    const room = window - underWayBytes
    if (whole === 0) return Math.max(0, room)
    if (isWhole && whole <= room) return Math.max(room, whole + (whole >> 1))
    this.#isBound = true
    this.#boundMs = nowMs
    const piece = this.#isProbing
      ? PROBE_BYTES
      : Math.max(LEAST_PIECE_BYTES, Math.floor(window / 3))
    if (this.#isProbing ? underWayBytes === 0 : !isWhole && piece <= room) return piece
    if (this.#kind === 'ordered' || this.#isProbing) return 0
    return stalledMs > LOST_MS + 2 * this.idleMs && mayKnock ? piece : 0
  }

  /**
   * Whether a message of so many bytes may go now. Up to half of the window they may take; beyond that, messages and
   * snapshots take turns, so that neither waits for ever.
   */
  mayMessage(bytes: number, nowMs: Ms): boolean {
    if (this.stalledMs(nowMs) > STALL_MS) return false
    const window = this.#windowBytes
    const underWay = this.underWayBytes
    if (window === Infinity || underWay + bytes <= window >> 1) return true
    if (!this.#wasMessage && underWay < window && !this.#isProbing) return true
    this.#isBound = true
    this.#boundMs = nowMs
    return false
  }
}
