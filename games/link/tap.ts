import type { Link, Network, SessionStats } from 'glissade/client'
import type { Waits } from './waits.ts'

/** The part of the statistics that tells news from other packets. */
type Counts = Pick<SessionStats, 'snapshots' | 'lateSnapshots'>

/**
 * Notes when news arrives at a session: snapshots that are newer than all before. The arrival is stamped in the socket's own
 * event, so a slow page does not blur it. It changes nothing about the packets.
 */
export class Tap implements Network {
  /** The statistics of the session; undefined before it has joined. */
  stats: Counts | undefined
  readonly #waits: Waits

  constructor(waits: Waits) {
    this.#waits = waits
  }

  wrap(link: Link): Link {
    return {
      get kind() {
        return link.kind
      },
      get isOpen() {
        return link.isOpen
      },
      get bufferedBytes() {
        return link.bufferedBytes
      },
      open: (receiver) =>
        link.open({
          packet: (bytes, arrivedAtMs) => {
            const before = this.#newsSoFar()
            receiver.packet(bytes, arrivedAtMs)
            if (this.#newsSoFar() > before) this.#waits.note(arrivedAtMs)
          },
          closed: (reason, detail) => receiver.closed(reason, detail),
        }),
      send: (bytes) => link.send(bytes),
      close: (reason, detail) => link.close(reason, detail),
    }
  }

  #newsSoFar(): number {
    return this.stats ? this.stats.snapshots - this.stats.lateSnapshots : 0
  }
}
