import { type DisconnectReason, GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { LinkReceiver } from './link.ts'

/**
 * The receiving half of one end, shared by every Link. It keeps packets that come before `open`. Only the first ending
 * counts, and the receiver learns of it once, after all packets. Arrival stamps never run backwards.
 */
export class Arrivals {
  /** True until the connection ended. */
  isOpen = true
  /** Bytes kept because `open` has not been called yet. Code that accepts unknown peers must limit them. */
  earlyBytes = 0

  /** Null once it has been told of the end: whoever keeps the link must not keep its user. */
  #receiver: LinkReceiver | null | undefined
  readonly #early: Early[] = []
  #reason: DisconnectReason = 'lost'
  #detail = ''
  #newestMs: Ms = Number.NEGATIVE_INFINITY

  /** Sets the receiver and delivers the packets kept so far. Throws `misuse` the second time. */
  open(receiver: LinkReceiver): void {
    if (this.#receiver !== undefined) {
      throw new GlissadeError('misuse', 'call open only once')
    }
    this.#receiver = receiver
    this.earlyBytes = 0
    for (let packet = this.#early.shift(); packet; packet = this.#early.shift()) {
      receiver.packet(packet.bytes, packet.arrivedAtMs)
    }
    this.tell()
  }

  /** Delivers or keeps a packet from the transport; `bytes` is borrowed. Nothing arrives after the end. */
  packet(bytes: Uint8Array, arrivedAtMs: Ms): void {
    if (!this.isOpen) return
    this.#newestMs = Math.max(this.#newestMs, arrivedAtMs)
    // While `open` still delivers early packets, a new packet queues behind them.
    if (this.#receiver && this.#early.length === 0) {
      this.#receiver.packet(bytes, this.#newestMs)
      return
    }
    this.#early.push({ bytes: bytes.slice(), arrivedAtMs: this.#newestMs })
    this.earlyBytes += bytes.length
  }

  /** Notes that the other end or the network ended the link. Returns false if it had ended before. Call `tell` afterwards. */
  end(reason: DisconnectReason, detail: string): boolean {
    if (!this.isOpen) return false
    this.isOpen = false
    this.#reason = reason
    this.#detail = detail
    return true
  }

  /** Ends the link from this side and drops waiting packets. Call `tell` afterwards, but only once the caller has returned. */
  close(reason: DisconnectReason, detail: string): boolean {
    this.#early.length = 0
    return this.end(reason, detail)
  }

  /** Tells the receiver about the end, once, after it has all packets. */
  tell(): void {
    const receiver = this.#receiver
    if (this.isOpen || !receiver || this.#early.length > 0) return
    this.#receiver = null
    receiver.closed(this.#reason, this.#detail)
  }
}

interface Early {
  readonly bytes: Uint8Array
  readonly arrivedAtMs: Ms
}
