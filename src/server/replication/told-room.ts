import type { SeenRoom } from '../interest/look.ts'
import type { RoomStats } from '../stats.ts'
import type { RoomEvents } from '../world/events.ts'

/** A room as far as its clients are told of it. */
export interface ToldRoom extends SeenRoom {
  readonly events: RoomEvents
  readonly stats: RoomStats
}
