// A server with its default limits: `server.ts FOLDER [RESUME_MS]`, a folder of files to download, and how long the places of
// lost players are kept. The measurement runs two of them.
import { readdirSync } from 'node:fs'
import { serve } from '../../src/node.ts'
import { runner } from '../support/runner.ts'
import { answerAll } from './process.ts'
import { type Listening, ROOM, type ServerState } from './roles.ts'

const SAMPLE_EVERY_MS = 250

const [files, resumeMs] = process.argv.slice(2)
const server = await serve(runner, {
  port: 0,
  files: files || undefined,
  resumeMs: resumeMs === undefined ? undefined : Number(resumeMs),
})
let peakBytes = 0
setInterval(() => {
  peakBytes = Math.max(peakBytes, held())
}, SAMPLE_EVERY_MS)

const listening: Listening = { port: server.port }
answerAll(listening, (): ServerState => {
  // Twice: what the first one finalizes, the second one frees.
  globalThis.gc!()
  globalThis.gc!()
  const { rooms, connections } = server
  const closed = { ...rooms.get(`${runner.game.name}/${ROOM}`)?.stats.closed }
  const players = [...rooms.values()].reduce((sum, room) => sum + room.players.length, 0)
  const counts = { rooms: rooms.size, players, connections, descriptors: descriptors() }
  const state = { heldBytes: held(), peakBytes, ...counts, closed }
  peakBytes = 0
  return state
})

function held(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function descriptors(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return 0
  }
}
