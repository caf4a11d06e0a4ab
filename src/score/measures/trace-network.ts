import type { Clock } from '../../base/clock.ts'
import type { Ms } from '../../base/units.ts'
import type { Link, Network } from '../../link/link.ts'
import { WrappedLink } from '../../testing/wrapped-link.ts'
import type { Trace } from '../traces/trace.ts'

/** A trace, and the place in it at which a network begins. */
export interface TracePart {
  readonly trace: Trace
  /** The place at which the network begins, in ms. Default 0. */
  readonly fromMs?: Ms | undefined
  /** The time between two packets of an ordered trace, in ms. Default 50. */
  readonly gridMs?: Ms | undefined
}

/**
 * The network of one session in virtual time, made of traces. A packet meets what its trace says of the moment at which it is
 * sent, whatever else is sent. Traces are played from the moment of `wrap`; ordered ones for `lengthMs`, then anew.
 */
export class TraceNetwork implements Network {
  readonly #up: Way
  readonly #down: Way

  constructor(up: TracePart, down: TracePart, lengthMs: Ms) {
    this.#up = new Way(up, lengthMs)
    this.#down = new Way(down, lengthMs)
  }

  wrap(link: Link, clock: Clock): Link {
    this.#up.startMs = this.#down.startMs = clock.nowMs()
    return new WrappedLink(
      link,
      (receiver) => ({
        packet: (bytes) =>
          this.#down.carry(bytes, clock, (copy) => receiver.packet(copy, clock.nowMs())),
        closed: (reason, detail) => receiver.closed(reason, detail),
      }),
      (bytes) => this.#up.carry(bytes, clock, (copy) => link.isOpen && link.send(copy)),
    )
  }
}

/** How many recent packets the trace is asked about each time, so that a packet in a queue knows those before it. */
const RECENT = 8

/** One direction of the network. */
class Way {
  /** When the network began. */
  startMs: Ms = 0
  readonly #trace: Trace
  readonly #fromMs: Ms
  readonly #recentMs: Ms[] = []
  /** For an ordered trace: the delays of packets `#gridMs` apart. There, a repeat depends on packets that are sent later. */
  readonly #delaysMs: Float64Array | undefined
  readonly #gridMs: Ms
  readonly #underWay: Uint8Array[] = []
  #newestMs: Ms = Number.NEGATIVE_INFINITY

  constructor({ trace, fromMs = 0, gridMs = 50 }: TracePart, lengthMs: Ms) {
    this.#trace = trace
    this.#fromMs = fromMs
    this.#gridMs = gridMs
    const count = trace.kind === 'ordered' ? Math.ceil(lengthMs / gridMs) + 1 : 0
    const sentMs = Float64Array.from({ length: count }, (_, i) => fromMs + i * gridMs)
    const arrivesMs = count > 0 ? trace.arrivals(sentMs) : undefined
    this.#delaysMs = arrivesMs?.map((atMs, i) => atMs - sentMs[i]!)
  }

  /** Sends a packet, borrowed until the call returns. Calls `deliver` with a copy when it arrives, unless it is lost. */
  carry(bytes: Uint8Array, clock: Clock, deliver: (copy: Uint8Array) => void): void {
    const nowMs = clock.nowMs()
    const delayMs = this.#delayMs(nowMs - this.startMs)
    if (Number.isNaN(delayMs)) return
    const copy = bytes.slice()
    if (!this.#delaysMs) {
      clock.after(delayMs, () => deliver(copy))
      return
    }
    this.#newestMs = Math.max(this.#newestMs, nowMs + delayMs)
    // Timers for one moment that were set at two moments may fire in either order.
    this.#underWay.push(copy)
    clock.after(this.#newestMs - nowMs, () => deliver(this.#underWay.shift()!))
  }

  #delayMs(sentMs: Ms): Ms {
    const delays = this.#delaysMs
    if (delays) return delays[Math.ceil(sentMs / this.#gridMs) % delays.length]!
    const recent = this.#recentMs
    if (recent.length === RECENT) recent.shift()
    recent.push(this.#fromMs + sentMs)
    return this.#trace.arrivals(recent).at(-1)! - recent.at(-1)!
  }
}
