import type { Budget, Interest } from '../interest/interest.ts'
import type { SeenRoom } from '../interest/look.ts'
import type { RoomEvents } from '../world/events.ts'

/** A room as far as its clients are told of it. */
export interface ToldRoom extends SeenRoom {
  readonly rules: { readonly interest?: Interest | undefined; readonly budget?: Budget | undefined }
  readonly events: RoomEvents
  readonly stats: SnapshotCounts
}

/** What snapshots count. */
export interface SnapshotCounts {
  packetsOut: number
  bytesOut: number
  /** Snapshots sent, those sent a second time left out. */
  snapshotsSent: number
  /**
   * Snapshots not sent because the client's connection had no room: too much was under way (see `Congestion`), or its
   * socket was full.
   */
  snapshotsSkipped: number
  /** Snapshots sent a second time, because their client loses many. */
  snapshotsRepeated: number
  /** Bodies that were coded, and snapshots that used a body coded for another client. */
  bodiesCoded: number
  bodiesShared: number
  /** Bodies that were coded for one client alone, because it has a view of its own or a limit. */
  viewsCoded: number
  /** Deferred entities, counted for each body that had no room for them. */
  entitiesDeferred: number
  /** Events that found no room in a body, counted for each body. */
  eventsDropped: number
}
