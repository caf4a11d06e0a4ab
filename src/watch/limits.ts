import type { WatchedStats } from './watched-server.ts'

/** What a limit has kept out or ended, as labels of a metric. */
export interface LimitMetric {
  readonly part: 'address' | 'gate' | 'origin' | 'socket' | 'datagram'
  readonly limit: string
  readonly of: (stats: WatchedStats) => number
}

/** All counters of refusals outside of rooms. */
export const LIMIT_METRICS: readonly LimitMetric[] = [
  { part: 'address', limit: 'connections', of: ({ addresses }) => addresses.connections },
  { part: 'address', limit: 'players', of: ({ addresses }) => addresses.players },
  { part: 'address', limit: 'joins', of: ({ addresses }) => addresses.joins },
  { part: 'address', limit: 'rooms', of: ({ addresses }) => addresses.rooms },
  { part: 'gate', limit: 'cut', of: ({ gate }) => gate.cut },
  { part: 'gate', limit: 'full', of: ({ gate }) => gate.full },
  { part: 'gate', limit: 'too_many', of: ({ gate }) => gate.tooMany },
  { part: 'origin', limit: 'foreign', of: ({ origins }) => origins.foreignOrigins },
  { part: 'origin', limit: 'unknown_host', of: ({ origins }) => origins.unknownHosts },
  { part: 'socket', limit: 'refused', of: ({ sockets }) => sockets.refused },
  { part: 'socket', limit: 'oversized', of: ({ sockets }) => sockets.oversized },
  { part: 'socket', limit: 'text_frame', of: ({ sockets }) => sockets.textFrames },
  { part: 'socket', limit: 'flood', of: ({ sockets }) => sockets.floods },
  { part: 'socket', limit: 'dead', of: ({ sockets }) => sockets.dead },
  { part: 'datagram', limit: 'refused', of: ({ datagrams }) => datagrams.refused },
  { part: 'datagram', limit: 'lost', of: ({ datagrams }) => datagrams.lost },
]
