import type { Clock } from '../base/clock.ts'
import { DISCONNECT_REASONS, type DisconnectReason } from '../base/error.ts'
import { Arrivals } from './arrivals.ts'
import type { Link, LinkKind, LinkReceiver } from './link.ts'
import { Uplink } from './uplink.ts'

/** Longer packets end the link with `oversized-packet`, as they do over a WebSocket. */
const MOST_PACKET_BYTES = 65_536
/** The most bytes that the other side may send before the link is opened. */
const EARLY_BYTES = 256 * 1024
/** Each side acknowledges what it has taken whenever it has taken this many bytes more. */
const ACKNOWLEDGED_BYTES = 4096
/** The most UTF-16 units of text in a close. */
const DETAIL_LENGTH = 123

/** The part of a `MessagePort` that a link uses. The ports of browsers, of their workers and of Node have it. */
export interface Port {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  addEventListener(
    type: 'message' | 'messageerror' | 'close',
    listener: (event: object) => void,
  ): void
  start(): void
  close(): void
}

/** What ends a link over a port. */
interface PortClose {
  readonly reason: DisconnectReason
  readonly detail: string
}

/**
 * Returns one end of a Link over `port`, one of the two ports of a `MessageChannel`. The other end may be in a worker, in
 * another page or in the same process. The link owns the port and closes it when it ends. `clock` stamps the arrivals. `kind`
 * (default `ordered`) only decides how the users of the link treat it, so both ends need the same.
 *
 * A packet travels as an `ArrayBuffer` that is transferred, an acknowledgement as the number of bytes taken so far, and a close
 * as an object with `reason` and `detail`. Anything else ends the link with `bad-packet`. If the other side's thread ends
 * without a close, the link ends with `lost`, as soon as the platform says so. Some browsers never do: sessions and rooms
 * then find out because nothing comes for 10 s.
 */
export function portLink(port: Port, clock: Clock, kind: LinkKind = 'ordered'): Link {
  return new PortLink(port, clock, kind)
}

class PortLink implements Link {
  readonly kind: LinkKind
  readonly uplink: Uplink | undefined
  readonly #port: Port
  readonly #clock: Clock
  readonly #arrivals = new Arrivals()
  #sentBytes = 0
  #acknowledgedBytes = 0
  #takenBytes = 0
  #toldBytes = 0

  constructor(port: Port, clock: Clock, kind: LinkKind) {
    this.kind = kind
    if (kind === 'datagram') this.uplink = new Uplink()
    this.#port = port
    this.#clock = clock
    port.addEventListener('message', (event) => this.#take((event as { data?: unknown }).data))
    port.addEventListener('messageerror', () => this.close('bad-packet', 'a message is unreadable'))
    port.addEventListener('close', () => {
      this.#arrivals.end('lost', 'the other side of the port is gone')
      this.#arrivals.tell()
    })
    port.start()
  }

  get isOpen(): boolean {
    return this.#arrivals.isOpen
  }

  /** Bytes that the other side has not taken yet, and up to 4 KiB that it has taken and not acknowledged. */
  get bufferedBytes(): number {
    return this.isOpen ? this.#sentBytes - this.#acknowledgedBytes : 0
  }

  open(receiver: LinkReceiver): void {
    this.#arrivals.open(receiver)
  }

  send(bytes: Uint8Array): void {
    if (!this.isOpen) return
    // A copy of this part alone: posting a view would copy all of the buffer under it.
    const { buffer } = new Uint8Array(bytes)
    this.#sentBytes += buffer.byteLength
    this.#port.postMessage(buffer, [buffer])
  }

  close(reason: DisconnectReason, detail = ''): void {
    if (!this.#arrivals.close(reason, detail)) return
    const close: PortClose = { reason, detail: detail.slice(0, DETAIL_LENGTH) }
    this.#port.postMessage(close, [])
    // What was posted before still arrives.
    this.#port.close()
    this.#clock.after(0, () => this.#arrivals.tell())
  }

  #take(data: unknown): void {
    if (!this.isOpen) return
    if (data instanceof ArrayBuffer) this.#takePacket(data)
    else if (typeof data === 'number') this.#takeAcknowledgement(data)
    else if (isClose(data)) {
      this.#arrivals.end(data.reason, data.detail.slice(0, DETAIL_LENGTH))
      this.#port.close()
      this.#arrivals.tell()
    } else this.close('bad-packet', 'the other side of the port sent something that is no packet')
  }

  #takePacket(buffer: ArrayBuffer): void {
    const { byteLength } = buffer
    if (byteLength > MOST_PACKET_BYTES)
      return this.close('oversized-packet', `a packet has ${byteLength} bytes`)
    this.#takenBytes += byteLength
    this.#arrivals.packet(new Uint8Array(buffer), this.#clock.nowMs())
    if (this.#arrivals.earlyBytes > EARLY_BYTES)
      return this.close('flood', 'too many packets came before the link was opened')
    if (!this.isOpen || this.#takenBytes - this.#toldBytes < ACKNOWLEDGED_BYTES) return
    this.#toldBytes = this.#takenBytes
    this.#port.postMessage(this.#toldBytes, [])
  }

  #takeAcknowledgement(bytes: number): void {
    const isPossible = bytes > this.#acknowledgedBytes && bytes <= this.#sentBytes
    if (isPossible) this.#acknowledgedBytes = bytes
    else this.close('bad-packet', `the other side of the port acknowledged ${bytes} bytes`)
  }
}

function isClose(data: unknown): data is PortClose {
  if (typeof data !== 'object' || data === null) return false
  const { reason, detail } = data as { readonly [key in keyof PortClose]: unknown }
  return DISCONNECT_REASONS.includes(reason as DisconnectReason) && typeof detail === 'string'
}
