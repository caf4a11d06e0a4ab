import { TokenBucket } from '../../base/token-bucket.ts'
import type { Ms } from '../../base/units.ts'
import { MessageAllowance, SERVER_MESSAGES } from '../../link/message-allowance.ts'

/** What a packet costs to take, and each byte of it, in nanoseconds: what was measured for the dearest kind, or more. */
const PACKET_NS = 10_000
const BYTE_NS = 50
/** What it costs to answer a HELLO once more. */
const HELLO_NS = 100_000

/**
 * What the packets of one client may cost in a second: 2 % of a core. Five seconds of it may come at once, as they do from a
 * client whose connection stood still that long. It begins with a quarter of a second's: an address may join ten times
 * a second.
 */
const COST_NS = { perSecond: 20_000_000, most: 100_000_000, start: 5_000_000 }

/**
 * Holds what one client may cost the room: its packets by their number and bytes, its messages by their number and
 * characters. It goes on through a resume, so that nobody gets more by coming back. Free of allocation
 * after the first message.
 */
export class FloodGuard {
  readonly #costNs: TokenBucket
  readonly #joinedMs: Ms
  /** Made for the first message: most players send none. */
  #messages: MessageAllowance | null = null

  /** `nowMs`: when the client joined, on the clock that stamps its packets. */
  constructor(nowMs: Ms) {
    this.#costNs = new TokenBucket(COST_NS, nowMs)
    this.#joinedMs = nowMs
  }

  /** Takes a packet of `byteLength`, before anything in it is read. False when it is too much. */
  takePacket(byteLength: number, nowMs: Ms): boolean {
    return this.#costNs.take(PACKET_NS + byteLength * BYTE_NS, nowMs)
  }

  /** Takes a HELLO that is to be answered once more. False when it is too much. */
  takeHello(nowMs: Ms): boolean {
    return this.#costNs.take(HELLO_NS, nowMs)
  }

  /** Takes a message of `characters` UTF-16 units, before its text is read; its packet was taken already. */
  takeMessage(characters: number, nowMs: Ms): boolean {
    this.#messages ??= new MessageAllowance(SERVER_MESSAGES, this.#joinedMs)
    return this.#messages.take(characters, nowMs)
  }
}
