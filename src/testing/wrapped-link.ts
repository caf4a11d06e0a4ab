import type { Link, LinkKind, LinkReceiver } from '../link/link.ts'

/** A link with something between it and its user; what that leaves alone passes. */
export class WrappedLink implements Link {
  /** Whether this side has ended it. */
  isClosedHere = false
  readonly #link: Link
  readonly #receiverFor: (receiver: LinkReceiver) => LinkReceiver
  readonly #send: (bytes: Uint8Array) => void

  /** `receiverFor`: what receives in the place of the user's receiver; `send`: what becomes of packets, default sent. */
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
