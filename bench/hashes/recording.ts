import { Digest } from './digest.ts'
import type { Playable } from './games.ts'

/** What stands in front of each entry of a record, so that none can be taken for another. */
export const MARK = {
  /** A packet leaves a client, and a packet comes to one. */
  sent: 1,
  got: 2,
  /** A packet comes to the room, and a packet leaves it. */
  reached: 3,
  left: 4,
  shown: 5,
  frame: 6,
  event: 7,
  undone: 8,
  message: 9,
  state: 10,
  closed: 11,
  /** The room gets a message, and says what it holds. */
  told: 12,
  world: 13,
  stats: 14,
  /** What is said to somebody who is no client. */
  stranger: 15,
} as const

/** The record of a simulation: a hash of all that happens in it, in order, and a few counts to print. */
export class Recording {
  readonly digest = new Digest()
  readonly kinds: Playable['kinds']
  readonly events: Playable['events']
  /** Packets that clients have sent and got, and their bytes. */
  packets = 0
  bytes = 0
  /** Frames that clients have shown. */
  frames = 0

  constructor({ kinds, events }: Pick<Playable, 'kinds' | 'events'>) {
    this.kinds = kinds
    this.events = events
  }

  /** Adds a packet. */
  packet(mark: number, client: number, atMs: number, bytes: Uint8Array): void {
    this.digest.numbers(mark, client, atMs).bytes(bytes)
    if (mark !== MARK.sent && mark !== MARK.got) return
    this.packets++
    this.bytes += bytes.length
  }

  /** Adds every field of every entity of every kind, in the order in which they are given. */
  entities(of: (kind: string) => readonly object[]): void {
    for (const [kind, fields] of this.kinds) {
      const entities = of(kind)
      this.digest.number(entities.length)
      for (const entity of entities) this.digest.fields(IDENTITY, entity).fields(fields, entity)
    }
  }
}

const IDENTITY = ['id', 'owner', 'mine']
