import { DISCONNECT_REASONS } from '../../src/base/error.ts'
import { Random } from '../../src/base/random.ts'
import { emptySessionStats } from '../../src/client/page/stats.ts'
import { Views } from '../../src/client/page/view.ts'
import { Play } from '../../src/client/play.ts'
import { PacketReader } from '../../src/server/packet-reader.ts'
import { coreOf, Room } from '../../src/server/room.ts'
import { BitReader } from '../../src/wire/bits.ts'
import { MAX_MESSAGE } from '../../src/wire/limits.ts'
import { readHello, readProfile, readWelcome } from '../../src/wire/packets/handshake.ts'
import * as PACKET from '../../src/wire/packets/packet.ts'
import { readClose, readMessage } from '../../src/wire/packets/packets.ts'
import { Sink } from '../support/crowd.ts'
import { type Corpus, record, tabledZoo, tickingZoo } from './corpus.ts'
import { Mutator } from './mutate.ts'

/** How many packets were taken, and how many refused, by the reader that had them. */
export type Tally = Record<string, { taken: number; refused: number }>

/** Mutated packets that follow one another, before the ends are made anew: what was taken lets more be taken. */
const SERVER_RUN = 4000
const CLIENT_RUN = 60
/** One end in so many is a server's, so that it gets about half of the packets. */
const SERVERS = 60

/**
 * Feeds `count` mutated and random packets to every reader of both ends, which are in the midst of a game. Whatever is
 * thrown comes out. Repeatable by its seed.
 */
export class Fuzz {
  readonly tally: Tally = {}
  readonly #random: Random
  readonly #mutator: Mutator
  readonly #corpora: readonly Corpus[]

  constructor(seed: number) {
    this.#random = new Random(seed)
    this.#mutator = new Mutator(this.#random)
    this.#corpora = [
      record('ordered', 20),
      record('datagram', 20),
      record('datagram', 20, tabledZoo),
      record('ordered', 20, tickingZoo),
    ]
  }

  run(count: number): void {
    for (let left = count; left > 0; ) {
      const corpus = this.#pick(this.#corpora)
      const isServer = this.#random.uint32() % SERVERS === 0
      const runs = isServer ? this.#server(corpus) : this.#client(corpus)
      left -= runs
    }
  }

  /** One room, one player in it, and packets of which it should not have been sent any. */
  #server(corpus: Corpus): number {
    const room = new Room(corpus.definition, { nowMs: 0 })
    room.join(new Sink(), { profile: { name: 'odd' } }, 0)
    const peer = coreOf(room).peerList[0]!
    const reader = new PacketReader(coreOf(room))
    const bits = new BitReader()
    for (let n = 0; n < SERVER_RUN; n++) {
      const packet = this.#mutator.next(this.#pick(corpus.toServer), this.#pick(corpus.toServer))
      const nowMs = n * 2
      if (n % 25 === 0) room.advance(nowMs)
      const type = packet.length > 0 ? packet[0]! : 0
      if (type === PACKET.hello) {
        const hello = readHello(bits.start(packet.slice(1)))
        const isGood =
          typeof hello !== 'string' && readProfile(bits, corpus.definition.game) !== null
        this.#count('HELLO', isGood)
      }
      const offence = reader.read(peer, packet, nowMs)
      if (offence !== null && !DISCONNECT_REASONS.includes(offence))
        throw new Error(`'${offence}' is no reason`)
      this.#count(
        `server, type ${type > 6 && type !== PACKET.report ? 'unknown' : type}`,
        offence === null,
      )
    }
    return SERVER_RUN
  }

  /** A session's end that has taken in some of what it was sent, and then what it was not. */
  #client(corpus: Corpus): number {
    let play = opened(corpus)
    const snapshots = corpus.toClient.filter((packet) => packet[0] === PACKET.snapshot)
    const start = this.#random.uint32() % 8
    for (const packet of snapshots.slice(0, start)) take(play, packet)
    const others = this.#corpora.flatMap(({ toClient }) =>
      toClient.filter((packet) => packet[0] !== PACKET.snapshot),
    )
    let next = start
    for (let n = 0; n < CLIENT_RUN; n++) {
      const near = snapshots.slice(next, next + 3)
      const isSnapshot = this.#random.uint32() % 4 > 0
      const from = isSnapshot ? near : others
      const packet = this.#mutator.next(this.#pick(from), this.#pick(corpus.toClient))
      const type = packet.length > 0 ? packet[0]! : 0
      const isTaken = take(play, packet)
      this.#count(`client, type ${type > 6 ? 'unknown' : type}`, isTaken)
      // After one that could not be read a session takes complete ones alone: there is more to be found without that.
      if (isTaken && isSnapshot) next = Math.min(next + 1, start + 12)
      if (!isTaken && type === PACKET.snapshot) {
        next = start
        play = opened(corpus)
        for (const before of snapshots.slice(0, start)) take(play, before)
      }
      if (n % 20 > 0) continue
      play.timeline.show(play.timeline.newestMs - 60, Number.NaN, Number.NaN)
      play.timeline.events?.release(play.timeline, 0)
    }
    return CLIENT_RUN
  }

  #count(reader: string, isTaken: boolean): void {
    const tally = (this.tally[reader] ??= { taken: 0, refused: 0 })
    if (isTaken) tally.taken++
    else tally.refused++
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#random.uint32() % list.length]!
  }
}

const reader = new BitReader()
/** More than the clients of a corpus make. */
const MADE_INPUTS = 2000

function opened(corpus: Corpus): Play {
  const welcome = readWelcome(reader.start(corpus.toClient[0]!.subarray(1)))!
  const techniques = { predict: true, reconcile: true, interpolate: true, foresee: true }
  const { game } = corpus.definition
  const play = new Play(game, welcome, {
    views: new Views(game),
    stats: emptySessionStats(),
    techniques,
    events: { confirm: () => false, show: () => {} },
    isOrdered: corpus.kind === 'ordered',
  })
  // As if it had made the inputs that the server speaks of.
  play.prediction.skipTo(MADE_INPUTS)
  return play
}

/** What a session does with a packet. */
function take({ receiver }: Play, packet: Uint8Array): boolean {
  reader.start(packet)
  switch (reader.read(8)) {
    case PACKET.welcome:
      return readWelcome(reader) !== null
    case PACKET.message: {
      const message = readMessage(reader)
      if (message && message.json.length > MAX_MESSAGE) throw new Error('a message is too long')
      return message !== null
    }
    case PACKET.close:
      return readClose(reader) !== null
    case PACKET.snapshot: {
      const outcome = receiver.take(reader, 0)
      return outcome === 'taken' || outcome === 'late'
    }
    default:
      return false
  }
}
