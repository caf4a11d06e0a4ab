import type { Ms } from '../base/units.ts'
import type { Peer } from './connection/peer.ts'

/** A packet that came while the room was held. */
interface Held {
  readonly peer: Peer
  readonly bytes: Uint8Array
  readonly arrivedAtMs: Ms
}

/** Keeps the packets of a room that has been saved, until it is known whether the room goes on here or elsewhere. */
export class HeldPackets {
  #packets: Held[] | null = null

  /** Whether the room is held. It runs no step meanwhile. */
  get isHolding(): boolean {
    return this.#packets !== null
  }

  hold(): void {
    this.#packets ??= []
  }

  /** Keeps a packet if the room is held. Returns whether it is. */
  add(peer: Peer, bytes: Uint8Array, arrivedAtMs: Ms): boolean {
    this.#packets?.push({ peer, bytes: bytes.slice(), arrivedAtMs })
    return this.isHolding
  }

  /** Ends the hold. Returns the packets that came meanwhile, in order. */
  release(): readonly Held[] {
    const packets = this.#packets ?? []
    this.#packets = null
    return packets
  }
}
