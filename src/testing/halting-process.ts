import type { Clock } from '../base/clock.ts'
import { finiteFrom0, misuse } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import type { Link, LinkReceiver } from '../link/link.ts'
import { WrappedLink } from './wrapped-link.ts'

/**
 * What a process does first after a pause: read the packets that its sockets received meanwhile, or run the timers that fell
 * due, such as a frame or an `advance` of a room. Node and browsers may do either.
 */
export type AfterPause<Timer extends string> = 'packets first' | `${Timer} first`

/** Returns whether packets come before the `timer`. Throws `misuse` if `order` is neither. */
export function packetsComeFirst(order: string, timer: string): boolean {
  const isKnown = order === 'packets first' || order === `${timer} first`
  if (!isKnown) misuse('order', order, `'packets first' or '${timer} first'`)
  return order === 'packets first'
}

/**
 * The process of a simulated server, or the main thread of a simulated page: a clock for its timers and a wrapper for its links.
 * While it stands still, no timer runs, and arrivals wait without limit, as in the buffers of a kernel that has room for all of
 * them.
 */
export class HaltingProcess implements Clock {
  readonly #clock: Clock
  readonly #lateTimers: (() => void)[] = []
  readonly #arrivals: (() => void)[] = []
  #standsStill = false
  #untilMs: Ms = Number.NEGATIVE_INFINITY
  #packetsFirst = true

  constructor(clock: Clock) {
    this.#clock = clock
  }

  nowMs(): Ms {
    return this.#clock.nowMs()
  }

  /** Works as the clock's `after`, except that a timer that falls due during a pause runs when the process goes on. */
  after(delayMs: Ms, run: () => void): () => void {
    let isUndone = false
    const runUnlessUndone = () => {
      if (!isUndone) run()
    }
    const undo = this.#clock.after(delayMs, () => {
      if (this.#standsStill) this.#lateTimers.push(runUnlessUndone)
      else run()
    })
    return () => {
      isUndone = true
      undo()
    }
  }

  /**
   * Stops the process for `forMs` from now. Of two pauses that overlap, the later end counts, and the order that was given
   * last. Throws `misuse` unless `forMs` is a finite number, at least 0.
   */
  pause(forMs: Ms, packetsFirst: boolean): void {
    finiteFrom0(forMs, 'forMs')
    this.#standsStill = true
    this.#packetsFirst = packetsFirst
    this.#untilMs = Math.max(this.#untilMs, this.#clock.nowMs() + forMs)
    this.#clock.after(forMs, () => this.#goOn())
  }

  /** Runs `arrive` now, or when the process goes on. */
  arrive(arrive: () => void): void {
    if (this.#standsStill) this.#arrivals.push(arrive)
    else arrive()
  }

  /** Returns this process's end of a link, whose packets and whose end wait during a pause. */
  linkOf(link: Link): Link {
    const waiting = (receiver: LinkReceiver): LinkReceiver => ({
      packet: (bytes, arrivedAtMs) => {
        if (!this.#standsStill) return receiver.packet(bytes, arrivedAtMs)
        // `bytes` is borrowed until this call returns. A packet is stamped when the process reads it.
        const copy = bytes.slice()
        this.arrive(() => {
          if (!end.isClosedHere) receiver.packet(copy, this.nowMs())
        })
      },
      closed: (reason, detail) => this.arrive(() => receiver.closed(reason, detail)),
    })
    const end = new WrappedLink(link, waiting)
    return end
  }

  #goOn(): void {
    if (!this.#standsStill || this.#clock.nowMs() < this.#untilMs) return
    this.#standsStill = false
    const [first, second] = this.#packetsFirst
      ? [this.#arrivals, this.#lateTimers]
      : [this.#lateTimers, this.#arrivals]
    for (const run of first.splice(0)) run()
    for (const run of second.splice(0)) run()
  }
}
