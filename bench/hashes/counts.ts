import type { SessionStats } from 'glissade/client'
import type { RoomStats } from 'glissade/server'

/** What of a session's statistics is compared. All of it is in virtual time. */
const OF_SESSION: readonly (keyof SessionStats)[] = [
  'rttMs',
  'delayMs',
  'bufferMs',
  'pace',
  'packetsIn',
  'bytesIn',
  'packetsOut',
  'bytesOut',
  'reconnects',
  'snapshots',
  'lateSnapshots',
  'resyncs',
  'deferredEntities',
  'corrections',
  'correctionDistance',
  'replayedSteps',
  'rebases',
  'lateRebases',
  'extrapolatedFrames',
  'heldFrames',
  'eventsDropped',
  'gaps',
]

/** What of a room's statistics is compared. */
const OF_ROOM: readonly Exclude<keyof RoomStats, 'closed'>[] = [
  'packetsIn',
  'bytesIn',
  'packetsOut',
  'bytesOut',
  'snapshotsSkipped',
  'bodiesCoded',
  'bodiesShared',
  'viewsCoded',
  'entitiesDeferred',
  'inputsApplied',
  'inputsMissing',
  'inputsDropped',
  'stepsWithoutInput',
  'resyncs',
  'eventsDropped',
  'messagesDropped',
  'resumes',
  'rebases',
  'skippedMs',
]

/** The statistics of a session as numbers in a fixed order, so that a name may change. */
export const sessionCounts = (stats: SessionStats): number[] =>
  OF_SESSION.map((name) => stats[name])

/** The statistics of a room as numbers in a fixed order, so that a name may change. */
export const roomCounts = (stats: RoomStats): number[] => OF_ROOM.map((name) => stats[name])
