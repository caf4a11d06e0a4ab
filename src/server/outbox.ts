import { cutText } from '../base/characters.ts'
import type { DisconnectReason } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import { BitWriter } from '../wire/bits.ts'
import { writeWelcome } from '../wire/packets/handshake.ts'
import { writeClose, writeMessage } from '../wire/packets/packets.ts'
import type { Peer } from './connection/peer.ts'
import type { RoomStats } from './stats.ts'

/** Most bytes that a message takes besides its text. */
const MESSAGE_HEAD_BYTES = 9

/** Shared by the `Outbox` of all rooms of the process. No room needs it from one packet to the next. */
const WRITER = /* @__PURE__ */ new BitWriter()

/** Writes and sends everything but snapshots to the players of a room, as far as their connections have room for it. */
export class Outbox {
  readonly #stats: RoomStats
  readonly #room: string

  /** `room`: the room's id, for WELCOME. */
  constructor(stats: RoomStats, room: string) {
    this.#stats = stats
    this.#room = room
  }

  /** Sends WELCOME. */
  welcome(peer: Peer, nowMs: Ms): void {
    const { resumeKey, player, congestion } = peer
    const { now: nowSubTicks, messages, received } = peer.start
    const room = this.#room
    writeWelcome(WRITER, { player: player.id, nowSubTicks, resumeKey, room, messages, received })
    congestion.sentWelcome(WRITER.byteLength, nowMs)
    this.#send(peer)
  }

  /** Sends WELCOME once more, unless the socket is full or the last one left less than 100 ms ago. */
  welcomeAgain(peer: Peer, nowMs: Ms): void {
    if (peer.isFull || !peer.congestion.mayRepeatWelcome(nowMs)) return
    this.welcome(peer, nowMs)
  }

  /** Sends the waiting messages that the connection has room for. */
  flush(peer: Peer, nowMs: Ms): void {
    if (peer.messages.waiting > 0 && !peer.isFull) this.#flushWaiting(peer, nowMs)
  }

  /** Sends CLOSE, which tells the client why its connection ends. */
  close(peer: Peer, reason: DisconnectReason, detail: string): void {
    writeClose(WRITER, reason, cutText(detail, 255))
    this.#send(peer)
  }

  /** Ends a connection, and tells the client why. */
  end(peer: Peer, reason: DisconnectReason, detail: string): void {
    peer.isOpen = false
    this.close(peer, reason, detail)
    peer.link.close(reason, detail)
  }

  /** A method of its own, because a function with closures allocates when it begins. */
  #flushWaiting(peer: Peer, nowMs: Ms): void {
    const { messages, congestion, sent } = peer
    const write = (id: number, json: string, step: number): void => {
      writeMessage(WRITER, sent.note(-1, nowMs), id, json, step)
      congestion.sentMessage(sent.next - 1, WRITER.byteLength, nowMs)
      this.#send(peer)
    }
    const hasRoom = ({ length }: string): boolean =>
      congestion.mayMessage(length + MESSAGE_HEAD_BYTES, nowMs)
    messages.flush(nowMs, write, hasRoom)
  }

  #send(peer: Peer): void {
    this.#stats.packetsOut++
    this.#stats.bytesOut += WRITER.byteLength
    peer.link.send(WRITER.view())
  }
}
