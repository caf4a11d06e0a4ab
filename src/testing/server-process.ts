import type { Clock } from '../base/clock.ts'
import { finiteFrom0, misuse } from '../base/settings.ts'
import type { Ms } from '../base/units.ts'
import type { Link, LinkReceiver } from '../link/link.ts'
import { WrappedLink } from './wrapped-link.ts'

/**
 * What a process does first when it goes on after it stood still: read what its sockets have received meanwhile, or run the
 * timers that fell due. Node does either, for its event loop may stop in front of both.
 */
export type AfterPause = 'packets first' | 'advance first'

/**
 * The process that a simulated server runs in, as a clock for its timers and a wrapper for its links. While it stands
 * still no timer runs, and what arrives waits without limit, as in the buffers of a kernel that has room for it all.
 */
export class ServerProcess implements Clock {
  readonly #clock: Clock
  readonly #lateTimers: (() => void)[] = []
  readonly #arrivals: (() => void)[] = []
  #standsStill = false
  #untilMs: Ms = Number.NEGATIVE_INFINITY
  #order: AfterPause = 'packets first'

  constructor(clock: Clock) {
    this.#clock = clock
  }

  nowMs(): Ms {
    return this.#clock.nowMs()
  }

  /** As the clock's own `after`, but that what falls due while the process stands still runs when it goes on. */
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
   * Stands still for `forMs` from now. A pause within another makes that last until the later end of the two; what comes
   * first then is what was said last. Throws `misuse` unless `forMs` is a finite number from 0 and `order` is known.
   */
  pause(forMs: Ms, order: AfterPause): void {
    finiteFrom0(forMs, 'forMs')
    if (order !== 'packets first' && order !== 'advance first')
      misuse('order', order, "'packets first' or 'advance first'")
    this.#standsStill = true
    this.#order = order
    this.#untilMs = Math.max(this.#untilMs, this.#clock.nowMs() + forMs)
    this.#clock.after(forMs, () => this.#goOn())
  }

  /** Runs `arrive` now, or once the process goes on. */
  arrive(arrive: () => void): void {
    if (this.#standsStill) this.#arrivals.push(arrive)
    else arrive()
  }

  /** The server's end of a link, whose packets and whose end wait while the process stands still. */
  linkOf(link: Link): Link {
    const waiting = (receiver: LinkReceiver): LinkReceiver => ({
      packet: (bytes, arrivedAtMs) => {
        if (!this.#standsStill) return receiver.packet(bytes, arrivedAtMs)
        // Borrowed until this call returns, and stamped when it is read.
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
    const [first, second] =
      this.#order === 'packets first'
        ? [this.#arrivals, this.#lateTimers]
        : [this.#lateTimers, this.#arrivals]
    for (const run of first.splice(0)) run()
    for (const run of second.splice(0)) run()
  }
}
