import type { Clock } from '../../src/base/clock.ts'
import type { AnyGame } from '../../src/game/define-game.ts'
import { afterPress } from '../../src/game/presses.ts'
import type { Holder } from '../../src/game/schema.ts'
import { ReceivedPackets } from '../../src/link/acks.ts'
import type { Link, LinkReceiver } from '../../src/link/link.ts'
import { Messages } from '../../src/link/messages.ts'
import { BitReader, BitWriter } from '../../src/wire/bits.ts'
import { MAX_INPUTS } from '../../src/wire/limits.ts'
import {
  NOTHING_HELD,
  type ResumeKey,
  readWelcome,
  writeHello,
} from '../../src/wire/packets/handshake.ts'
import { emptyInputHead, InputRows, writeInput } from '../../src/wire/packets/input-packet.ts'
import * as PACKET from '../../src/wire/packets/packet.ts'
import {
  readMessage,
  writeClose,
  writeMessage,
  writeReport,
} from '../../src/wire/packets/packets.ts'
import {
  emptySnapshotHead,
  readArrivals,
  readSnapshotHead,
  type SnapshotHead,
} from '../../src/wire/packets/snapshot-head.ts'
import type { Connection, Packet, Row } from './golden.ts'
import { rowOf } from './recorded-room.ts'

const HELLO_EVERY_MS = 250
/** At rest it sends one packet in this many frames. */
const RESTING_FRAMES = 6

/** A client that does what it is told, frame by frame, and writes down what it says and hears. */
export class ScriptedClient implements LinkReceiver {
  resumeKey: ResumeKey
  readonly #game: AnyGame
  readonly #link: Link
  readonly #clock: Clock
  readonly #profile: object
  /** The network ticks of the snapshots that it took in. */
  readonly ticks: number[] = []
  readonly #packets: Packet[] = []
  readonly #inputRows: Row[] = []
  readonly #up: string[] = []
  readonly #down: string[] = []
  readonly #received = new ReceivedPackets()
  readonly #messages: Messages
  readonly #inputs: InputRows
  readonly #writer = new BitWriter()
  readonly #snapshot: SnapshotHead
  #player = 0
  #sequence = 0
  #newest = 0
  #sent = 0
  #acknowledged = 0
  #tick = -1
  #rested = 0
  #greetedMs = Number.NEGATIVE_INFINITY

  constructor(
    game: AnyGame,
    link: Link,
    clock: Clock,
    profile: object,
    resumeKey: ResumeKey = [0, 0],
  ) {
    this.#game = game
    this.#link = link
    this.#clock = clock
    this.#profile = profile
    this.#inputs = new InputRows(game.inputSchema, 256)
    this.#snapshot = emptySnapshotHead(game.inputSchema.presses.length)
    this.resumeKey = resumeKey
    this.#messages = new Messages(link.kind)
    link.open(this)
  }

  /** Whether the connection goes on. */
  get isOpen(): boolean {
    return this.#link.isOpen
  }

