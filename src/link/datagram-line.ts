import type { Clock } from '../base/clock.ts'
import type { DisconnectReason } from '../base/error.ts'
import { mixSeed } from '../base/random.ts'
import type { Ms } from '../base/units.ts'
import { Flight } from './flight.ts'
import type { CheckedImpairment } from './impairment.ts'
import type { LinkReceiver } from './link.ts'
import { Path } from './path.ts'

/** The options of a `DatagramLine`. */
export interface DatagramLineOptions {
  /** What happens to packets in this direction. */
  readonly impairment: CheckedImpairment
  readonly seed: number
  readonly receiver: LinkReceiver
}

/**
 * One direction of a conditioned datagram link. It keeps packets, sorted by arrival, until the impairment lets them arrive.
 */
export class DatagramLine {
  readonly stats = { sent: 0, delivered: 0, lost: 0, duplicated: 0, reordered: 0, blocked: 0 }

  readonly #clock: Clock
  readonly #path: Path
  readonly #receiver: LinkReceiver

  readonly #queue: Flight[] = []
  readonly #unused: Flight[] = []
  #undoTimer: (() => void) | undefined
  #timerAtMs: Ms = 0
  #isStopped = false
  #newestStampMs: Ms = Number.NEGATIVE_INFINITY
  #newestIndex = 0
  #count = 0

  constructor(clock: Clock, { impairment, seed, receiver }: DatagramLineOptions) {
    this.#clock = clock
    this.#path = new Path(impairment, true, mixSeed(seed, 1), clock.nowMs())
    this.#receiver = receiver
  }

  /** Changes what happens to packets sent from now on. */
  set impairment(impairment: CheckedImpairment) {
    this.#path.impairment = impairment
  }

  /** Sends one packet; `bytes` is borrowed. Calls the receiver at once when nothing delays the packet. */
  send(bytes: Uint8Array, sentAtMs: Ms): void {
    if (this.#isStopped) return
    this.stats.sent++
    const { arrivesAtMs, copyArrivesAtMs } = this.#path.travel(sentAtMs, bytes.length)
    const index = this.#count++
    if (Number.isNaN(arrivesAtMs)) this.stats.lost++
    else {
      this.#insert(bytes, index, arrivesAtMs, false)
      if (!Number.isNaN(copyArrivesAtMs)) {
        this.stats.duplicated++
        this.#insert(bytes, index, copyArrivesAtMs, true)
      }
    }
    this.#run()
  }

  /** Ends the line at once; packets under way are dropped. */
  end(reason: DisconnectReason, detail: string): void {
    if (this.#isStopped) return
    this.stop()
    this.#receiver.closed(reason, detail)
  }

  /** Drops the packets under way. Nothing is delivered any more. */
  stop(): void {
    this.#isStopped = true
    this.#queue.length = 0
    this.#undoTimer?.()
    this.#undoTimer = undefined
  }

  /** Bytes that wait before the bottleneck, as in a socket's send buffer. */
  backlogBytes(nowMs: Ms): number {
    return this.#isStopped ? 0 : this.#path.backlogBytes(nowMs)
  }

  #insert(bytes: Uint8Array, index: number, arrivesAtMs: Ms, isSecondCopy: boolean): void {
    const flight = this.#unused.pop() ?? new Flight()
    flight.copy.fill(bytes)
    flight.index = index
    flight.arrivesAtMs = arrivesAtMs
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
    const { stats } = this
    stats.delivered++
    if (flight.index > this.#newestIndex) this.#newestIndex = flight.index
    else if (flight.index < this.#newestIndex && !flight.isSecondCopy) stats.reordered++
    // A packet sent late, on a late clock, may arrive before the newest.
    this.#newestStampMs = Math.max(this.#newestStampMs, flight.arrivesAtMs)
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
