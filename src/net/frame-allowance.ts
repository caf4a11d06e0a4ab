import { TokenBucket } from '../base/token-bucket.ts'
import type { Ms } from '../base/units.ts'

/** Measured costs in microseconds of processor time: for each read from a socket, and for each byte of it. */
const READ_US = 22
const BYTE_US = 0.002
/** The cost of a packet on its way from the socket to the link's receiver. */
const PACKET_US = 2
/** The charge for a ping or pong, far above its cost: an honest client sends one in 10 s. */
const CONTROL_US = 200

/** 2 % of a core, plus a burst after a standstill. New sockets start low, because a client can open them again and again. */
const COST_US = { perSecond: 20_000, most: 60_000, start: 2500 }

/**
 * Limits the cost of one socket's bytes before they become packets: each read, each packet, each ping or pong. The receiver
 * limits what is in the packets. Free of allocation.
 */
export class FrameAllowance {
  readonly #costUs: TokenBucket

  constructor(nowMs: Ms) {
    this.#costUs = new TokenBucket(COST_US, nowMs)
  }

  /** Charges a read of `byteLength` bytes. Returns false, as the other methods do, when the limit is exceeded. */
  takeRead(byteLength: number, nowMs: Ms): boolean {
    return this.#costUs.take(READ_US + byteLength * BYTE_US, nowMs)
  }

  takePacket(nowMs: Ms): boolean {
    return this.#costUs.take(PACKET_US, nowMs)
  }

  takeControl(nowMs: Ms): boolean {
    return this.#costUs.take(CONTROL_US, nowMs)
  }
}
