import type { Clock } from '../base/clock.ts'
import type { DisconnectReason } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { Uplink } from './uplink.ts'

/**
 * One end of a two-way stream of packets between a client and a server. `ordered` links (WebSocket) deliver every packet, in
 * order; `datagram` links (WebRTC data channel) may lose, repeat and reorder packets. `link.case.ts` is the test that every
 * Link has to pass.
 *
 * A Link guarantees:
 * - It delivers nothing before `open` is called. It keeps earlier packets and delivers them then, in order.
 * - `send` after the end does nothing and does not throw.
 * - `closed` is called exactly once, whichever side ended the link, and never from inside `close` or `send`.
 */
export interface Link {
  /** Whether packets arrive complete and in order. */
  readonly kind: LinkKind

  /** True until the link ends, whichever side ends it. */
  readonly isOpen: boolean

  /** Bytes handed to `send` that still wait on this machine; they show a slow client. 0 where the number cannot be known. */
  readonly bufferedBytes: number

  /**
   * Spaces out the input packets of a client while they queue. Every datagram link of a client has one; a link that wraps
   * another passes its on. Ordered links leave it out: TCP paces by itself, because it merges what waits into one segment.
   */
  readonly uplink?: Uplink | undefined

  /** Sets the receiver of packets. Call it once. */
  open(receiver: LinkReceiver): void

  /** Sends one packet. `bytes` is borrowed until the call returns. May be called inside a frame or tick. */
  send(bytes: Uint8Array): void

  /**
   * Tells the link a round trip that the client has measured at `nowMs`. A link that has two paths for packets uses this to
   * choose between them. Links with one path, and links that simulate a network, leave it out.
   */
  noteRoundTrip?(tripMs: Ms, nowMs: Ms): void

  /** Ends the connection. The other end learns `reason` and `detail` if its transport can carry them. */
  close(reason: DisconnectReason, detail?: string): void
}

/** While more bytes than this wait in the socket of a link, it is full: only what has to be sent is put into it. */
export const SOCKET_FULL_BYTES = 16_384

/** Whether a Link may lose, repeat and reorder packets (`datagram`) or not (`ordered`). */
export type LinkKind = 'ordered' | 'datagram'

/** The callbacks of a Link. */
export interface LinkReceiver {
  /**
   * A packet has arrived. `bytes` is borrowed until the call returns. `arrivedAtMs` is taken in the socket's own event, on
   * the clock of the receiving side (`performance.now()` in the real world).
   */
  packet(bytes: Uint8Array, arrivedAtMs: Ms): void

  /** The connection has ended. `detail` is text for people, often empty. */
  closed(reason: DisconnectReason, detail: string): void
}

/** A network that stands between a link and its user, such as `SimulatedNetwork`. */
export interface Network {
  /** Returns the link to use in place of `link`, which is not open yet. `clock` stamps its arrivals. */
  wrap(link: Link, clock: Clock): Link
}
