import { TokenBucket } from '../base/token-bucket.ts'
import type { Ms } from '../base/units.ts'

/** What was measured, in microseconds of the processor, for each read from a socket and each byte of it. */
const READ_US = 22
const BYTE_US = 0.002
/** Of a packet, between the socket and the link's receiver. */
const PACKET_US = 2
/** Of a ping or pong: far more than it costs, for an honest client sends one in 10 s. */
const CONTROL_US = 200

/** 2 % of a core, and what comes at once from a connection that stood still; new sockets may be made again and again. */
const COST_US = { perSecond: 20_000, most: 60_000, start: 2500 }

/**
 * Holds what the bytes of one socket may cost before they are packets: each read, each packet, each ping or pong. What is in
 * the packets is for their receiver to count. Free of allocation.
 */
export class FrameAllowance {
  readonly #costUs: TokenBucket

  constructor(nowMs: Ms) {
    this.#costUs = new TokenBucket(COST_US, nowMs)
  }

  /** Takes `byteLength` that were read at once. False, like the others, when it is too much. */
  takeRead(byteLength: number, nowMs: Ms): boolean {
    return this.#costUs.take(READ_US + byteLength * BYTE_US, nowMs)
  }

  /** Takes a packet. */
  takePacket(nowMs: Ms): boolean {
    return this.#costUs.take(PACKET_US, nowMs)
  }

  /** Takes a ping or pong. */
  takeControl(nowMs: Ms): boolean {
    return this.#costUs.take(CONTROL_US, nowMs)
  }
}
