import type { Ms } from '../base/units.ts'
import { fromJson } from '../link/json.ts'
import { BitReader } from '../wire/bits.ts'
import { emptyInputHead, readInputHead } from '../wire/packets/input-packet.ts'
import * as PACKET from '../wire/packets/packet.ts'
import { readClose, readMessageHead, readMessageText } from '../wire/packets/packets.ts'
import type { Offence, Peer } from './connection/peer.ts'
import type { RoomHost } from './host.ts'

/** Largest packet that is read. */
const MAX_PACKET_BYTES = 40_960
/** Network ticks after a resync in which the room ignores further requests of that client. */
const RESYNC_TICKS = 16

/** Shared by the `PacketReader` of all rooms of the process. No room reads on in a packet after it has called the game. */
const READER = /* @__PURE__ */ new BitReader()
const HEAD = /* @__PURE__ */ emptyInputHead()

/**
 * Reads the packets of clients, and trusts nothing in them. A packet that is not as docs/WIRE.md says is an offence, for
 * which the room ends that connection alone. Creates no object for INPUT packets.
 */
export class PacketReader {
  readonly #room: RoomHost

  constructor(room: RoomHost) {
    this.#room = room
  }

  /** Reads a packet of a peer. Returns null when it was good. */
  read(peer: Peer, bytes: Uint8Array, arrivedAtMs: Ms): Offence {
    peer.place.heardAtMs = arrivedAtMs
    if (!peer.flood.takePacket(bytes.length, arrivedAtMs)) return 'flood'
    if (bytes.length > MAX_PACKET_BYTES) return 'oversized-packet'
    const reader = READER.start(bytes)
    switch (reader.read(8)) {
      case PACKET.input:
        return this.#input(peer, arrivedAtMs)
      case PACKET.message:
        return this.#message(peer, arrivedAtMs)
      case PACKET.close: {
        const closing = readClose(reader)
        // A client that gave up a silent connection comes back with another.
        if (closing?.reason === 'timeout') return 'timeout'
        return closing ? 'left' : 'bad-packet'
      }
      case PACKET.resync:
        return this.#resync(peer)
      case PACKET.report:
        return this.#report(peer, arrivedAtMs)
      case PACKET.hello:
        return 'second-hello'
      default:
        return bytes.length === 0 ? 'bad-packet' : 'unknown-packet'
    }
  }

  #input(peer: Peer, arrivedAtMs: Ms): Offence {
    const reader = READER
    const head = HEAD
    const room = this.#room
    const { inputBuffer, congestion, sent } = peer
    const isOrdered = peer.link.kind === 'ordered'
    if (!readInputHead(reader, head, isOrdered)) return 'bad-packet'
    const mask = isOrdered ? sent.allBefore(head.ack) : head.ackMask | 0
    if (head.ack >= 0 && !sent.acknowledge(head.ack, mask, arrivedAtMs)) return 'forged-ack'
    if (!peer.messages.acknowledge(head.messageAck)) return 'forged-ack'
    if (!peer.received.note(head.sequence)) return null
    const arrival = room.subTicksAt(arrivedAtMs)
    const newestBefore = inputBuffer.received
    const reference = Math.max(newestBefore, inputBuffer.applied)
    const { count, newest, repeats } = head
    if (count > 0 && !inputBuffer.read(reader, newest, count, repeats)) return 'bad-packet'
    if (!reader.finished()) return 'bad-packet'
    const { received } = inputBuffer
    const isGapless = (peer.received.mask & 1) !== 0
    if (head.ack >= 0) peer.shown.noteTrip(sent.tripMs, arrivedAtMs)
    peer.shown.note(head, received, arrival, sent.newestAcked, isGapless)
    const isNew = received > newestBefore
    if (isNew) peer.place.inputsCame(Math.max(0, received - reference), head, arrival, arrivedAtMs)
    const lateMs = isNew ? arrivedAtMs - received * room.game.stepMs : Number.NaN
    congestion.heard(sent.newestReported, arrivedAtMs, lateMs)
    return null
  }

  /** Notes what a client reports about itself, as far as it can be true. Only metrics use it. */
  #report(peer: Peer, arrivedAtMs: Ms): Offence {
    const delayMs = READER.read(16)
    const corrections = READER.read(16)
    if (!READER.finished()) return 'bad-packet'
    peer.reportedDelayMs = delayMs
    this.#room.stats.corrections += peer.believed(corrections, arrivedAtMs)
    return null
  }

  /** Begins anew for a client that asks for it. Ignores a client that asks again before the answer can have come. */
  #resync(peer: Peer): Offence {
    if (!READER.finished()) return 'bad-packet'
    const { lastSentTick, anewAfterTick } = peer.baselines
    const isAnswered = anewAfterTick >= 0 && lastSentTick - anewAfterTick < RESYNC_TICKS
    if (lastSentTick < 0 || isAnswered) return null
    peer.beginAnew()
    this.#room.stats.resyncs++
    return null
  }

  /** Checks first what needs no text, because reading the text takes time. */
  #message(peer: Peer, arrivedAtMs: Ms): Offence {
    const head = readMessageHead(READER)
    if (!head || head.step >= 0) return 'bad-packet'
    if (!peer.received.note(head.sequence)) return null
    const verdict = peer.messages.judge(head.id, head.length)
    if (verdict === 'gap') return 'bad-packet'
    if (verdict === 'no-place') this.#room.stats.messagesDropped++
    if (verdict !== 'new') return null
    if (!peer.flood.takeMessage(head.length, arrivedAtMs)) return 'flood'
    const text = readMessageText(READER, head.length)
    if (text === null) return 'bad-packet'
    let isGood = true
    peer.messages.take(head.id, text, head.step, (json) => {
      const value = fromJson(json)
      const { named } = this.#room.game.definition.messages ?? {}
      const message = named ? named.unpack(value) : value
      if (message === undefined) isGood = false
      else this.#room.messages.deliver(peer, message)
    })
    return isGood ? null : 'bad-packet'
  }
}
