import { BitWriter } from '../../src/wire/bits.ts'
import { writeMessage } from '../../src/wire/packets/packets.ts'
import { RawClient } from '../support/raw-client.ts'
import type { SocketLink } from './socket-link.ts'

/** A player who may do what no session does, and hears why it was thrown out. */
export class HostileClient extends RawClient {
  declare readonly link: SocketLink
  readonly #ended: (reason: string) => void
  /** A MESSAGE and its text: only its numbers change, so that it costs the attacker next to nothing. */
  #message: Uint8Array = new Uint8Array()
  #json = ''
  #isGoing = false

  constructor(link: SocketLink, ended: (reason: string) => void) {
    super(link)
    this.#ended = ended
  }

  override closed(): void {
    super.closed()
    if (!this.#isGoing) this.#ended(this.closing?.reason ?? 'nothing')
  }

  /** Sends one input, the next one, and acknowledges all; but for what is changed. */
  oneInput(changes: Partial<typeof this.head> = {}): void {
    const { newest: ack, mask: ackMask } = this.received
    this.input({ newest: ++this.newest & 0xffff, count: 1, ack, ackMask, ...changes })
  }

  /** Sends a message, whatever its id. */
  message(id: number, json: string): void {
    if (json !== this.#json) {
      const writer = new BitWriter()
      writeMessage(writer, 0, 0, json)
      this.#message = writer.toBytes().slice()
      this.#json = json
    }
    const { sequence } = this.head
    this.#message.set([sequence & 255, sequence >> 8, id & 255, (id >> 8) & 255], 1)
    this.head.sequence = (sequence + 1) & 0xffff
    this.send(this.#message)
  }

  /** Goes without a word. */
  reset(): void {
    this.#isGoing = true
    this.link.socket.resetAndDestroy()
  }
}
