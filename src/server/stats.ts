import { DISCONNECT_REASONS, type DisconnectReason } from '../base/error.ts'
import type { InputCounts } from './authority/input-buffer.ts'
import type { SnapshotCounts } from './replication/told-room.ts'
import { type Archive, archiveFinite } from './save/archive.ts'

/** What a room has counted since it opened. */
export interface RoomStats extends SnapshotCounts, InputCounts {
  packetsIn: number
  bytesIn: number
  inputsApplied: number
  /** With `authority: sharedTick()`: ticks without a player's input, counted for each player. */
  inputsMissing: number
  /** Steps in which the room moved a player at the inputs' defaults, because the player sent nothing new or was away. */
  stepsWithoutInput: number
  /** Complete snapshots sent because a client could not read one. */
  resyncs: number
  /** How often an own entity of a client differed from the room's state, as clients report every 10 s. */
  corrections: number
  /** Messages that came too early on a datagram link and found no place. Their sender repeats them. */
  messagesDropped: number
  /** Players who came back to their place. */
  resumes: number
  /** `stale` errors that the game did not catch: it named an entity or a player that was gone. */
  staleReferences: number
  /** Errors of `update` that the room has borne, see `RoomLimits.failedUpdates`. Since it opened or was restored. */
  failedUpdates: number
  /** New epochs of players' time. */
  rebases: number
  /** Milliseconds that the room's clock left out because its process stood still. */
  skippedMs: number
  /** Connections ended, by reason. */
  readonly closed: Record<DisconnectReason, number>
}

/** Returns counters that are all zero. */
export function emptyRoomStats(): RoomStats {
  return {
    packetsIn: 0,
    bytesIn: 0,
    packetsOut: 0,
    bytesOut: 0,
    snapshotsSent: 0,
    snapshotsSkipped: 0,
    snapshotsRepeated: 0,
    bodiesCoded: 0,
    bodiesShared: 0,
    viewsCoded: 0,
    entitiesDeferred: 0,
    inputsApplied: 0,
    inputsMissing: 0,
    inputsDropped: 0,
    stepsWithoutInput: 0,
    resyncs: 0,
    corrections: 0,
    eventsDropped: 0,
    messagesDropped: 0,
    resumes: 0,
    staleReferences: 0,
    failedUpdates: 0,
    rebases: 0,
    skippedMs: 0,
    closed: emptyReasons(),
  }
}

/** Saves or restores counters. */
export function archiveStats(archive: Archive, stats: RoomStats): void {
  const counts = stats as unknown as Record<string, number | object>
  for (const [name, count] of Object.entries(counts))
    if (typeof count === 'number' && name !== 'failedUpdates')
      counts[name] = archiveFinite(archive, count)
  // A room that has told its players of a restart is over, so what is saved has none.
  for (const reason of DISCONNECT_REASONS)
    if (reason !== 'restarting') stats.closed[reason] = archive.number(stats.closed[reason])
}

/** Returns a count of zero for every reason. */
export function emptyReasons(): Record<DisconnectReason, number> {
  return Object.fromEntries(DISCONNECT_REASONS.map((reason) => [reason, 0])) as Record<
    DisconnectReason,
    number
  >
}
