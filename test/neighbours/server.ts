// A server with its default limits: `server.ts FOLDER`, a folder of files to download. The measurement runs two of them.
import { serve } from '../../src/node.ts'
import { runner } from '../support/runner.ts'
import { answerAll } from './process.ts'
import { type Listening, ROOM, type ServerState } from './roles.ts'

const SAMPLE_EVERY_MS = 250

const server = await serve(runner, { port: 0, files: process.argv[2] })
let peakBytes = 0
setInterval(() => {
  peakBytes = Math.max(peakBytes, held())
}, SAMPLE_EVERY_MS)

const listening: Listening = { port: server.port }
answerAll(listening, (): ServerState => {
  // Twice: what the first one finalizes, the second one frees.
  globalThis.gc!()
  globalThis.gc!()
  const { rooms } = server
  const closed = { ...rooms.get(`${runner.name}/${ROOM}`)?.stats.closed }
  const state = { heldBytes: held(), peakBytes, rooms: rooms.size, closed }
  peakBytes = 0
  return state
})

function held(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
