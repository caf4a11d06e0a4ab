import { DISCONNECT_REASONS, type DisconnectReason } from '../../src/base/error.ts'
import { Random } from '../../src/base/random.ts'
import type { Ms } from '../../src/base/units.ts'
import type { Link } from '../../src/link/link.ts'
import { BitWriter } from '../../src/wire/bits.ts'
import { MAX_INPUTS, MAX_MESSAGE } from '../../src/wire/limits.ts'
import type { Hello, ResumeKey } from '../../src/wire/packets/handshake.ts'
import * as PACKET from '../../src/wire/packets/packet.ts'
import { writeClose, writeMessage, writeReport } from '../../src/wire/packets/packets.ts'
import { RawClient } from '../support/raw-client.ts'
import type { Corpus } from './corpus.ts'
import { Mutator } from './mutate.ts'

/** A conversation does so many things at most, and comes back so often. */
const MOST_ACTS = 40
const MOST_LINKS = 8
/** The first byte above the largest packet that a server looks at. */
const OVERSIZED_BYTES = 40_961
/** Waits between two acts. An answer is there at once: only without a wait it is not. */
const PAUSES_MS: readonly Ms[] = [0, 1, 5, 5, 20, 20, 60, 300]
/** Packets of its own that a connection can say again. */
const REMEMBERED = 24

/** Texts of messages: JSON values of every shape, and texts that are none. */
export const TEXTS = [
  '1',
  'null',
  '"x"',
  '1e999',
  '-0',
  '{}',
  '{"a":{"b":[1,"\\u0000",{"c":null}]}}',
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":1,"length":-1,"then":1}',
  `"${'\\ud800'.repeat(300)}"`,
  `"${'\u4e2d'.repeat(2000)}"`,
  `${'['.repeat(64)}${']'.repeat(64)}`,
  `${'['.repeat(65)}${']'.repeat(65)}`,
  '['.repeat(4000),
  `[${'1,'.repeat(4000)}1]`,
  `"${'x'.repeat(MAX_MESSAGE - 2)}"`,
  '',
  '[[',
  '\u0000',
  '{"a":}',
  'NaN',
] as const

/** The room that everybody is in. */
export const ROOM = 'main'

/** Where a hostile conversation takes place. */
export interface Venue {
  /** Opens another connection to the server. */
  connect(): Link
  /** True packets of other connections, of the same game. */
  readonly corpus: Corpus
  /** A key that somebody else holds. */
  readonly othersKey: () => ResumeKey
}

/**
 * A client that joins as anybody does, and then mixes what a client says with what none says: forged, mutated, replayed,
 * reordered and cut packets, numbers out of every range, and connections that break, come back and take one another over.
 * What it does depends on its seed and on what the server answers, on nothing else.
 */
export class Conversation {
  readonly #random: Random
  readonly #mutator: Mutator
  readonly #venue: Venue
  readonly #writer = new BitWriter()
  readonly #acts: readonly (() => void)[]
  #talker!: Talker
  #key: ResumeKey = [0, 0]
  #links = 0
  #left: number

