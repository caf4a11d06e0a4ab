import { TokenBucket } from '../base/token-bucket.ts'
import type { Ms } from '../base/units.ts'
import { MessageAllowance, SERVER_MESSAGES } from '../link/message-allowance.ts'

/** What a packet costs to take, and each byte of it, in microseconds: what was measured for the dearest kind, or more. */
const PACKET_US = 10
const BYTE_US = 0.05
/** What it costs to answer a HELLO once more. */
const HELLO_US = 100

/**
 * What the packets of one client may cost in a second: 2 % of a core. Five seconds of it may come at once, as they do from a
 * client whose line stood still that long. It begins with a quarter of a second's: an address may join ten times a second.
 */
const COST_US = { perSecond: 20_000, most: 100_000, start: 5000 }

/**
 * Holds what one client may cost the room: its packets by their number and bytes, its messages by their number and
 * characters. It goes on through a resume, so that nobody gets more by coming back. Free of allocation.
 */
export class FloodGuard {
  readonly #costUs: TokenBucket
  readonly #messages: MessageAllowance

  /** `nowMs`: when the client joined, on the clock that stamps its packets. */
  constructor(nowMs: Ms) {
    this.#costUs = new TokenBucket(COST_US, nowMs)
    this.#messages = new MessageAllowance(SERVER_MESSAGES, nowMs)
  }

  /** Takes a packet of `byteLength`, before anything in it is read. False when it is too much. */
  takePacket(byteLength: number, nowMs: Ms): boolean {
    return this.#costUs.take(PACKET_US + byteLength * BYTE_US, nowMs)
  }

  /** Takes a HELLO that is to be answered once more. False when it is too much. */
  takeHello(nowMs: Ms): boolean {
    return this.#costUs.take(HELLO_US, nowMs)
  }

  /** Takes a message of `characters` UTF-16 units, before its text is read; its packet was taken already. */
  takeMessage(characters: number, nowMs: Ms): boolean {
    return this.#messages.take(characters, nowMs)
  }
}
