import type { IncomingMessage } from 'node:http'
import type { DisconnectReason } from '../base/error.ts'
import type { DataChannelStats } from '../net/data-channel-node.ts'
import type { GateStats, HttpRefusal } from '../net/gate.ts'
import type { OriginStats } from '../net/origins.ts'
import type { SocketStats } from '../net/websocket-node.ts'
import type { AddressLimitStats } from '../server/rooms/address-limits.ts'
import type { Lobby } from '../server/rooms/lobby.ts'
import type { Journal } from './journal.ts'
import type { Readiness } from './readiness.ts'

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
  /** Connections that ended before they reached a room, and pages that got no seat, by reason. */
  readonly refused: Readonly<Record<DisconnectReason, number>>
}

/** The processes of a server that runs in several, for its metrics. */
export interface Siblings {
  /** The value of the label `process` that the metrics of this process have. */
  readonly name: string
  /** Sets what this process answers when another one collects: its metrics as plain data. */
  share(collect: () => Promise<object[]>): void
  /** Collects from all processes that answer, this one included. */
  collectAll(): Promise<object[][]>
}

/** A server, for everything that shows it. All of it is read when somebody asks. */
export interface WatchedServer {
  readonly lobby: Lobby
  readonly journal: Journal
  readonly readiness: Readiness
  /** Null: the server runs in this process alone. */
  readonly siblings: Siblings | null
  /** Open connections. */
  connections(): number
  stats(): WatchedStats
  /** Returns the address under which a request is counted. */
  addressOf(request: IncomingMessage): string
  /** Returns why a request that calls the server by this name is not answered; null when it is. */
  hostRefusal(request: IncomingMessage): HttpRefusal | null
}
