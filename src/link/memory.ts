import type { Clock } from '../base/clock.ts'
import type { DisconnectReason } from '../base/error.ts'
import { Arrivals } from './arrivals.ts'
import type { Link, LinkKind, LinkReceiver } from './link.ts'
import { PacketCopy } from './packet-copy.ts'
import { Uplink } from './uplink.ts'

/**
 * Returns both ends of a perfect Link in this process, for tests, for bots and for games that run their own server. A packet
 * arrives through `clock.after(0)`, never inside `send`. To impair an end, wrap it in a `ConditionedLink`. `kind` (default
 * `ordered`) only decides how the users of the link treat it.
 */
export function memoryPair(
  clock: Clock,
  kind: LinkKind = 'ordered',
): { readonly client: Link; readonly server: Link } {
  const client = new MemoryEnd(clock, kind)
  const server = new MemoryEnd(clock, kind)
  client.join(server)
  server.join(client)
  return { client, server }
}

class MemoryEnd implements Link {
  readonly kind: LinkKind
  readonly uplink: Uplink | undefined
  readonly #clock: Clock
  #other: MemoryEnd | undefined

  // Packets on their way to this end. They are dropped when the link ends.
  readonly #arrivals = new Arrivals()
  readonly #waiting: PacketCopy[] = []
  readonly #unused: PacketCopy[] = []
  #waitingBytes = 0
  #isArmed = false
  #ending: { readonly reason: DisconnectReason; readonly detail: string } | undefined

  constructor(clock: Clock, kind: LinkKind) {
    this.#clock = clock
    this.kind = kind
    if (kind === 'datagram') this.uplink = new Uplink()
  }

  join(other: MemoryEnd): void {
    this.#other = other
  }

  get isOpen(): boolean {
    return this.#arrivals.isOpen
  }

  get bufferedBytes(): number {
    return this.#other?.isOpen ? this.#other.#waitingBytes : 0
  }

  open(receiver: LinkReceiver): void {
    this.#arrivals.open(receiver)
  }

  send(bytes: Uint8Array): void {
    const other = this.#other
    if (!this.isOpen || !other?.isOpen) return
    const copy = other.#unused.pop() ?? new PacketCopy()
    copy.fill(bytes)
    other.#waiting.push(copy)
    other.#waitingBytes += copy.length
    other.#arm()
  }

  close(reason: DisconnectReason, detail = ''): void {
    if (!this.#arrivals.close(reason, detail)) return
    this.#arm()
    if (!this.#other?.isOpen) return
    this.#other.#ending = { reason, detail }
    this.#other.#arm()
  }

  #arm(): void {
    if (this.#isArmed) return
    this.#isArmed = true
    this.#clock.after(0, this.#deliver)
  }

  readonly #deliver = (): void => {
    this.#isArmed = false
    // A packet sent meanwhile arms again and waits for the next call.
    for (let left = this.#waiting.length; left > 0; left--) {
      const copy = this.#waiting.shift()
      if (copy === undefined) break
      this.#waitingBytes -= copy.length
      this.#arrivals.packet(copy.bytes, this.#clock.nowMs())
      this.#unused.push(copy)
    }
    if (this.#ending !== undefined) this.#arrivals.end(this.#ending.reason, this.#ending.detail)
    this.#arrivals.tell()
  }
}
