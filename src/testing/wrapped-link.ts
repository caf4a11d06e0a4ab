import type { Link, LinkKind, LinkReceiver } from '../link/link.ts'
import type { Uplink } from '../link/uplink.ts'

/**
 * A link that wraps another one, with hooks for what it sends and receives. Everything else passes through unchanged, except
 * that it leaves out `noteRoundTrip`.
 */
export class WrappedLink implements Link {
  isClosedHere = false
  readonly #link: Link
  readonly #receiverFor: (receiver: LinkReceiver) => LinkReceiver
  readonly #send: (bytes: Uint8Array) => void

  /** `receiverFor`: returns the receiver to use in place of the user's. `send`: handles a packet, by default sends it. */
  constructor(
    link: Link,
    receiverFor: (receiver: LinkReceiver) => LinkReceiver,
    send = (bytes: Uint8Array): void => link.send(bytes),
  ) {
    this.#link = link
    this.#receiverFor = receiverFor
    this.#send = send
  }

  get kind(): LinkKind {
    return this.#link.kind
  }

  get uplink(): Uplink | undefined {
    return this.#link.uplink
  }

  get isOpen(): boolean {
    return this.#link.isOpen
  }

  get bufferedBytes(): number {
    return this.#link.bufferedBytes
  }

  open(receiver: LinkReceiver): void {
    this.#link.open(this.#receiverFor(receiver))
  }

  send(bytes: Uint8Array): void {
    this.#send(bytes)
  }

  close(...ending: Parameters<Link['close']>): void {
    this.isClosedHere = true
    this.#link.close(...ending)
  }
}
