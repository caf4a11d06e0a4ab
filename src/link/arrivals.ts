import { type DisconnectReason, GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { LinkReceiver } from './link.ts'

/**
 * The receiving half of one end, shared by every Link: keeps what comes before `open`, lets the first ending
 * count and tells it once, after all packets. Stamps never run backwards.
 */
export class Arrivals {
  /** True until the connection ended. */
  isOpen = true
  /** Bytes kept because `open` was not called yet; who accepts strangers must limit them. */
  earlyBytes = 0

  #receiver: LinkReceiver | undefined
  readonly #early: Early[] = []
  #reason: DisconnectReason = 'lost'
  #detail = ''
  #told = false
  #newestMs: Ms = Number.NEGATIVE_INFINITY

  /** Names the receiver and hands it what came earlier. Throws `misuse` the second time. */
  open(receiver: LinkReceiver): void {
    if (this.#receiver !== undefined) {
      throw new GlissadeError('misuse', 'this link is open already: open is called once')
    }
    this.#receiver = receiver
    this.earlyBytes = 0
    for (let packet = this.#early.shift(); packet; packet = this.#early.shift()) {
      receiver.packet(packet.bytes, packet.arrivedAtMs)
    }
    this.tell()
  }

  /** Takes a packet from the transport; `bytes` is borrowed. Nothing arrives after the end. */
  packet(bytes: Uint8Array, arrivedAtMs: Ms): void {
    if (!this.isOpen) return
    this.#newestMs = Math.max(this.#newestMs, arrivedAtMs)
    // While `open` still hands out early packets, a new one queues behind them.
    if (this.#receiver !== undefined && this.#early.length === 0) {
      this.#receiver.packet(bytes, this.#newestMs)
      return
    }
    this.#early.push({ bytes: bytes.slice(), arrivedAtMs: this.#newestMs })
    this.earlyBytes += bytes.length
  }

  /** The other end, or the network, has ended it: false if it had ended before. Then call `tell`. */
  end(reason: DisconnectReason, detail: string): boolean {
    if (!this.isOpen) return false
    this.isOpen = false
    this.#reason = reason
    this.#detail = detail
    return true
  }

  /** This side ends it, and wants no more packets. Then call `tell`, but not before the caller has returned. */
  close(reason: DisconnectReason, detail: string): boolean {
    this.#early.length = 0
    return this.end(reason, detail)
  }

  /** Tells the receiver about the end: once, and not before it has the packets. */
  tell(): void {
    if (this.isOpen || this.#told || this.#receiver === undefined || this.#early.length > 0) return
    this.#told = true
    this.#receiver.closed(this.#reason, this.#detail)
  }
}

interface Early {
  readonly bytes: Uint8Array
  readonly arrivedAtMs: Ms
}