  /** What was said so far. */
  get connection(): Connection {
    return {
      player: this.#player,
      profile: rowOf(this.#game.profileSchema, this.#profile),
      inputs: this.#inputRows.slice(0, this.#sent),
      messages: { up: this.#up, down: this.#down },
      packets: this.#packets,
    }
  }

  /**
   * A frame: says what `inputs` are, one for each step; says HELLO instead where it is not in yet. At rest it holds them back
   * for some frames.
   */
  frame(inputs: readonly object[], isAtRest = false): void {
    if (this.#player === 0) return this.#greet()
    for (const input of inputs) this.#make(input as Holder)
    this.#rested = isAtRest ? this.#rested + 1 : 0
    if (this.#rested % RESTING_FRAMES > 1) return
    this.#say(this.#link.kind === 'datagram' ? this.#acknowledged : this.#sent)
    this.#messages.flush(this.#clock.nowMs(), (id, json) => {
      writeMessage(this.#writer, this.#nextSequence(), id, json)
      this.#send()
    })
  }

  /** Sends a message. */
  tell(message: unknown): void {
    const json = JSON.stringify(message)
    this.#up.push(json)
    this.#messages.queue(json)
  }

  /** Reports a delay and corrections. */
  report(delayMs: number, corrections: number): void {
    writeReport(this.#writer, delayMs, corrections)
    this.#send()
  }

  /** Goes, with a word. */
  leave(): void {
    writeClose(this.#writer, 'left', 'bye')
    this.#send()
    this.#link.close('left')
  }

  /** Is gone, without one. */
  break(): void {
    this.#link.close('lost')
  }

  packet(bytes: Uint8Array): void {
    this.#packets.push(['down', Buffer.from(bytes).toString('hex')])
    const reader = new BitReader().start(bytes)
    switch (reader.read(8)) {
      case PACKET.welcome: {
        const welcome = readWelcome(reader)!
        this.#player = welcome.player
        this.resumeKey = welcome.resumeKey
        break
      }
      case PACKET.message: {
        const { sequence, id, step, json } = readMessage(reader)!
        if (this.#received.note(sequence) && this.#messages.judge(id, json.length) === 'new')
          this.#messages.take(id, json, step, (inOrder) => this.#down.push(inOrder))
        break
      }
      case PACKET.tables:
        // Packets that overtook WELCOME come again.
        if (this.#player > 0) this.#received.note(reader.read(16))
        break
      case PACKET.snapshot:
        // One that has overtaken WELCOME is left aside.
        if (this.#player > 0) this.#takeSnapshot(reader)
    }
  }

  closed(): void {}

  /** Makes an input, with one more press of each that it says is pressed. */
  #make(input: Holder): void {
    const { inputSchema } = this.#game
    const { row } = this.#inputs
    const before = this.#inputs.offsetOf(this.#newest++)
    const at = this.#inputs.offsetOf(this.#newest)
    const isFirst = this.#newest === 1
    inputSchema.gather(input, row, at, null)
    for (const i of inputSchema.presses) {
      const count = isFirst ? 0 : row[before + i]!
      row[at + i] = input[inputSchema.columns[i]!.name] ? afterPress(count) : count
    }
    this.#inputRows.push([...row.subarray(at, at + inputSchema.width)])
  }

  #takeSnapshot(reader: BitReader): void {
    const head = this.#snapshot
    const isOrdered = this.#link.kind === 'ordered'
    const { authority, definition } = this.#game
    readSnapshotHead(
      reader,
      head,
      isOrdered,
      authority === 'tick' ? readArrivals : undefined,
      definition.coding !== undefined,
    )
    const tick = head.tick < 0 ? this.#tick + head.distance : head.tick
    if (tick <= this.#tick) return
    this.#tick = tick
    this.ticks.push(tick)
    this.#received.note(isOrdered ? (this.#received.newest + 1) & 0xffff : head.sequence)
    if (head.inputAck >= 0) this.#acknowledged = Math.max(this.#acknowledged, head.inputAck)
    this.#skipTo(this.#acknowledged)
    if (head.messageAck >= 0) this.#messages.acknowledge(head.messageAck)
  }

  /** Goes on after input `id`: the room did without those up to it. */
  #skipTo(id: number): void {
    while (this.#newest < id) this.#make(this.#game.inputSchema.create())
    this.#sent = Math.max(this.#sent, id)
  }

  #greet(): void {
    if (this.#clock.nowMs() - this.#greetedMs < HELLO_EVERY_MS) return
    const isFirst = this.#greetedMs === Number.NEGATIVE_INFINITY
    if (!isFirst && this.#link.kind === 'ordered') return
    this.#greetedMs = this.#clock.nowMs()
    const { hash, name } = this.#game
    const { resumeKey } = this
    writeHello(
      this.#writer,
      this.#game,
      { hash, game: name, room: '', resumeKey, held: NOTHING_HELD, token: 'tôken' },
      this.#profile,
    )
    this.#send()
  }

  /** Says the inputs after `from`. */
  #say(from: number): void {
    const count = Math.min(this.#newest - from, MAX_INPUTS)
    const head = {
      ...emptyInputHead(),
      viewAge: this.#tick < 0 ? -1 : this.#tick & 1,
      isOneFrame: true,
      ownAge: 50,
    }
    if (head.viewAge > 0) {
      head.momentCount = 2
      Object.assign(head.moments[0]!, { player: 2, halfMs: -80 })
      Object.assign(head.moments[1]!, { horizon: 5, halfMs: 30 })
    }
    writeInput(
      this.#writer,
      this.#game.inputSchema,
      {
        ...head,
        sequence: this.#nextSequence(),
        ack: this.#received.newest,
        ackMask: this.#received.mask,
        messageAck: this.#messages.received & 0xffff,
        newest: count > 0 ? this.#newest & 0xffff : 0,
        count,
        isResting: count > 0 && this.#rested > 0,
      },
      this.#inputs,
      this.#link.kind === 'ordered',
    )
    this.#sent = this.#newest
    this.#send()
  }

  #nextSequence(): number {
    return this.#sequence++ & 0xffff
  }

  #send(): void {
    const bytes = this.#writer.view()
    this.#packets.push(['up', Buffer.from(bytes).toString('hex')])
    this.#link.send(bytes)
  }
}
