import type { Ms } from '../../base/units.ts'
import { DATAGRAM_BYTES } from '../../link/datagram-link.ts'
import { PacketCopy } from '../../link/packet-copy.ts'
import type { Peer } from '../connection/peer.ts'
import type { SnapshotCounts } from './told-room.ts'

/** Sends snapshots a second time, at the next step, to clients that lose many packets. Creates only a view of each copy. */
export class Repeats {
  readonly #stats: SnapshotCounts
  readonly #isUseful: boolean
  readonly #peers: Peer[] = []

  /** `stepsPerTick`: steps from one network tick to the next. With fewer than 2, the next snapshot comes as soon as a copy. */
  constructor(stats: SnapshotCounts, stepsPerTick: number) {
    this.#stats = stats
    this.#isUseful = stepsPerTick >= 2
  }

  /** Keeps a snapshot that has just been sent if its client loses many packets and no window limits its connection. */
  keep(peer: Peer, bytes: Uint8Array, nowMs: Ms): void {
    const { link, congestion, sent, repeating, allowance } = peer
    if (!this.#isUseful || link.kind === 'ordered' || bytes.length > DATAGRAM_BYTES) return
    // A client's budget has no room for copies, and where packets queue up, copies would queue up too.
    if (allowance || congestion.windowBytes < Infinity || !repeating.judge(sent.lost, nowMs)) return
    peer.copy ??= new PacketCopy()
    peer.copy.fill(bytes)
    this.#peers.push(peer)
  }

  /** Sends the snapshots that were kept. */
  send(nowMs: Ms): void {
    for (let i = 0; i < this.#peers.length; i++) {
      const peer = this.#peers[i]!
      if (!peer.isOpen || peer.isFull) continue
      const { bytes } = peer.copy!
      this.#stats.packetsOut++
      this.#stats.bytesOut += bytes.length
      this.#stats.snapshotsRepeated++
      peer.congestion.sentRepeat(bytes.length, nowMs)
      peer.link.send(bytes)
    }
    this.#peers.length = 0
  }
}
