import { serve } from 'glissade/node'
import { platformerRoom } from '../../games/platformer/room.ts'

/** What a loaded server has used since it started, and what it holds now. */
export interface LoadFigures {
  readonly cpuMs: number
  /** The objects and the array buffers of JavaScript. */
  readonly heapMB: number
  /** All other memory of the process: that of native libraries, and of the engine itself. */
  readonly nativeMB: number
  /** All memory of the process, with that of native libraries. */
  readonly rssMB: number
  readonly connections: number
  readonly opened: number
  readonly lost: number
}

// A server of the platformer for `datagrams.soak.ts`: says where it is, and answers each message with its figures.
const server = await serve(platformerRoom, { port: 0, maxPerAddress: Infinity, resumeMs: 0 })

function figures(): LoadFigures {
  global.gc?.()
  const { user, system } = process.cpuUsage()
  const { heapUsed, heapTotal, arrayBuffers, rss } = process.memoryUsage()
  const { opened, lost } = server.stats.datagrams
  return {
    cpuMs: (user + system) / 1000,
    heapMB: (heapUsed + arrayBuffers) / 1e6,
    nativeMB: (rss - heapTotal - arrayBuffers) / 1e6,
    rssMB: rss / 1e6,
    connections: server.connections,
    opened,
    lost,
  }
}

process.on('message', () => process.send?.(figures()))
process.on('disconnect', () => process.exit())
process.send?.(server.url)
