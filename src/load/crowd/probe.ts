import { difference16 } from '../../base/sequence.ts'
import type { Ms } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { Link, LinkReceiver, Network } from '../../link/link.ts'
import { BitReader } from '../../wire/bits.ts'
import { emptyInputHead, readInputHead } from '../../wire/packets/input-packet.ts'
import * as PACKET from '../../wire/packets/packet.ts'
import { emptySnapshotHead, LONG_AGO, readSnapshotHead } from '../../wire/packets/snapshot-head.ts'
import { count } from '../histogram.ts'
import type { Tally } from './tally.ts'

/** The inputs of one link. */
interface SentInputs {
  /** The newest input sent; -1 before the first. */
  newest: number
  /** The packets that have not been answered: the newest input in each, and when it was sent. */
  readonly open: { readonly input: number; readonly sentMs: Ms }[]
}

/** The client that a probe measures. */
export interface ProbeOwner {
  /** Returns the tally to count into. */
  tally(): Tally
  nowMs(): Ms
}

/** All probes of a process read with these, one packet at a time. */
const reader = new BitReader()
const inputHead = emptyInputHead()
const snapshotHead = emptySnapshotHead()

/**
 * Measures one client from its packets, and changes none of them. It stands between the client's session and its links, those
 * that replace a broken one included.
 *
 * A *gap* is the time between the arrivals of two snapshots. A gap that begins with a quiet snapshot does not count, because
 * the server then has nothing to tell and leaves snapshots out. An *answer* is the time from the sending of an input packet to
 * the arrival of the first snapshot whose state includes the packet's newest input.
 */
export class Probe implements Network {
  readonly #owner: ProbeOwner
  readonly #hasTables: boolean
  readonly #sendMs: Ms
  /** When the newest snapshot arrived; NaN before the first, and after a quiet one. */
  #snapshotMs: Ms = Number.NaN

  constructor(game: AnyGame, owner: ProbeOwner) {
    this.#owner = owner
    this.#hasTables = game.definition.coding !== undefined
    this.#sendMs = game.sendMs
  }

  /**
   * Counts the gap that is still open at the end of a run, if it is longer than two intervals of `sendMs`. Without this, a
   * server that falls silent would have no gap at all.
   */
  countSilence(nowMs: Ms): void {
    const silentMs = nowMs - this.#snapshotMs
    if (silentMs > 2 * this.#sendMs) count(this.#owner.tally().gapMs, silentMs)
  }

  wrap(link: Link): Link {
    const sent: SentInputs = { newest: -1, open: [] }
    const isOrdered = link.kind === 'ordered'
    const received = (bytes: Uint8Array, atMs: Ms): void =>
      this.#received(bytes, atMs, sent, isOrdered)
    return {
      kind: link.kind,
      uplink: link.uplink,
      get isOpen() {
        return link.isOpen
      },
      get bufferedBytes() {
        return link.bufferedBytes
      },
      open: (receiver: LinkReceiver) =>
        link.open({
          packet: (bytes, arrivedAtMs) => {
            received(bytes, arrivedAtMs)
            receiver.packet(bytes, arrivedAtMs)
          },
          closed: (reason, detail) => receiver.closed(reason, detail),
        }),
      send: (bytes) => {
        this.#sent(bytes, sent, isOrdered)
        link.send(bytes)
      },
      noteRoundTrip: (tripMs, nowMs) => link.noteRoundTrip?.(tripMs, nowMs),
      close: (reason, detail) => link.close(reason, detail),
    }
  }

  #sent(bytes: Uint8Array, sent: SentInputs, isOrdered: boolean): void {
    this.#owner.tally().bytesOut += bytes.length
    if (bytes[0] !== PACKET.input) return
    reader.start(bytes).read(8)
    if (!readInputHead(reader, inputHead, isOrdered) || inputHead.count === 0) return
    const { newest } = inputHead
    if (sent.newest >= 0 && difference16(newest, sent.newest) <= 0) return
    sent.newest = newest
    sent.open.push({ input: newest, sentMs: this.#owner.nowMs() })
  }

  #received(bytes: Uint8Array, atMs: Ms, sent: SentInputs, isOrdered: boolean): void {
    const tally = this.#owner.tally()
    tally.bytesIn += bytes.length
    if (bytes[0] !== PACKET.snapshot) return
    reader.start(bytes).read(8)
    // What comes after `waiting` differs from game to game, and is not used here.
    const head = snapshotHead
    readSnapshotHead(reader, head, isOrdered, undefined, this.#hasTables)
    if (!Number.isNaN(this.#snapshotMs)) count(tally.gapMs, atMs - this.#snapshotMs)
    this.#snapshotMs = head.isQuiet ? Number.NaN : atMs
    // The room may have gone on without inputs: then it has not got those that it counts.
    if (head.inputAck < 0 || head.waiting <= -LONG_AGO) return
    const answered = (head.inputAck + Math.min(head.waiting, 0)) & 0xffff
    const { open } = sent
    while (open[0] && difference16(answered, open[0].input) >= 0)
      count(tally.answerMs, atMs - open.shift()!.sentMs)
  }
}
