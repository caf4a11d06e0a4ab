import { TokenBucket } from '../../base/token-bucket.ts'
import type { Ms } from '../../base/units.ts'
import { MessageAllowance, SERVER_MESSAGES } from '../../link/message-allowance.ts'
import { type Archive, archiveMs } from '../save/archive.ts'
import { archiveAllowance, archiveBucket } from '../save/shared-parts.ts'

/** The cost of a packet, and of each byte of it, in nanoseconds: at least what was measured for the most expensive kind. */
const PACKET_NS = 10_000
const BYTE_NS = 50
/** The cost of answering a HELLO once more. */
const HELLO_NS = 100_000

/**
 * What the packets of one client may cost in a second: 2 % of a core. Five seconds of it may come at once, as they do from a
 * client whose connection stood still that long. A client starts with a quarter of a second's, because an address may join
 * ten times a second.
 */
const COST_NS = { perSecond: 20_000_000, most: 100_000_000, start: 5_000_000 }

/**
 * Limits what one client may cost the room: its packets by their number and bytes, its messages by their number and
 * characters. It goes on through a resume, so that nobody gets more by coming back. Allocates nothing after the first
 * message.
 */
export class FloodGuard {
  readonly #costNs: TokenBucket
  #joinedMs: Ms
  /** Made for the first message, because most players send none. */
  #messages: MessageAllowance | null = null

  /** `nowMs`: when the client joined, on the clock that stamps its packets. */
  constructor(nowMs: Ms) {
    this.#costNs = new TokenBucket(COST_NS, nowMs)
    this.#joinedMs = nowMs
  }

  archive(archive: Archive): void {
    archiveBucket(archive, this.#costNs)
    this.#joinedMs = archiveMs(archive, this.#joinedMs)
    if (!archive.flag(this.#messages !== null)) return
    this.#messages ??= new MessageAllowance(SERVER_MESSAGES, this.#joinedMs)
    archiveAllowance(archive, this.#messages)
  }

  /** Counts a packet of `byteLength`, before anything in it is read. Returns false when it is too much. */
  takePacket(byteLength: number, nowMs: Ms): boolean {
    return this.#costNs.take(PACKET_NS + byteLength * BYTE_NS, nowMs)
  }

  /** Counts a HELLO that is to be answered once more. Returns false when it is too much. */
  takeHello(nowMs: Ms): boolean {
    return this.#costNs.take(HELLO_NS, nowMs)
  }

  /** Counts a message of `characters` UTF-16 units, before its text is read. Its packet has been counted already. */
  takeMessage(characters: number, nowMs: Ms): boolean {
    this.#messages ??= new MessageAllowance(SERVER_MESSAGES, this.#joinedMs)
    return this.#messages.take(characters, nowMs)
  }
}
