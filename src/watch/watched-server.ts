import type { DisconnectReason } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { DataChannelStats } from '../net/data-channel-node.ts'
import type { GateStats } from '../net/gate.ts'
import type { OriginStats } from '../net/origins.ts'
import type { SocketStats } from '../net/websocket-node.ts'
import type { Room } from '../server/room.ts'
import type { AddressLimitStats } from '../server/rooms/address-limits.ts'
import type { TickTimes } from '../server/rooms/tick-times.ts'
import type { Readiness } from './readiness.ts'
import type { Totals } from './totals.ts'

/** What the limits of a server have kept out since the start. */
export interface WatchedStats {
  /** What was kept out because of its address, by limit. */
  readonly addresses: Readonly<AddressLimitStats>
  /** Requests and connections that got an error or were cut. */
  readonly gate: Readonly<GateStats>
  /** Requests and upgrades that got a 403. */
  readonly origins: Readonly<OriginStats>
  /** WebSockets that were accepted, refused, or ended for what they sent. */
  readonly sockets: Readonly<SocketStats>
  /** Data channels. */
  readonly datagrams: Readonly<DataChannelStats>
  /** Connections that ended before they reached a room, by reason. */
  readonly refused: Readonly<Record<DisconnectReason, number>>
}

/** A server, for everything that shows it. All of it is read when somebody asks. */
export interface WatchedServer {
  /** The open rooms, by `game/id`. */
  readonly rooms: ReadonlyMap<string, Room>
  readonly totals: Totals
  readonly readiness: Readiness
  readonly tickTimes: ReadonlyMap<string, TickTimes>
  /** Returns how long a tick of a room takes at present. */
  tickMsOf(key: string): Ms
  /** Closes a room and its connections. */
  closeRoom(key: string): void
  /** Open connections. */
  connections(): number
  stats(): WatchedStats
}
