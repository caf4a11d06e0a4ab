import { DISCONNECT_REASONS } from '../../src/base/error.ts'
import type { Random } from '../../src/base/random.ts'
import type { Link } from '../../src/link/link.ts'
import type { VirtualClock } from '../../src/testing/virtual-clock.ts'
import { BitWriter } from '../../src/wire/bits.ts'
import { writeWelcome } from '../../src/wire/packets/handshake.ts'
import { writeClose, writeMessage } from '../../src/wire/packets/packets.ts'
import { TEXTS } from './conversation.ts'
import type { Corpus } from './corpus.ts'
import { forgeHead } from './forge.ts'
import type { Mutator } from './mutate.ts'

/** What it remembers of what it said. */
const REMEMBERED = 30
/** More than any snapshot of the game has. */
const HUGE_BYTES = 60_000

/**
 * A server that is a true room behind a man in the middle: he mutates, forges, cuts, repeats, swaps and leaves out packets of
 * the room, says what no server says, is silent for a while, and ends the connection for any reason or none.
 */
export class HostileServer {
  readonly #clock: VirtualClock
  readonly #link: Link
  readonly #corpus: Corpus
  readonly #random: Random
  readonly #mutator: Mutator
  readonly #writer = new BitWriter()
  readonly #said: Uint8Array[] = []
  /** Of how many packets one is spoilt, after so many that are not. */
  readonly #oneIn: number
  #calm: number
  /** What waits until the silence is over, or until the next packet has overtaken it. */
  #held: Uint8Array[] = []
  #silentUntilMs = 0
  #isForgetful = false

  /** `link`: to the session. `room`: to the room. `corpus`: a true stream of another game. */
  constructor(
    clock: VirtualClock,
    { link, room }: { readonly link: Link; readonly room: Link },
    corpus: Corpus,
    random: Random,
    mutator: Mutator,
  ) {
    this.#clock = clock
    this.#link = link
    this.#corpus = corpus
    this.#random = random
    this.#mutator = mutator
    this.#oneIn = this.#pick([2, 4, 10, 40])
    this.#calm = this.#below(30)
    room.open({
      packet: (bytes) => this.#pass(bytes.slice()),
      closed: (reason, detail) => link.close(reason, detail),
    })
    link.open({
      packet: (bytes) => room.send(bytes),
      closed: (reason) => room.close(reason),
    })
  }

  #pass(packet: Uint8Array): void {
    if (this.#said.length >= REMEMBERED) this.#said.shift()
    this.#said.push(packet)
    const nowMs = this.#clock.nowMs()
    if (nowMs < this.#silentUntilMs) {
      if (!this.#isForgetful) this.#held.push(packet)
      return
    }
    if (this.#calm-- <= 0 && this.#below(this.#oneIn) === 0) this.#spoil(packet)
    else this.#send(packet)
    // Not while it is silent: it may have begun to be.
    if (nowMs < this.#silentUntilMs) return
    for (const held of this.#held.splice(0)) this.#send(held)
  }

  #spoil(packet: Uint8Array): void {
    const { toClient, toServer } = this.#corpus
    switch (this.#below(18)) {
      case 0:
      case 1:
      case 2:
        return this.#send(this.#mutator.next(packet, this.#pick(this.#said)))
      case 3:
      case 4:
      case 5:
        return this.#send(forgeHead(packet, this.#corpus, this.#random) ?? packet)
      case 6:
        // Left out, or behind the one after it.
        if (this.#below(2) === 0) this.#held.push(packet)
        return
      case 7:
        this.#send(packet)
        return this.#send(packet)
      case 8:
        this.#send(this.#pick(this.#said))
        return this.#send(packet)
      case 9:
        return this.#send(this.#pick(toClient))
      case 10:
      case 15:
        return this.#message(packet)
      case 11:
        return this.#welcome(packet)
      case 12:
        return this.#close()
      case 13:
        return this.#send(this.#pick(toServer))
      case 14:
        return this.#send(this.#junk(packet))
      default:
        // Silent, and what came meanwhile comes at once or never.
        this.#silentUntilMs = this.#clock.nowMs() + this.#pick([100, 300, 2000, 11_000])
        this.#isForgetful = this.#below(2) === 0
        this.#held.push(packet)
    }
  }

  #message(packet: Uint8Array): void {
    for (let count = this.#pick([1, 1, 3, 60]); count > 0; count--) {
      const id = this.#pick([1, 1, 2, 2, 3, 33, 1025, 60_000])
      writeMessage(this.#writer, this.#random.uint32() & 0xffff, id, this.#pick(TEXTS))
      this.#send(this.#writer.toBytes())
    }
    this.#send(packet)
  }

  #welcome(packet: Uint8Array): void {
    const nowSubTicks = this.#pick([0, 256, 2 ** 31, 2 ** 40 - 1])
    const player = this.#pick([0, 1, 2, 0xffff])
    const resumeKey = [this.#random.uint32(), this.#random.uint32()] as const
    const room = this.#pick(['', 'other', 'x'.repeat(127)])
    const messages = this.#pick([0, 1, 2 ** 32 - 1])
    const received = this.#pick([-1, 0, 1, 100, 2 ** 32 - 1])
    const welcome = { player, nowSubTicks, resumeKey, room, messages, received }
    writeWelcome(this.#writer, welcome)
    this.#send(this.#writer.toBytes())
    this.#send(packet)
  }

  #close(): void {
    // Of a connection that is lost a session may come back, and meet this server again.
    if (this.#below(3) > 0)
      return this.#link.close(this.#pick(['lost', 'timeout', ...DISCONNECT_REASONS.slice(0, 3)]))
    writeClose(this.#writer, this.#pick(DISCONNECT_REASONS), '\ud800'.repeat(this.#below(255)))
    this.#send(this.#writer.toBytes())
  }

  #junk(packet: Uint8Array): Uint8Array {
    if (this.#below(3) === 0)
      return Uint8Array.from({ length: this.#below(9) }, () => this.#below(256))
    const bytes = new Uint8Array(this.#pick([300, 5000, HUGE_BYTES]))
    const fill = this.#pick([0, 255, -1])
    for (let i = 0; i < bytes.length; i++) bytes[i] = fill < 0 ? this.#below(256) : fill
    bytes.set(packet.subarray(0, 1 + this.#below(Math.min(40, packet.length, bytes.length))))
    return bytes
  }

  #send(bytes: Uint8Array): void {
    this.#link.send(bytes)
  }

  #below(count: number): number {
    return this.#random.uint32() % count
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]!
  }
}
