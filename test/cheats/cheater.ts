import type { DisconnectReason } from '../../src/base/error.ts'
import * as PACKET from '../../src/wire/packets/packet.ts'
import { RawClient } from '../support/raw-client.ts'
import type { Arena } from './arena.ts'

/** A raw client that can go deaf: then it acknowledges nothing new. */
class DeafClient extends RawClient {
  isDeaf = false

  override packet(bytes: Uint8Array): void {
    if (!this.isDeaf || bytes[0] !== PACKET.snapshot) super.packet(bytes)
  }
}

/** A player that does what no session does. It has one connection after the other. */
export class Cheater {
  readonly arena: Arena
  #client: DeafClient

  constructor(arena: Arena) {
    this.arena = arena
    this.#client = this.#open()
  }

  /** Whether it has no place in the room any more. */
  get isOut(): boolean {
    return this.#client.closing !== null
  }

  set isDeaf(isDeaf: boolean) {
    this.#client.isDeaf = isDeaf
  }

  /** Sends `count` new inputs with the key held, those before them left out by `skipping` ids. */
  send(count: number, skipping = 0): void {
    this.#client.newest += skipping
    if (count > 0) this.#client.run(count)
  }

  /** Sends the last `count` inputs once more. */
  repeat(count: number): void {
    const again = Math.min(count, this.#client.newest)
    this.#client.newest -= again
    this.#client.run(again)
  }

  /** A packet without inputs: the connection is alive, the page is not. */
  nod(): void {
    this.#client.input({ count: 0 })
  }

  /** Breaks the connection, and comes back after `awayMs`; at 0 by a second connection, while the first still stands. */
  reconnect(awayMs: number, how: DisconnectReason): void {
    if (this.isOut) return
    if (awayMs > 0) this.#client.link.close(how)
    this.arena.sim.run(awayMs)
    this.#client = this.#open()
  }

  #open(): DeafClient {
    return this.arena.open((link, game) => new DeafClient(link, game))
  }
}