  constructor(seed: number, venue: Venue) {
    this.#random = new Random(seed)
    this.#mutator = new Mutator(this.#random)
    this.#venue = venue
    this.#left = 8 + this.#below(MOST_ACTS - 8)
    const honest = () => this.#talker.run(1 + this.#below(8))
    this.#acts = [
      ...[honest, honest, honest, honest, honest],
      () => this.#message(),
      () => this.#leap(),
      () => this.#oddHead(),
      () => this.#inputBits(),
      () => this.#oddMessage(),
      () => this.#cutMessage(),
      () => this.#resyncs(),
      () => this.#reports(),
      () => this.#closing(),
      () => this.#replay(),
      () => this.#talker.holdBack(),
      () => this.#mutated(),
      () => this.#alien(),
      () => this.#secondHello(),
      () => this.#junk(),
      () => this.#takeOver(),
      () => this.#talker.link.close(this.#pick(DISCONNECT_REASONS)),
    ]
    this.#greet({})
  }

  /** Does the next thing. Returns how long it then waits; null when it is over. */
  act(): Ms | null {
    this.#key = this.#talker.welcome?.resumeKey ?? this.#key
    if (this.#left-- <= 0) return null
    if (!this.#talker.hasEnded) this.#pick(this.#acts)()
    else if (this.#links < MOST_LINKS) this.#comeBack()
    else return null
    return this.#pick(PAUSES_MS)
  }

  /** Breaks the connection, or leaves it silent for the server to find out. */
  end(): void {
    if (this.#below(8) > 0) this.#talker.link.close(this.#pick(['left', 'lost', 'timeout']))
  }

  #greet(changes: Partial<Hello>): void {
    this.#links++
    this.#talker = new Talker(this.#venue.connect(), this.#venue.corpus.definition.game)
    this.#talker.hello({ room: ROOM, ...changes })
  }

  #comeBack(): void {
    const changes: { -readonly [K in keyof Hello]?: Hello[K] } = { resumeKey: this.#anyKey() }
    switch (this.#below(24)) {
      case 0:
        changes.room = this.#pick(['side', 'x'.repeat(127), '\ud800\u0000', '__proto__'])
        break
      case 1:
        changes.game = this.#pick(['zo', 'zoo2', 'constructor', '\u0000'])
        break
      case 2:
        changes.hash = this.#random.uint32()
        break
      case 3:
        changes.token = this.#pick(['!', 'x'.repeat(4095)])
    }
    this.#greet(changes)
    // Format, magic and profile are spoilt by hand.
    if (this.#below(6) > 0) return
    const [hello] = this.#talker.tape
    this.#talker.link.close('left')
    this.#talker = new Talker(this.#venue.connect(), this.#venue.corpus.definition.game)
    this.#talker.send(this.#mutator.next(hello!, hello!))
  }

  #anyKey(): ResumeKey {
    const [high, low] = this.#key
    switch (this.#below(10)) {
      case 0:
        return [0, 0]
      case 1:
        return [low, high]
      case 2:
        return [high, (low ^ (1 << this.#below(32))) >>> 0]
      case 3: {
        // Near somebody else's, but further away than a mutation of this packet may find back.
        const others = this.#venue.othersKey()
        return [(others[0] ^ 0x5a5a_5a5a ^ (1 << this.#below(32))) >>> 0, others[1]]
      }
      case 4:
        return [this.#random.uint32(), this.#random.uint32()]
      default:
        return this.#key
    }
  }

  /** Comes back while the connection before is still there, and goes on speaking on either. */
  #takeOver(): void {
    const before = this.#talker
    if (this.#links >= MOST_LINKS) return
    this.#greet({ resumeKey: this.#anyKey() })
    if (this.#below(2) === 0) this.#talker = before
  }

  #leap(): void {
    const talker = this.#talker
    talker.newest += this.#pick([1, 32, 255, 256, 300, 1000, 2047, 2048, 2049, 4096, 32_767])
    talker.run(this.#pick([1, 3, 128, 300]))
  }

  #oddHead(): void {
    const { head, received, newest } = this.#talker
    const odd: Partial<typeof head> = {}
    if (this.#below(2) === 0) odd.sequence = this.#odd16(head.sequence)
    if (this.#below(3) === 0) odd.ack = this.#odd16(Math.max(0, received.newest))
    if (this.#below(3) === 0) odd.ackMask = this.#random.uint32()
    if (this.#below(4) === 0) odd.messageAck = this.#odd16(head.messageAck)
    if (this.#below(2) === 0) {
      odd.viewAge = this.#pick([-1, 0, 1, this.#below(128)])
      odd.isOneFrame = this.#below(2) === 0
      odd.ownAge = this.#below(256)
      odd.momentCount = this.#below(head.moments.length + 1)
      for (const told of head.moments) {
        told.player = this.#pick([0, 1, this.#below(65_536)])
        told.horizon = this.#below(8)
        told.halfMs = this.#below(4096) - 2048
      }
    }
    odd.newest = this.#below(3) === 0 ? this.#odd16(newest) : (newest + 1) & 0xffff
    odd.count = this.#pick([0, 1, 2, MAX_INPUTS])
    this.#talker.input(odd)
    Object.assign(head, { messageAck: 0, viewAge: -1, momentCount: 0 })
  }

  /** An INPUT packet written bit by bit: every field apart may be out of its range, and the inputs are chance. */
  #inputBits(): void {
    const writer = this.#begin(PACKET.input, this.#odd16(this.#talker.head.sequence))
    const hasAck = this.#below(2)
    writer.write(hasAck, 1)
    if (hasAck === 1) {
      writer.write(this.#odd16(Math.max(0, this.#talker.received.newest)), 16)
      if (this.#talker.link.kind === 'datagram') writer.write(this.#random.uint32(), 32)
    }
    writer.write(this.#odd16(0), 16)
    const shows = this.#below(2)
    writer.write(shows, 1)
    if (shows === 1) {
      writer.write(this.#below(65_536), 16)
      writer.write(this.#below(256), 8)
      writer.write(this.#below(65_536), 16)
    }
    const count = this.#pick([0, 1, 5, 127, 128, 129, 255])
    writer.small(count)
    if (count > 0) writer.write(this.#odd16(this.#talker.newest), 16)
    for (let bits = this.#below(400); bits > 0; bits--) writer.write(this.#below(2), 1)
    this.#talker.send(writer.toBytes())
  }

  #message(): void {
    const talker = this.#talker
    const { head } = talker
    writeMessage(this.#writer, head.sequence, ++talker.messageId & 0xffff, this.#pick(TEXTS))
    head.sequence = (head.sequence + 1) & 0xffff
    talker.send(this.#writer.toBytes())
  }

  #oddMessage(): void {
    const { head, messageId } = this.#talker
    const [sequence, id] = [this.#odd16(head.sequence), this.#odd16(messageId)]
    writeMessage(this.#writer, sequence, id, this.#pick(TEXTS))
    this.#talker.send(this.#writer.toBytes())
  }

  /** One that says a length and has another. */
  #cutMessage(): void {
    const { head, messageId } = this.#talker
    const writer = this.#begin(PACKET.message, head.sequence)
    head.sequence = (head.sequence + 1) & 0xffff
    writer.write((messageId + 1) & 0xffff, 16)
    writer.write(this.#pick([0, 1, 5000, MAX_MESSAGE]), 14)
    for (let units = this.#below(200); units > 0; units--) writer.write(this.#below(65_536), 16)
    this.#talker.send(writer.toBytes())
  }

  #resyncs(): void {
    const packet = this.#below(6) === 0 ? [PACKET.resync, this.#below(2)] : [PACKET.resync]
    for (let count = this.#pick([1, 3, 60]); count > 0; count--)
      this.#talker.send(Uint8Array.from(packet))
  }

  #reports(): void {
    for (let count = this.#pick([1, 3, 60]); count > 0; count--) {
      const writer = new BitWriter(8)
      writeReport(writer, this.#below(100_000), this.#below(100_000))
      if (this.#below(6) === 0) writer.write(this.#below(256), 8)
      this.#talker.send(writer.toBytes())
    }
  }

  #closing(): void {
    if (this.#below(2) === 0) {
      const words = [this.#below(40), this.#below(256), this.#below(256)]
      this.#talker.send(Uint8Array.from([PACKET.close, ...words]))
    } else {
      writeClose(this.#writer, this.#pick(DISCONNECT_REASONS) as DisconnectReason, 'enough')
      this.#talker.send(this.#writer.toBytes())
    }
  }

  #replay(): void {
    const { tape } = this.#talker
    for (let count = this.#pick([1, 2, 30]); count > 0; count--) this.#talker.send(this.#pick(tape))
  }

  #mutated(): void {
    const { tape } = this.#talker
    const packet = this.#pick(tape)
    this.#talker.send(this.#mutator.next(packet, this.#pick(this.#venue.corpus.toServer)))
  }

  /** A true packet of another connection; or one that only servers send, its own included. */
  #alien(): void {
    const { toServer, toClient } = this.#venue.corpus
    const { heard } = this.#talker
    const from = this.#pick([toServer, toServer, toServer, toClient, heard])
    if (from.length > 0) this.#talker.send(this.#pick(from))
  }

  #secondHello(): void {
    if (this.#below(2) === 0) this.#talker.hello({ room: ROOM, resumeKey: this.#anyKey() })
    else
      for (let count = this.#pick([1, 2, 200]); count > 0; count--)
        this.#talker.send(this.#talker.tape[0]!)
  }

  #junk(): void {
    const length = this.#pick([0, 1, 2, 30, 3000, OVERSIZED_BYTES])
    const bytes = new Uint8Array(length)
    for (let i = 0; i < Math.min(length, 100); i++) bytes[i] = this.#below(256)
    if (length > 0 && this.#below(3) > 0) bytes[0] = this.#pick([1, 3, 4, 5, 7])
    this.#talker.send(bytes)
  }

  #begin(type: number, sequence: number): BitWriter {
    const writer = this.#writer
    writer.reset()
    writer.write(type, 8)
    writer.write(sequence, 16)
    return writer
  }

  /** A number of 16 bits that is near, or where something wraps or ends. */
  #odd16(near: number): number {
    const far = this.#pick([0, 1, -1, 2, 32, -33, 64, 255, 256, 1024, 1025, 32_767, 32_768])
    return (this.#below(8) === 0 ? this.#random.uint32() : near + far) & 0xffff
  }

  #below(count: number): number {
    return this.#random.uint32() % count
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!
  }
}

/** One connection of a conversation: remembers what it said and heard, and can hold packets back to send them later. */
class Talker extends RawClient {
  readonly tape: Uint8Array[] = []
  readonly heard: Uint8Array[] = []
  messageId = 0
  #held: Uint8Array[] | null = null

  override send(bytes: Uint8Array): void {
    if (this.tape.length < REMEMBERED) this.tape.push(bytes.slice())
    if (this.#held) this.#held.push(bytes.slice())
    else super.send(bytes)
  }

  override packet(bytes: Uint8Array): void {
    super.packet(bytes)
    if (this.heard.length < REMEMBERED) this.heard.push(bytes.slice())
  }

  /** Keeps what is sent from now on; called again, sends all of it, newest first. */
  holdBack(): void {
    const held = this.#held
    this.#held = held ? null : []
    for (const bytes of held?.reverse() ?? []) super.send(bytes)
  }
}
