import type { DisconnectReason } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { ErrorPlace } from '../server/world/hooks.ts'

/** What all log entries have. */
interface Entry {
  readonly level: 'info' | 'warn' | 'error'
  /** When it happened, in milliseconds since 1970 (`Date.now`). */
  readonly atMs: Ms
}

/** A room opened or closed. */
export interface RoomEntry extends Entry {
  readonly event: 'room opened' | 'room closed'
  readonly game: string
  /** The room's id. Players may have chosen it. */
  readonly room: string
}

/** A player joined a room, or came back to a place that the room had kept. */
export interface ArrivalEntry extends Entry {
  readonly event: 'player joined' | 'player resumed'
  readonly game: string
  readonly room: string
  /** The player's `id`, which is unique in the room. */
  readonly player: number
  /** The address of the connection, shortened as for the limits: `203.0.113.7`, or `2001:db8:0:1::/64`. */
  readonly address: string
}

/** A player's connection broke and the room keeps the place, or a player left for good. */
export interface DepartureEntry extends Entry {
  readonly event: 'player away' | 'player left'
  readonly game: string
  readonly room: string
  readonly player: number
  /** Why the connection ended. */
  readonly reason: DisconnectReason
  readonly address: string
}

/** A connection ended before it reached a room. */
export interface RefusalEntry extends Entry {
  readonly event: 'refused'
  readonly reason: DisconnectReason
  /** A sentence for people. It may quote what the client sent. */
  readonly detail: string
  readonly address: string
  /** How many refusals have not been reported since the last entry, because there were too many. */
  readonly unreported: number
}

/** A room kept all rooms waiting. See `ServeOptions.onSlow`. */
export interface SlowEntry extends Entry {
  readonly event: 'slow room'
  readonly game: string
  readonly room: string
  /** How long one call into the room took. */
  readonly ms: Ms
}

/** Something threw an error that `ServeOptions.onError` gets. */
export interface ErrorEntry extends Entry {
  readonly event: 'error'
  /** What was thrown. `JSON.stringify` makes `{}` of an `Error`, so write its `stack`. */
  readonly error: unknown
  /** Which function it came from, and for whom. */
  readonly where: ErrorPlace
}

/** Somebody used a button of the monitor page. */
export interface OperatorEntry extends Entry {
  readonly event: 'player kicked by the operator' | 'room closed by the operator'
  readonly game: string
  readonly room: string
  /** The player's id; undefined if a room was closed. */
  readonly player: number | undefined
  /** The address of the operator. */
  readonly address: string
}

/** One entry of a server's log. `event` says which of the fields it has. */
export type LogEntry =
  | RoomEntry
  | ArrivalEntry
  | DepartureEntry
  | RefusalEntry
  | SlowEntry
  | ErrorEntry
  | OperatorEntry

/** An entry before its level and its time are known. */
export type LogEvent = LogEntry extends infer E
  ? E extends Entry
    ? Omit<E, keyof Entry>
    : never
  : never
