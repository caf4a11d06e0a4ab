import type { Clock } from '../base/clock.ts'
import { mixSeed } from '../base/random.ts'
import type { Ms } from '../base/units.ts'
import { type CheckedImpairment, meanDelayMs } from './impairment.ts'
import type { LinkReceiver } from './link.ts'
import { Path } from './path.ts'
import type { Segment } from './segment.ts'
import { TcpLine } from './tcp-line.ts'
import { TcpPacket } from './tcp-packet.ts'

/** The options of one direction of a `TcpConnection`. */
export interface TcpDirection {
  /** What happens to packets in this direction. */
  readonly impairment: CheckedImpairment
  readonly seed: number
  readonly receiver: LinkReceiver
}

/**
 * Both ends of a simulated TCP connection, and the network between them. It simulates TCP packet by packet: each data packet,
 * each retransmission and each acknowledgement has its own delay or is lost. The comment of `TcpSender` lists the parts of TCP
 * that the model includes and leaves out.
 *
 * Everything happens at its own simulated time, even if the clock's timer is late. When `send` or another method that changes
 * something returns, everything that is due has been done.
 */
export class TcpConnection {
  readonly up: TcpLine
  readonly down: TcpLine
  readonly #clock: Clock
  readonly #unused: TcpPacket[] = []
  /** The simulated time of the current action. */
  #nowMs: Ms
  #isRunning = false
  #undoTimer: (() => void) | undefined
  #timerAtMs: Ms = 0

  constructor(clock: Clock, up: TcpDirection, down: TcpDirection) {
    this.#clock = clock
    this.#nowMs = clock.nowMs()
    const firstTripMs = meanDelayMs(up.impairment) + meanDelayMs(down.impairment)
    const make = ({ impairment, seed, receiver }: TcpDirection): TcpLine => {
      const path = new Path(impairment, false, mixSeed(seed, 1), this.#nowMs)
      const line: TcpLine = new TcpLine({
        path,
        firstTripMs,
        user: receiver,
        transmit: (segment, isCertain) => this.#transmit(line, segment, isCertain),
        onChange: this.#run,
      })
      return line
    }
    this.up = make(up)
    this.down = make(down)
  }

  /** Does everything that is due, in the order of time. A nested call returns at once. */
  readonly #run = (): void => {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      for (;;) {
        const atMs = this.#dueAtMs()
        if (atMs === Number.POSITIVE_INFINITY || atMs > this.#clock.nowMs()) break
        this.#nowMs = Math.max(this.#nowMs, atMs)
        this.#step(this.up, this.down) || this.#step(this.down, this.up)
      }
    } finally {
      this.#isRunning = false
      this.#arm()
    }
  }

  #dueAtMs(): Ms {
    const { up, down } = this
    if (up.isStopped && down.isStopped) return Number.POSITIVE_INFINITY
    return Math.min(up.dueAtMs(), down.dueAtMs())
  }

  /** Does one action that is due on `line`. Returns whether there was one. */
  #step(line: TcpLine, back: TcpLine): boolean {
    const nowMs = this.#nowMs
    const packet = line.takePacket(nowMs)
    if (packet !== undefined) this.#arrive(packet, line, back)
    else if (line.receiver.ackAtMs <= nowMs) this.#acknowledge(back)
    else return line.work(nowMs)
    return true
  }

  #arrive(packet: TcpPacket, line: TcpLine, back: TcpLine): void {
    const { first, end } = packet
    if (first < end) line.receiver.take(packet, this.#nowMs)
    if (!back.isStopped) back.sender.read(packet, this.#nowMs)
    this.#unused.push(packet)
    if (first < end) line.deliver(end, this.#nowMs)
  }

  /** Sends a packet with the bytes of `segment` on `line`. Returns when it leaves the bottleneck. */
  #transmit(line: TcpLine, { first, end, repeats }: Segment, isCertain: boolean): Ms {
    const { path } = line
    const size = end - first
    const arrivesAtMs =
      repeats === 0
        ? path.travel(this.#nowMs, size).arrivesAtMs
        : path.travelExtra(this.#nowMs, size)
    if (repeats === 0 && Number.isNaN(arrivesAtMs)) line.countLost(first, end)
    return this.#launch(line, first, end, arrivesAtMs, isCertain)
  }

  /** Sends a packet on `line` that only acknowledges. */
  #acknowledge(line: TcpLine): void {
    this.#launch(line, 0, 0, line.path.travelExtra(this.#nowMs, 0), false)
  }

  /** Puts a packet on `line` that also acknowledges data of the other line. Returns when it leaves the bottleneck. */
  #launch(line: TcpLine, first: number, end: number, arrivesAtMs: Ms, isCertain: boolean): Ms {
    const packet = this.#unused.pop() ?? new TcpPacket()
    const leavesAtMs = line.path.leavesAtMs(this.#nowMs)
    packet.first = first
    packet.end = end
    packet.sentAtMs = leavesAtMs
    const other = line === this.up ? this.down : this.up
    other.receiver.acknowledge(packet)
    if (isCertain) packet.isCertain = true
    packet.arrivesAtMs = arrivesAtMs
    if (packet.isCertain && Number.isNaN(arrivesAtMs))
      packet.arrivesAtMs = line.path.surelyArrivesAtMs(leavesAtMs)
    if (Number.isNaN(packet.arrivesAtMs)) this.#unused.push(packet)
    else line.launch(packet)
    return leavesAtMs
  }

  #arm(): void {
    const atMs = this.#dueAtMs()
    if (this.#undoTimer !== undefined) {
      // A timer that fires too early sets the next one. That is cheaper than moving the timer with each packet.
      if (this.#timerAtMs <= atMs && atMs < Number.POSITIVE_INFINITY) return
      this.#undoTimer()
      this.#undoTimer = undefined
    }
    if (atMs === Number.POSITIVE_INFINITY) return
    this.#timerAtMs = atMs
    this.#undoTimer = this.#clock.after(Math.max(0, atMs - this.#clock.nowMs()), this.#onTimer)
  }

  readonly #onTimer = (): void => {
    this.#undoTimer = undefined
    this.#run()
  }
}
