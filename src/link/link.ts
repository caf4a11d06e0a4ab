import type { Clock } from '../base/clock.ts'
import type { DisconnectReason } from '../base/error.ts'
import type { Ms } from '../base/units.ts'

/**
 * A two-way stream of packets between a client and a server: one of the two ends. `ordered` links (WebSocket)
 * deliver everything, in order; `datagram` links (WebRTC data channel) may lose, repeat and reorder.
 * `link.case.ts` is the test that every Link has to pass.
 *
 * What a Link promises:
 * - Nothing is delivered before `open` was called; what came earlier is kept and delivered then, in order.
 * - `send` after the end does nothing and does not throw.
 * - `closed` is called exactly once, whoever ended it, and never from inside `close` or `send`.
 */
export interface Link {
  /** Whether packets arrive complete and in order. */
  readonly kind: LinkKind

  /** True from the first moment until the end, wherever the end came from. */
  readonly isOpen: boolean

  /** Bytes handed to `send` that still wait on this machine. The slow-client test; 0 where it cannot be known. */
  readonly bufferedBytes: number

  /** Names the receiver of packets. Called once. */
  open(receiver: LinkReceiver): void

  /** Sends one packet. `bytes` is borrowed until the call returns. May be called inside a frame or tick. */
  send(bytes: Uint8Array): void

  /** Ends the connection; the other end learns `reason` and `detail` where its transport can carry them. */
  close(reason: DisconnectReason, detail?: string): void
}

/** How a Link treats packets. */
export type LinkKind = 'ordered' | 'datagram'

/** What a Link calls. */
export interface LinkReceiver {
  /**
   * A packet came. `bytes` is borrowed until the call returns. `arrivedAtMs` is stamped in the socket's own
   * event, on the clock of the receiving side (`performance.now()` in the real world).
   */
  packet(bytes: Uint8Array, arrivedAtMs: Ms): void

  /** The connection has ended. `detail` is text for people, often empty. */
  closed(reason: DisconnectReason, detail: string): void
}

/** Something that stands between a link and its user, as `SimulatedNetwork` does. */
export interface Network {
  /** Returns the link to use in place of `link`, which is not open yet. `clock` stamps its arrivals. */
  wrap(link: Link, clock: Clock): Link
}
