import type { Clock } from '../base/clock.ts'
import type { DisconnectReason } from '../base/error.ts'
import { mixSeed } from '../base/random.ts'
import type { Ms } from '../base/units.ts'
import { Flight } from './flight.ts'
import type { CheckedImpairment } from './impairment.ts'
import type { LinkKind, LinkReceiver } from './link.ts'
import { Path } from './path.ts'
import { Retransmission } from './retransmission.ts'

/** The options of a `Line`. */
export interface LineOptions {
  readonly kind: LinkKind
  /** What happens to packets in this direction. */
  readonly impairment: CheckedImpairment
  /** What happens to packets in the other direction. It decides when lost packets are sent again. */
  readonly back: CheckedImpairment
  readonly seed: number
  readonly receiver: LinkReceiver
}

/**
 * One direction of a conditioned link. It keeps packets until the impairment lets them arrive. In an ordered line all packets
 * wait for the head of the queue; a datagram line is sorted by arrival.
 */
export class Line {
  readonly stats = { sent: 0, delivered: 0, lost: 0, duplicated: 0, reordered: 0, blocked: 0 }

  readonly #kind: LinkKind
  readonly #clock: Clock
  readonly #path: Path
  readonly #retransmission: Retransmission
  readonly #receiver: LinkReceiver

  readonly #queue: Flight[] = []
  readonly #unused: Flight[] = []
  #undoTimer: (() => void) | undefined
  #timerAtMs: Ms = 0
  #isStopped = false
  #newestStampMs: Ms = Number.NEGATIVE_INFINITY
  #newestIndex = 0
  #count = 0

  constructor(clock: Clock, { kind, impairment, back, seed, receiver }: LineOptions) {
    this.#kind = kind
    this.#clock = clock
    this.#path = new Path(impairment, kind === 'datagram', mixSeed(seed, 1), clock.nowMs())
    this.#retransmission = new Retransmission(this.#path, mixSeed(seed, 2))
    this.#receiver = receiver
    this.setImpairment(impairment, back)
  }

  /** Changes the impairment, here and on the way back, for packets sent (or sent again) from now on. */
  setImpairment(impairment: CheckedImpairment, back: CheckedImpairment): void {
    this.#path.impairment = impairment
    if (this.#kind === 'datagram') return
    this.#retransmission.setRoundTrip(impairment, back, this.#queue, this.#clock.nowMs())
    this.#run()
  }

  /** Sends one packet; `bytes` is borrowed. Calls the receiver at once when nothing delays the packet. */
  send(bytes: Uint8Array, sentAtMs: Ms): void {
    if (this.#isStopped) return
    this.stats.sent++
    const { arrivesAtMs, copyArrivesAtMs } = this.#path.travel(sentAtMs, bytes.length)
    if (Number.isNaN(arrivesAtMs)) this.stats.lost++
    const index = this.#count++
    if (this.#kind === 'ordered') {
      this.#append(bytes, index, sentAtMs, arrivesAtMs)
    } else if (!Number.isNaN(arrivesAtMs)) {
      this.#insert(bytes, index, arrivesAtMs, false)
      if (!Number.isNaN(copyArrivesAtMs)) {
        this.stats.duplicated++
        this.#insert(bytes, index, copyArrivesAtMs, true)
      }
    }
    this.#run()
  }

  /** Ends the line. The end follows the packets under way on an ordered line, and comes at once on a datagram line. */
  end(reason: DisconnectReason, detail: string, sentAtMs: Ms): void {
    if (this.#isStopped) return
    if (this.#kind === 'datagram') {
      this.stop()
      this.#receiver.closed(reason, detail)
      return
    }
    const { arrivesAtMs } = this.#path.travel(sentAtMs, 0)
    const flight = this.#append(NOTHING, this.#count++, sentAtMs, arrivesAtMs)
    flight.ending = { reason, detail }
    this.#run()
  }

  /** Drops the packets under way. Nothing is delivered any more. */
  stop(): void {
    this.#isStopped = true
    this.#queue.length = 0
    this.#undoTimer?.()
    this.#undoTimer = undefined
  }

  /** Bytes that wait before the bottleneck, as in a socket's send buffer. */
  backlogBytes(): number {
    return this.#isStopped ? 0 : this.#path.backlogBytes(this.#clock.nowMs())
  }

  #append(bytes: Uint8Array, index: number, sentAtMs: Ms, arrivesAtMs: Ms): Flight {
    const flight = this.#take(bytes, index, arrivesAtMs)
    flight.leavesAtMs = sentAtMs
    flight.isLost = Number.isNaN(arrivesAtMs)
    this.#queue.push(flight)
    this.#retransmission.sent(this.#queue)
    return flight
  }

  #insert(bytes: Uint8Array, index: number, arrivesAtMs: Ms, isSecondCopy: boolean): void {
    const flight = this.#take(bytes, index, arrivesAtMs)
    flight.isSecondCopy = isSecondCopy
    const queue = this.#queue
    let at = queue.length
    for (; at > 0; at--) {
      const earlier = queue[at - 1]
      if (earlier === undefined || earlier.arrivesAtMs <= arrivesAtMs) break
      queue[at] = earlier
    }
    queue[at] = flight
  }

  #take(bytes: Uint8Array, index: number, arrivesAtMs: Ms): Flight {
    const flight = this.#unused.pop() ?? new Flight()
    flight.copy.fill(bytes)
    flight.index = index
    flight.arrivesAtMs = arrivesAtMs
    return flight
  }

  readonly #run = (): void => {
    const nowMs = this.#clock.nowMs()
    try {
      for (let flight = this.#queue[0]; flight; flight = this.#queue[0]) {
        if (flight.arrivesAtMs > nowMs) break
        this.#queue.shift()
        this.#deliver(flight)
      }
    } finally {
      this.#arm(nowMs)
    }
  }

  #deliver(flight: Flight): void {
    if (flight.ending !== undefined) {
      this.stop()
      this.#receiver.closed(flight.ending.reason, flight.ending.detail)
      return
    }
    const { stats } = this
    stats.delivered++
    if (flight.arrivesAtMs < this.#newestStampMs) stats.blocked++
    else this.#newestStampMs = flight.arrivesAtMs
    if (flight.index > this.#newestIndex) this.#newestIndex = flight.index
    else if (flight.index < this.#newestIndex && !flight.isSecondCopy) stats.reordered++
    this.#receiver.packet(flight.copy.bytes, this.#newestStampMs)
    this.#unused.push(flight)
  }

  #arm(nowMs: Ms): void {
    const atMs = this.#queue[0]?.arrivesAtMs
    if (atMs === undefined || (this.#undoTimer !== undefined && this.#timerAtMs === atMs)) return
    this.#undoTimer?.()
    this.#timerAtMs = atMs
    this.#undoTimer = this.#clock.after(Math.max(0, atMs - nowMs), this.#onTimer)
  }

  readonly #onTimer = (): void => {
    this.#undoTimer = undefined
    this.#run()
  }
}

const NOTHING = /* @__PURE__ */ new Uint8Array(0)
