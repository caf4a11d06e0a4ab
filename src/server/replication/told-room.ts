import type { Budget, Interest } from '../interest/interest.ts'
import type { SeenRoom } from '../interest/look.ts'
import type { RoomEvents } from '../world/events.ts'

/** A room as far as its clients are told of it. */
export interface ToldRoom extends SeenRoom {
  readonly rules: { readonly interest?: Interest | undefined; readonly budget?: Budget | undefined }
  readonly events: RoomEvents
  readonly stats: SnapshotCounts
}

/** What snapshots count; see `RoomStats`. */
export interface SnapshotCounts {
  packetsOut: number
  bytesOut: number
  snapshotsSkipped: number
  bodiesCoded: number
  bodiesShared: number
  viewsCoded: number
  entitiesDeferred: number
  eventsDropped: number
}
