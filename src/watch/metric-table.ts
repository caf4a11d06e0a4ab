import type { Ms } from '../base/units.ts'
import type { Peer } from '../server/connection/peer.ts'
import type { RoomStats } from '../server/stats.ts'

/** One counter of all rooms of a game. */
export interface RoomMetric {
  readonly name: string
  readonly help: string
  /** Returns the value from the sums of a game's rooms. */
  readonly of: (stats: RoomStats) => number
}

/** The counters that come from `room.stats`, summed over the rooms of each game. */
export const ROOM_METRICS: readonly RoomMetric[] = [
  {
    name: 'glissade_received_packets_total',
    help: 'Packets that players sent.',
    of: (stats) => stats.packetsIn,
  },
  {
    name: 'glissade_received_bytes_total',
    help: 'Bytes of the packets that players sent, without headers of the network.',
    of: (stats) => stats.bytesIn,
  },
  {
    name: 'glissade_sent_packets_total',
    help: 'Packets sent to players.',
    of: (stats) => stats.packetsOut,
  },
  {
    name: 'glissade_sent_bytes_total',
    help: 'Bytes of the packets sent to players, without headers of the network.',
    of: (stats) => stats.bytesOut,
  },
  {
    name: 'glissade_sent_snapshots_total',
    help: 'Snapshots sent, repeated ones left out.',
    of: (stats) => stats.snapshotsSent,
  },
  {
    name: 'glissade_repeated_snapshots_total',
    help: 'Snapshots sent a second time to clients that lose many.',
    of: (stats) => stats.snapshotsRepeated,
  },
  {
    name: 'glissade_skipped_snapshots_total',
    help: 'Snapshots not sent because the connection had no room.',
    of: (stats) => stats.snapshotsSkipped,
  },
  {
    name: 'glissade_complete_snapshots_total',
    help: 'Complete snapshots sent because a client could not read one.',
    of: (stats) => stats.resyncs,
  },
  {
    name: 'glissade_corrections_total',
    help: 'Corrections of own entities, as clients report them every 10 s.',
    of: (stats) => stats.corrections,
  },
  {
    name: 'glissade_deferred_entities_total',
    help: 'Entities that found no room in a snapshot and waited.',
    of: (stats) => stats.entitiesDeferred,
  },
  {
    name: 'glissade_dropped_events_total',
    help: 'Events that found no room in a snapshot.',
    of: (stats) => stats.eventsDropped,
  },
  {
    name: 'glissade_dropped_messages_total',
    help: 'Messages of players that came too early. Their sender repeats them.',
    of: (stats) => stats.messagesDropped,
  },
  {
    name: 'glissade_applied_inputs_total',
    help: 'Inputs that moved a player.',
    of: (stats) => stats.inputsApplied,
  },
  {
    name: 'glissade_missing_inputs_total',
    help: "Ticks of sharedTick() without a player's input.",
    of: (stats) => stats.inputsMissing,
  },
  {
    name: 'glissade_dropped_inputs_total',
    help: 'Inputs that came too late, or were too many to wait.',
    of: (stats) => stats.inputsDropped,
  },
  {
    name: 'glissade_steps_without_input_total',
    help: 'Steps in which a room moved a player whose inputs did not come.',
    of: (stats) => stats.stepsWithoutInput,
  },
  {
    name: 'glissade_resumes_total',
    help: 'Players who came back to their place.',
    of: (stats) => stats.resumes,
  },
  {
    name: 'glissade_rebases_total',
    help: "New epochs of players' time.",
    of: (stats) => stats.rebases,
  },
  {
    name: 'glissade_stale_references_total',
    help: 'Calls of the game that named an entity or a player that was gone.',
    of: (stats) => stats.staleReferences,
  },
  {
    name: 'glissade_failed_updates_total',
    help: 'Errors of update after which the room went on.',
    of: (stats) => stats.failedUpdates,
  },
  {
    name: 'glissade_skipped_seconds_total',
    help: "Time that rooms' clocks left out because the process stood still.",
    of: (stats) => stats.skippedMs / 1000,
  },
]

/** A time of each connected player. */
export interface PeerMetric {
  readonly name: string
  readonly help: string
  /** Returns the time; NaN or below 0 if it is not known yet. */
  readonly ofMs: (peer: Peer) => Ms
}

/** The times that come from the connections of players. */
export const PEER_METRICS: readonly PeerMetric[] = [
  {
    name: 'glissade_round_trip_seconds',
    help: 'Round trips of connected players, as the server measures them, once at each scrape.',
    ofMs: ({ sent }) => sent.rttMs,
  },
  {
    name: 'glissade_display_delay_seconds',
    help: 'How far behind the newest data connected players see others, as they report it, once at each scrape.',
    ofMs: ({ reportedDelayMs }) => reportedDelayMs,
  },
]
