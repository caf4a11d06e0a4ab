import type { DisconnectReason } from '../../src/base/error.ts'

/** The room that everybody is in. */
export const ROOM = 'main'

/** What a server says first. */
export interface Listening {
  readonly port: number
}

/** What a server says when asked. */
export interface ServerState {
  /** What is held after a collection: the heap, and the buffers outside it. */
  readonly heldBytes: number
  /** The most that was held at once since the question before, garbage included. */
  readonly peakBytes: number
  /** Connections that the room has ended so far, by reason; the attacker's too. */
  readonly closed: Partial<Record<DisconnectReason, number>>
}

/** What the honest clients say when asked: of the time since the question before. */
export interface Heard {
  /** The 99th percentile of the times between two snapshots, over all clients; NaN without any. */
  readonly p99GapMs: number
  /** Snapshots received, by all together. */
  readonly snapshots: number
  /** Why clients have been lost, one entry for each. */
  readonly lost: readonly string[]
}

/** What an attacker says when it is over: what it did and what it met, by name. */
export type AttackCounts = Record<string, number>
