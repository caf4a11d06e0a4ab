import type { DisconnectReason } from '../../base/error.ts'
import type { Ms } from '../../base/units.ts'
import type { LinkReceiver } from '../../link/link.ts'
import type { Player } from '../world/world.ts'

/** A player's place in a room. The packets of the player's link go to it. */
export interface PlayerReceiver extends LinkReceiver {
  /** The player in that place. */
  readonly player: Player
  /** Sends WELCOME again, because the first may be lost. Too many calls are a flood. */
  welcome(arrivedAtMs: Ms): void
}

/** Why a client is not let into a room. */
export interface Refusal {
  readonly reason: DisconnectReason
  /** A sentence for the player. */
  readonly detail: string
}

/** Returns why a client's link ended. A client that closes its link has left, whatever its close code claims. */
export function endOf(reason: DisconnectReason): DisconnectReason {
  return reason === 'lost' || reason === 'timeout' ? reason : 'left'
}

/** What a room does for the receivers of its players. `P`: what the room keeps of a player. */
export interface ReceiverHost<P> {
  /** Handles a packet of a player. */
  packet(peer: P, bytes: Uint8Array, arrivedAtMs: Ms): void
  /** Sends WELCOME once more. */
  welcomeAgain(peer: P, arrivedAtMs: Ms): void
  /** Called when the connection of a player has ended. */
  left(peer: P, reason: DisconnectReason): void
}

/** The receiver of a peer's packets. A class, because three functions for each connection take more memory. */
export class PeerReceiver<P extends { readonly player: Player }> implements PlayerReceiver {
  readonly #host: ReceiverHost<P>
  readonly #peer: P

  constructor(host: ReceiverHost<P>, peer: P) {
    this.#host = host
    this.#peer = peer
  }

  get player(): Player {
    return this.#peer.player
  }

  welcome(arrivedAtMs: Ms): void {
    this.#host.welcomeAgain(this.#peer, arrivedAtMs)
  }

  packet(bytes: Uint8Array, arrivedAtMs: Ms): void {
    this.#host.packet(this.#peer, bytes, arrivedAtMs)
  }

  closed(reason: DisconnectReason): void {
    this.#host.left(this.#peer, endOf(reason))
  }
}
