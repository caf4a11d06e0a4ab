import type { Clock } from '../base/clock.ts'
import type { DisconnectReason } from '../base/error.ts'
import { SlidingMin } from '../base/estimate.ts'
import type { Ms } from '../base/units.ts'
import { Arrivals } from './arrivals.ts'
import { type Link, type LinkReceiver, SOCKET_FULL_BYTES } from './link.ts'
import { Uplink } from './uplink.ts'

/** The longest packet that goes over a datagram path. Many networks fragment longer ones, and losing one fragment loses all. */
export const DATAGRAM_BYTES = 1200
/** While more bytes than this wait in a path, it drops packets, because they would arrive too late. */
export const PATH_FULL_BYTES = 65_536
/**
 * If no packet has come over the path for this long, packets go over the socket as well. If packets are rare, `DOUBT_GAPS`
 * times their mean interval counts instead.
 */
const DOUBT_MS: Ms = 250
const DOUBT_GAPS = 4
/** The most that an interval between two packets counts for, and the weight of each interval in the mean. */
const MOST_GAP_MS: Ms = 250
const GAP_WEIGHT = 1 / 8
/** An end that has sent nothing over the path for this long sends a beat. */
const BEAT_MS: Ms = 200
/** A server that has sent nothing over the path for this long answers a packet with a beat. A client uses `BEAT_MS`. */
const ANSWER_MS: Ms = 150
/** If one end has received no packet over the path for this long, the client gives up the path. */
const LOST_MS: Ms = 3000
/**
 * If each of at least `QUEUED_TRIPS` round trips in a row takes `QUEUED_MS` longer than the shortest of the last `REMEMBERED_MS`,
 * and this lasts for `QUEUED_FOR_MS`, the line is too slow for the headers and acknowledgements of datagrams. The client gives up
 * the path.
 */
const QUEUED_MS: Ms = 300
const QUEUED_FOR_MS: Ms = 2000
const QUEUED_TRIPS = 4
const REMEMBERED_MS: Ms = 300_000
/** If a client has not checked the path for this long, the page was not running, and silence says nothing about the path. */
const STOOD_STILL_MS: Ms = 500
/** An empty packet is a beat. It belongs to the path, and users of the link do not see it. */
const BEAT = /* @__PURE__ */ new Uint8Array(0)

/** Carries datagrams between the two ends of a socket. It may lose, repeat and reorder packets, and end at any time. */
export interface DatagramPath {
  /** Sends one packet. `bytes` is borrowed until the call returns. Does nothing after the end of the path. */
  send(bytes: Uint8Array): void
}

/** The options of a `DatagramLink`. */
export interface DatagramLinkOptions {
  /**
   * Which end this is. The server checks the path only when it sends or receives packets, and the client also checks it on a
   * timer.
   */
  readonly side: 'client' | 'server'
  /** Tells the other end, over the socket, whether packets arrive over the path. */
  readonly tellHeard: (isHeard: boolean) => void
  /** Called once, when the first packet comes over the socket. By then, the other end has let this one in. Default: nothing. */
  readonly onFirstPacket?: (() => void) | undefined
  /**
   * Called when the link gives up the path and continues over the socket. `why` is the reason, as text for people. `isSlow`:
   * whether the line is too slow for datagrams.
   */
  readonly onGivenUp: (why: string, isSlow: boolean) => void
  /** Called once, when the link has ended. */
  readonly onEnded: () => void
}

/** What happened to the packets of a `DatagramLink`. */
export interface DatagramLinkStats {
  /** Packets sent over a datagram path, beats included. */
  overPath: number
  /** Packets sent over the socket. */
  overSocket: number
  /** How often a path fell silent for long enough to be in doubt. */
  doubts: number
}

/**
 * A datagram link that begins on a socket and moves to a datagram path as soon as there is one. It uses the datagram protocol
 * from the first packet on. Both ends therefore expect lost, repeated and reordered packets, and a move loses nothing.
 *
 * - Without a path, packets go over the socket. Packets that are too long for a datagram always do.
 * - With a path, packets go over the path alone once one has come over it, and as long as each end hears the other.
 * - If one end has heard nothing over the path for 250 ms, both ends send over the path and the socket. If packets are rare,
 *   this takes up to a second. Beats prevent a path without packets from falling silent.
 * - After 3 s of silence, the client gives up the path. The caller of `use` may then open another one.
 * - The client also gives up a path if its packets have queued up for 2 s. The socket needs fewer bytes on a slow line.
 *
 * The link ends when its socket ends.
 */
