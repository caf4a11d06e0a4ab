import type { AnyGame } from '../../src/game/define-game.ts'
import { ReceivedPackets } from '../../src/link/acks.ts'
import type { Link, LinkReceiver } from '../../src/link/link.ts'
import { BitReader, BitWriter } from '../../src/wire/bits.ts'
import {
  type Hello,
  NOTHING_HELD,
  readWelcome,
  type Welcome,
  writeHello,
} from '../../src/wire/packets/handshake.ts'
import { emptyInputHead, InputRows, writeInput } from '../../src/wire/packets/input-packet.ts'
import * as PACKET from '../../src/wire/packets/packet.ts'
import { type Closing, readClose } from '../../src/wire/packets/packets.ts'
import {
  emptySnapshotHead,
  readArrivals,
  readSnapshotHead,
  type SnapshotHead,
} from '../../src/wire/packets/snapshot-head.ts'
import { runner } from './runner.ts'

/** A client that speaks the wire by hand, and so can do what no session does. */
export class RawClient implements LinkReceiver {
  readonly link: Link
  readonly received = new ReceivedPackets()
  readonly head = emptyInputHead()
  readonly snapshot: SnapshotHead
  welcome: Welcome | null = null
  closing: Closing | null = null
  hasEnded = false
  /** Newest input sent. */
  newest = 0
  readonly #game: AnyGame
  readonly #inputs: InputRows
  readonly #writer = new BitWriter()

  /** `game`: one with the runner's inputs and profile. */
  constructor(link: Link, game: AnyGame = runner.game) {
    this.link = link
    this.#game = game
    this.#inputs = new InputRows(game.inputSchema, 256)
    this.snapshot = emptySnapshotHead(game.inputSchema.presses.length)
    link.open(this)
  }

  /** Says HELLO; `changes` spoil it. */
  hello(changes: Partial<Hello> = {}): this {
    const hello = {
      hash: this.#game.hash,
      game: this.#game.name,
      room: '',
      token: '',
      resumeKey: [0, 0] as const,
      held: NOTHING_HELD,
    }
    writeHello(this.#writer, this.#game, { ...hello, ...changes }, { name: 'raw' })
    this.send(this.#writer.toBytes())
    return this
  }

  /** Sends `count` new inputs with `right` held, in packets of at most 100. */
  run(count: number): void {
    for (let left = count; left > 0; left -= 100) this.#packet(Math.min(left, 100))
  }

  /** Sends an INPUT packet whose head was changed by hand. */
  input(changes: Partial<typeof this.head>): void {
    Object.assign(this.head, changes)
    this.#write()
  }

  send(bytes: Uint8Array): void {
    this.link.send(bytes)
  }

  packet(bytes: Uint8Array): void {
    const reader = new BitReader().start(bytes)
    const type = reader.read(8)
    if (type === PACKET.welcome) this.welcome = readWelcome(reader)
    if (type === PACKET.close) this.closing = readClose(reader)
    const { snapshot, received } = this
    const isOrdered = this.link.kind === 'ordered'
    const hasTicks = this.#game.authority === 'tick'
    if (
      type === PACKET.snapshot &&
      readSnapshotHead(reader, snapshot, isOrdered, hasTicks ? readArrivals : undefined)
    )
      received.note(isOrdered ? (received.newest + 1) & 0xffff : snapshot.sequence)
  }

  closed(): void {
    this.hasEnded = true
  }

  #packet(count: number): void {
    for (let i = 0; i < count; i++) {
      this.newest++
      const at = this.#inputs.offsetOf(this.newest)
      this.#inputs.row.set(this.#inputs.defaults, at)
      this.#inputs.row[at] = 1
    }
    this.head.ack = this.received.newest
    this.head.ackMask = this.received.mask
    this.head.newest = this.newest & 0xffff
    this.head.count = count
    this.#write()
  }

  #write(): void {
    const isOrdered = this.link.kind === 'ordered'
    writeInput(this.#writer, this.#game.inputSchema, this.head, this.#inputs, isOrdered)
    this.head.sequence = (this.head.sequence + 1) & 0xffff
    this.send(this.#writer.toBytes())
  }
}
