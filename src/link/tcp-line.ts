import type { DisconnectReason } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { CheckedImpairment } from './impairment.ts'
import type { LinkReceiver } from './link.ts'
import { PacketCopy } from './packet-copy.ts'
import type { Path } from './path.ts'
import type { TcpPacket } from './tcp-packet.ts'
import { TcpReceiver } from './tcp-receiver.ts'
import { TcpSender, type Transmit } from './tcp-sender.ts'

/** A packet of the link's user, or the end of the link, between `send` and its delivery. */
class Message {
  readonly copy: PacketCopy = new PacketCopy()
  ending: { readonly reason: DisconnectReason; readonly detail: string } | undefined
  sentAtMs: Ms = 0
  /** Its place in the stream of bytes: from `first` to before `end`. */
  first = 0
  end = 0
  isLost = false
}

/** The options of a `TcpLine`. */
export interface TcpLineOptions {
  readonly path: Path
  /** The round trip of the handshake. */
  readonly firstTripMs: Ms
  readonly user: LinkReceiver
  /** Sends data on `path`. */
  readonly transmit: Transmit
  /** Called after a change that the connection has to act on. */
  readonly onChange: () => void
}

/**
 * One direction of a `TcpConnection`: the messages under way, the sender at one end, the receiver at the other, and the
 * packets between them, which also carry acknowledgements for the other direction.
 */
export class TcpLine {
  readonly stats = { sent: 0, delivered: 0, lost: 0, duplicated: 0, reordered: 0, blocked: 0 }
  readonly path: Path
  readonly sender: TcpSender
  readonly receiver: TcpReceiver = new TcpReceiver()
  isStopped = false

  readonly #user: LinkReceiver
  readonly #onChange: () => void
  readonly #packets: TcpPacket[] = []
  /** The messages that have not been delivered. */
  readonly #messages: Message[] = []
  readonly #unused: Message[] = []
  /** How many of `#messages` have been given to the sender. */
  #written = 0
  #bytes = 0

  constructor({ path, firstTripMs, user, transmit, onChange }: TcpLineOptions) {
    this.path = path
    this.sender = new TcpSender(firstTripMs, transmit)
    this.#user = user
    this.#onChange = onChange
  }

  /** Changes what happens to packets sent from now on. */
  set impairment(impairment: CheckedImpairment) {
    this.path.impairment = impairment
  }

  /** Sends one message; `bytes` is borrowed. Calls the receiver at once if nothing delays the message. */
  send(bytes: Uint8Array, sentAtMs: Ms): void {
    if (this.isStopped) return
    this.stats.sent++
    this.#append(bytes, sentAtMs)
    this.#onChange()
  }

  /** Ends the line after the messages under way. */
  end(reason: DisconnectReason, detail: string, sentAtMs: Ms): void {
    if (this.isStopped) return
    this.#append(NOTHING, sentAtMs).ending = { reason, detail }
    this.#onChange()
  }

  /** Drops the messages under way, and delivers nothing any more. */
  stop(): void {
    this.isStopped = true
    this.#messages.length = 0
    this.#onChange()
  }

  /** Bytes that wait for the congestion window or in front of the bottleneck, as in a socket's send buffer. */
  backlogBytes(nowMs: Ms): number {
    return this.isStopped ? 0 : this.sender.waitingBytes + this.path.backlogBytes(nowMs)
  }

  /** When the next action is due; infinite: never. */
  dueAtMs(): Ms {
    const arrivesAtMs = this.#packets[0]?.arrivesAtMs ?? Number.POSITIVE_INFINITY
    if (this.isStopped) return Math.min(arrivesAtMs, this.receiver.ackAtMs)
    const writesAtMs = this.#messages[this.#written]?.sentAtMs ?? Number.POSITIVE_INFINITY
    return Math.min(arrivesAtMs, this.receiver.ackAtMs, writesAtMs, this.sender.timerAtMs)
  }

  /** Sends a packet on its way. */
  launch(packet: TcpPacket): void {
    const packets = this.#packets
    let at = packets.length
    for (; at > 0 && packets[at - 1]!.arrivesAtMs > packet.arrivesAtMs; at--)
      packets[at] = packets[at - 1]!
    packets[at] = packet
  }

  /** Removes and returns the next packet if it arrives by `timeMs`. */
  takePacket(timeMs: Ms): TcpPacket | undefined {
    const packet = this.#packets[0]
    return packet && packet.arrivesAtMs <= timeMs ? this.#packets.shift() : undefined
  }

  /** Lets the sender do one action that is due at `nowMs`. Returns whether there was one. */
  work(nowMs: Ms): boolean {
    if (this.isStopped) return false
    const message = this.#messages[this.#written]
    if (message !== undefined && message.sentAtMs <= nowMs) {
      this.#written++
      this.sender.write(message.end - message.first, nowMs)
    } else if (this.sender.timerAtMs <= nowMs) {
      this.sender.timer(nowMs)
    } else return false
    return true
  }

  /** Counts the messages that lost bytes from `first` to before `end` when these were sent for the first time. */
  countLost(first: number, end: number): void {
    for (const message of this.#messages) {
      if (message.isLost || message.end <= first || message.first >= end || message.ending) continue
      message.isLost = true
      this.stats.lost++
    }
  }

  /** Delivers the messages that have arrived completely. `end`: where the newest packet ended. */
  deliver(end: number, nowMs: Ms): void {
    const { stats } = this
    for (let message = this.#messages[0]; message; message = this.#messages[0]) {
      if (message.end > this.receiver.next) return
      this.#messages.shift()
      this.#written--
      if (message.ending !== undefined) {
        this.stop()
        this.#user.closed(message.ending.reason, message.ending.detail)
        return
      }
      stats.delivered++
      if (message.end > end) stats.blocked++
      this.#user.packet(message.copy.bytes, nowMs)
      this.#unused.push(message)
    }
  }

  #append(bytes: Uint8Array, sentAtMs: Ms): Message {
    const message = this.#unused.pop() ?? new Message()
    message.copy.fill(bytes)
    message.sentAtMs = sentAtMs
    message.first = this.#bytes
    // An empty message takes one byte, as the end of a stream takes a sequence number in TCP.
    this.#bytes += Math.max(1, bytes.length)
    message.end = this.#bytes
    message.isLost = false
    this.#messages.push(message)
    return message
  }
}

const NOTHING = /* @__PURE__ */ new Uint8Array(0)