export class DatagramLink implements Link {
  readonly kind = 'datagram'
  readonly uplink: Uplink = new Uplink()
  readonly stats: DatagramLinkStats = { overPath: 0, overSocket: 0, doubts: 0 }
  readonly #socket: Link
  readonly #clock: Clock
  readonly #options: DatagramLinkOptions
  readonly #arrivals = new Arrivals()
  #path: DatagramPath | null = null
  /** When the last packet came over the path, and when the last one was sent over it. */
  #heardAtMs: Ms = 0
  #sentAtMs: Ms = 0
  /** The mean interval between packets that came over the path. */
  #gapMs: Ms = DOUBT_MS / DOUBT_GAPS
  /** When the path was last checked, and whether that check was skipped because it came late. */
  #watchedAtMs: Ms = 0
  #isLate = false
  /** The path over which the last packet came. Packets go over the socket as well until one has come over the present path. */
  #heardPath: DatagramPath | null = null
  /** Whether this end hears the other, as far as the other has been told. */
  #isHearing = true
  /** When the other end stopped hearing this one; NaN: it hears this one. */
  #unheardSinceMs: Ms = Number.NaN
  /** Round trips over the path and the socket. */
  readonly #trips = new SlidingMin(REMEMBERED_MS, 16)
  /** Since when round trips have been too long without a pause, how many they are, and when the last of them was noted. */
  #queuedSinceMs: Ms = 0
  #queuedTrips = 0
  #queuedAtMs: Ms = Number.NEGATIVE_INFINITY
  #undoTimer: () => void = () => {}

