import type { DisconnectReason } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { Link, LinkKind, LinkReceiver } from '../link/link.ts'

/** A link that counts its packets' bytes, and remembers where and when it began. Headers of the network do not count. */
export class CountedLink implements Link {
  readonly kind: LinkKind
  readonly inner: Link
  /** The address of the connection. */
  readonly address: string
  /** When the connection was accepted. */
  readonly sinceMs: Ms
  bytesIn = 0
  bytesOut = 0

  constructor(inner: Link, address: string, nowMs: Ms) {
    this.kind = inner.kind
    this.inner = inner
    this.address = address
    this.sinceMs = nowMs
  }

  get isOpen(): boolean {
    return this.inner.isOpen
  }

  get bufferedBytes(): number {
    return this.inner.bufferedBytes
  }

  open(receiver: LinkReceiver): void {
    this.inner.open({
      packet: (bytes, arrivedAtMs) => {
        this.bytesIn += bytes.length
        receiver.packet(bytes, arrivedAtMs)
      },
      closed: (reason, detail) => receiver.closed(reason, detail),
    })
  }

  send(bytes: Uint8Array): void {
    if (this.inner.isOpen) this.bytesOut += bytes.length
    this.inner.send(bytes)
  }

  noteRoundTrip(tripMs: Ms, nowMs: Ms): void {
    this.inner.noteRoundTrip?.(tripMs, nowMs)
  }

  close(reason: DisconnectReason, detail?: string): void {
    this.inner.close(reason, detail)
  }
}
