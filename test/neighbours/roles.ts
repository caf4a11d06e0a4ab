/** The room that everybody is in. */
export const ROOM = 'main'

/** How often something happened, by name. */
export type Counts = Readonly<Record<string, number>>

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
  readonly rooms: number
  /** In all rooms, those whose place is kept included. */
  readonly players: number
  /** TCP connections that are open. */
  readonly connections: number
  /** Files and sockets that the process has open; 0 where that cannot be known. */
  readonly descriptors: number
  /** Connections to the room `ROOM` that have ended so far, by reason. */
  readonly closed: Counts
}

/** What the honest clients say when asked: of the time since the question before. */
export interface Heard {
  /** The 99th percentile of the times between two snapshots, over all clients; NaN without any. */
  readonly p99GapMs: number
  /** Why clients have been lost since the beginning, one entry for each. */
  readonly lost: readonly string[]
}