  /** The link opens `socket` itself, so the caller must not open it. */
  constructor(socket: Link, clock: Clock, options: DatagramLinkOptions) {
    this.#socket = socket
    this.#clock = clock
    this.#options = options
    let isFirst = true
    socket.open({
      packet: (bytes, arrivedAtMs) => {
        if (isFirst) options.onFirstPacket?.()
        isFirst = false
        this.#arrivals.packet(bytes, arrivedAtMs)
      },
      closed: (reason, detail) => {
        if (this.#arrivals.end(reason, detail)) this.#end()
        this.#arrivals.tell()
      },
    })
  }

  get isOpen(): boolean {
    return this.#arrivals.isOpen
  }

  /** Bytes that wait in the socket. A datagram path drops what it cannot send soon. */
  get bufferedBytes(): number {
    return this.#socket.bufferedBytes
  }

  /** Whether packets go over a datagram path. */
  get isOnPath(): boolean {
    return this.#path !== null
  }

  open(receiver: LinkReceiver): void {
    this.#arrivals.open(receiver)
  }

  send(bytes: Uint8Array): void {
    if (!this.isOpen) return
    const nowMs = this.#clock.nowMs()
    this.#watch(nowMs)
    if (!this.#path || bytes.length > DATAGRAM_BYTES) return this.#sendOverSocket(bytes)
    const isProven = this.#heardPath === this.#path
    const isSure = isProven && this.#isHearing && Number.isNaN(this.#unheardSinceMs)
    // Packets in a full socket would arrive too late, so while it is full, packets go over the path alone.
    if (!isSure && this.#socket.bufferedBytes <= SOCKET_FULL_BYTES) this.#sendOverSocket(bytes)
    this.#sendOverPath(bytes, nowMs)
  }

  close(reason: DisconnectReason, detail = ''): void {
    if (!this.#arrivals.close(reason, detail)) return
    this.#end()
    this.#socket.close(reason, detail)
    queueMicrotask(() => this.#arrivals.tell())
  }

  /** Begins to use a path that is open at both ends, and replaces any earlier one. Does nothing after the end of the link. */
  use(path: DatagramPath): void {
    if (!this.isOpen) return
    this.#undoTimer()
    const nowMs = this.#clock.nowMs()
    this.#path = path
    this.#heardAtMs = this.#watchedAtMs = nowMs
    this.#gapMs = DOUBT_MS / DOUBT_GAPS
    this.#isHearing = true
    this.#unheardSinceMs = Number.NaN
    this.#queuedTrips = 0
    this.#sendOverPath(BEAT, nowMs)
    if (this.#options.side === 'client') this.#armTimer()
  }

  /** Takes a packet that came over `path`. May be called before `use`. `bytes` is borrowed. */
  packetCame(path: DatagramPath, bytes: Uint8Array, arrivedAtMs: Ms): void {
    this.#heardPath = path
    if (path === this.#path) {
      const nowMs = this.#clock.nowMs()
      const gapMs = Math.min(nowMs - this.#heardAtMs, MOST_GAP_MS)
      this.#gapMs += (gapMs - this.#gapMs) * GAP_WEIGHT
      this.#heardAtMs = nowMs
      this.#watch(nowMs)
      const mostMs = this.#options.side === 'client' ? BEAT_MS : ANSWER_MS
      if (nowMs - this.#sentAtMs >= mostMs) this.#sendOverPath(BEAT, nowMs)
    }
    if (bytes.length > 0) this.#arrivals.packet(bytes, arrivedAtMs)
  }

  /** Notes whether the other end says that it hears this one over the path. */
  toldHeard(isHeard: boolean): void {
    if (isHeard) this.#unheardSinceMs = Number.NaN
    else if (Number.isNaN(this.#unheardSinceMs)) this.#unheardSinceMs = this.#clock.nowMs()
  }

  noteRoundTrip(tripMs: Ms, nowMs: Ms): void {
    this.#trips.insert(tripMs, nowMs)
    const isQueued = tripMs - this.#trips.least >= QUEUED_MS
    if (!isQueued || nowMs - this.#queuedAtMs >= LOST_MS) this.#queuedTrips = 0
    if (!isQueued) return
    if (this.#queuedTrips++ === 0) this.#queuedSinceMs = nowMs
    this.#queuedAtMs = nowMs
    if (this.#isSlow(nowMs) && nowMs - this.#queuedSinceMs >= QUEUED_FOR_MS)
      this.giveUp('the line is too slow for datagrams')
  }

  /** Whether packets have queued up, as far as the newest round trips say. */
  #isSlow(nowMs: Ms): boolean {
    return this.#queuedTrips >= QUEUED_TRIPS && nowMs - this.#queuedAtMs < 2 * LOST_MS
  }

  /** Goes back to the socket. Does nothing without a path. */
  giveUp(why: string): void {
    if (!this.#path) return
    this.#undoTimer()
    this.#path = null
    this.#options.onGivenUp(why, this.#isSlow(this.#clock.nowMs()))
  }

  #end(): void {
    this.#undoTimer()
    this.#path = null
    this.#options.onEnded()
  }

  /** Checks how long the path has been silent, and acts on it. */
  #watch(nowMs: Ms): void {
    if (!this.#path) return
    const isClient = this.#options.side === 'client'
    // If the page was not running, packets may wait behind this call. In a hidden tab, every call is late.
    this.#isLate = isClient && !this.#isLate && nowMs - this.#watchedAtMs >= STOOD_STILL_MS
    this.#watchedAtMs = nowMs
    if (this.#isLate) return
    const silentMs = nowMs - this.#heardAtMs
    const isHearing = silentMs < Math.max(DOUBT_MS, DOUBT_GAPS * this.#gapMs)
    if (isHearing !== this.#isHearing) {
      this.#isHearing = isHearing
      if (!isHearing) this.stats.doubts++
      this.#options.tellHeard(isHearing)
    }
    const isLost = silentMs >= LOST_MS || nowMs - this.#unheardSinceMs >= LOST_MS
    if (isLost && isClient) this.giveUp('no more datagrams came through')
  }

  #sendOverPath(bytes: Uint8Array, nowMs: Ms): void {
    this.#sentAtMs = nowMs
    this.stats.overPath++
    this.#path?.send(bytes)
  }

  #sendOverSocket(bytes: Uint8Array): void {
    this.stats.overSocket++
    this.#socket.send(bytes)
  }

  #armTimer(): void {
    this.#undoTimer = this.#clock.after(BEAT_MS, () => {
      const nowMs = this.#clock.nowMs()
      this.#watch(nowMs)
      if (!this.#path) return
      if (nowMs - this.#sentAtMs >= BEAT_MS) this.#sendOverPath(BEAT, nowMs)
      this.#armTimer()
    })
  }
}
