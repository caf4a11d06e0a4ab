import type { Clock } from '../base/clock.ts'
import type { DisconnectReason } from '../base/error.ts'
import { mixSeed } from '../base/random.ts'
import type { Ms } from '../base/units.ts'
import { Arrivals } from './arrivals.ts'
import { DatagramLine } from './datagram-line.ts'
import { type CheckedImpairment, type Conditions, checkConditions } from './impairment.ts'
import type { Link, LinkKind, LinkReceiver } from './link.ts'
import { TcpConnection } from './tcp-connection.ts'
import type { Uplink } from './uplink.ts'

/** What happened to the packets of one direction since the link was made. */
export interface LineStats {
  /** Packets sent into it. */
  readonly sent: number
  /** Packets delivered, second copies included. */
  readonly delivered: number
  /** Packets whose first copy was lost; an ordered link repairs each of them later. */
  readonly lost: number
  /** Packets that were delivered twice. Datagrams only. */
  readonly duplicated: number
  /** Packets that arrived after one sent later. Datagrams only. */
  readonly reordered: number
  /** Packets that had arrived but waited for an earlier one. Ordered links only. */
  readonly blocked: number
}

/** One direction of a conditioned link. */
interface Line {
  readonly stats: LineStats
  /** Changes what happens to packets sent from now on. */
  set impairment(impairment: CheckedImpairment)
  /** Sends one packet; `bytes` is borrowed. Calls the receiver at once when nothing delays the packet. */
  send(bytes: Uint8Array, sentAtMs: Ms): void
  /** Ends the line: at once for datagrams, otherwise after the packets under way. */
  end(reason: DisconnectReason, detail: string, sentAtMs: Ms): void
  /** Drops the packets under way. Nothing is delivered any more. */
  stop(): void
  /** Bytes that wait on the sender's machine, as in a socket's send buffer. */
  backlogBytes(nowMs: Ms): number
}

/**
 * Puts a pretended network between one end of a link and its user, for tests in virtual time, for bots and for the lag panel
 * of a running game. Wrap one end only, and do not `open` the inner link.
 *
 * Packets are treated by the link's kind. A `datagram` link loses, repeats and reorders them, and drops a packet that would
 * wait more than half a second before the bottleneck. An `ordered` link behaves as Linux's TCP (see `TcpConnection`): nothing
 * is missing or out of order, but a lost packet arrives after a retransmission, all packets behind it wait for it, and loss
 * slows down the sending. A `close` follows the packets under way on an ordered link, and arrives at once on a datagram link.
 *
 * Equal seeds, conditions and sends at equal times give equal deliveries. Each direction has its own random numbers. Packets
 * are stamped with their pretended arrival times, which are exact even when the clock's timers are late. The inner link is
 * not told of round trips (`noteRoundTrip`), because they are pretended too.
 */
export class ConditionedLink implements Link {
  readonly kind: LinkKind
  readonly uplink: Uplink | undefined
  /** Counters since the start, for each direction. */
  readonly stats: { readonly up: LineStats; readonly down: LineStats }

  readonly #link: Link
  readonly #clock: Clock
  readonly #arrivals = new Arrivals()
  readonly #up: Line
  readonly #down: Line
  #conditions: { readonly up: CheckedImpairment; readonly down: CheckedImpairment }

  constructor(link: Link, clock: Clock, conditions: Conditions, seed: number) {
    this.kind = link.kind
    this.uplink = link.uplink
    this.#link = link
    this.#clock = clock
    this.#conditions = checkConditions(conditions)
    const up = {
      impairment: this.#conditions.up,
      seed: mixSeed(seed, 1),
      receiver: {
        packet: (bytes: Uint8Array) => link.send(bytes),
        closed: (reason: DisconnectReason, detail: string) => link.close(reason, detail),
      },
    }
    const down = {
      impairment: this.#conditions.down,
      seed: mixSeed(seed, 2),
      receiver: {
        packet: (bytes: Uint8Array, arrivedAtMs: Ms) => this.#arrivals.packet(bytes, arrivedAtMs),
        closed: (reason: DisconnectReason, detail: string) => this.#ended(reason, detail),
      },
    }
    const lines =
      link.kind === 'ordered'
        ? new TcpConnection(clock, up, down)
        : { up: new DatagramLine(clock, up), down: new DatagramLine(clock, down) }
    this.#up = lines.up
    this.#down = lines.down
    this.stats = { up: this.#up.stats, down: this.#down.stats }
    link.open({
      packet: (bytes: Uint8Array, arrivedAtMs: Ms) => this.#down.send(bytes, arrivedAtMs),
      closed: (reason, detail) => this.#down.end(reason, detail, clock.nowMs()),
    })
  }

  get isOpen(): boolean {
    return this.#arrivals.isOpen
  }

  get bufferedBytes(): number {
    return this.#link.bufferedBytes + this.#up.backlogBytes(this.#clock.nowMs())
  }

  /**
   * The network in force. It may be replaced at any time (throws `misuse` naming the invalid field). Packets under way keep
   * their outcome; packets that TCP still has to send again meet the new conditions.
   */
  get conditions(): Conditions {
    return this.#conditions
  }

  set conditions(conditions: Conditions) {
    this.#conditions = checkConditions(conditions)
    this.#up.impairment = this.#conditions.up
    this.#down.impairment = this.#conditions.down
  }

  open(receiver: LinkReceiver): void {
    this.#arrivals.open(receiver)
  }

  send(bytes: Uint8Array): void {
    if (this.isOpen) this.#up.send(bytes, this.#clock.nowMs())
  }

  close(reason: DisconnectReason, detail = ''): void {
    if (!this.#arrivals.close(reason, detail)) return
    this.#down.stop()
    this.#clock.after(0, () => this.#arrivals.tell())
    this.#up.end(reason, detail, this.#clock.nowMs())
  }

  #ended(reason: DisconnectReason, detail: string): void {
    this.#up.stop()
    this.#arrivals.end(reason, detail)
    this.#arrivals.tell()
  }
}
