import { BitWriter } from '../../src/wire/bits.ts'
import { writeMessage } from '../../src/wire/packets.ts'
import { RawClient } from '../support/raw-client.ts'
import type { SocketLink } from './socket-link.ts'

/** A player who may do what no session does, and hears why it was thrown out. */
export class HostileClient extends RawClient {
  declare readonly link: SocketLink
  readonly #ended: (reason: string) => void
  readonly #messages = new BitWriter()

  constructor(link: SocketLink, ended: (reason: string) => void) {
    super(link)
    this.#ended = ended
  }

  override closed(): void {
    super.closed()
    this.#ended(this.closing?.reason ?? 'cut off')
  }

  /** Sends one input, the next one, and acknowledges all; but for what is changed. */
  oneInput(changes: Partial<typeof this.head> = {}): void {
    const { newest: ack, mask: ackMask } = this.received
    this.input({ newest: ++this.newest & 0xffff, count: 1, ack, ackMask, ...changes })
  }

  /** Sends a message, whatever its id. */
  message(id: number, json: string): void {
    writeMessage(this.#messages, this.head.sequence, id & 0xffff, json)
    this.head.sequence = (this.head.sequence + 1) & 0xffff
    this.send(this.#messages.toBytes())
  }
}
