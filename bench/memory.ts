import { setTimeout as passing } from 'node:timers/promises'
import { reporting } from '../src/score/command/command.ts'
import { readOptions, whole } from './options.ts'
import { loadPeers } from './peers.ts'
import type { Dialect } from './server/bots.ts'
import { glissade } from './server/glissade.ts'
import { RATE_HZ, ROOM_SIZE } from './server/movement.ts'
import { ServerProcess } from './server/process.ts'
import { quantized, quiet } from './server/quantized.ts'
import type { Held } from './server/served.ts'
import { Crowd, playStretch } from './server/stretch.ts'

const COMMAND = 'npm run bench -- memory'
const HELP = `${COMMAND} [--count N] [--seconds S] [--idle N] [--idle-hz R] [--own]: what is held by a server

  --count N     things of each kind that are counted, up to 10000; 0: none (default: 1000)
  --seconds S   how long they play before, and how long idle clients are measured, 1 to 600 (default: 10)
  --idle N      idle clients, each in a room of its own, whose processor time is measured; 0: none (default: 1000)
  --idle-hz R   packets that an idle client sends a second, 1 to 20 (default: 4, as a client of ours does)
  --own         without other packages
  --help        says this

Each server is a process of its own, its clients are in this one, over sockets of this machine.`

/** What exists before counting begins: the first of everything costs more. */
const WARM_CLIENTS = 200
const WARM_ROOMS = 10
const WARM_THINGS = 50

/** With its usual size, the young generation would be most of the resident memory. */
const FLAGS = ['--max-semi-space-size=1']

let measured = 0

/** A room of its own for each measurement: Colyseus makes up its own names once for each of ours. */
const roomNamed = (n: number): string => `memory-${measured}-${n}`

/** The memory that one more takes, measured on a server with `count` more of them. */
type Measure = (server: ServerProcess, dialect: Dialect, count: number, ms: number) => Promise<Held>

const MEASURES: readonly (readonly [string, Measure])[] = [
  ['connection with its entity', connection],
  ['empty room', room],
  ['entity with 4 fields, moving', (...args) => entity(true, ...args)],
  ['entity with 4 fields, at rest', (...args) => entity(false, ...args)],
]

/**
 * Prints what a connection, a room and an entity hold on a server, and what idle clients cost it, beside a server written by
 * hand on `ws`, and Colyseus. `words`: as `--help` says. What is wrong with them becomes one line, and the exit code 1.
 */
export async function printMemory(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, count, seconds, idle, idleHz, isAlone } = readWords(words)
    if (help) return console.log(HELP)
    const peers = isAlone ? null : await loadPeers()
    const dialects = [quantized, glissade, ...(peers?.dialects ?? [])]
    if (count > 0) await printHeld(dialects, count, seconds)
    if (idle > 0) await printIdle([quiet, ...dialects], idle, idleHz, seconds)
  })
}

async function printHeld(
  dialects: readonly Dialect[],
  count: number,
  seconds: number,
): Promise<void> {
  console.log(`Each of ${count}, in kB, garbage gone\n`)
  console.log('| each | server | heap | external | both | resident |\n|---|---|--:|--:|--:|--:|')
  for (const [what, measure] of MEASURES)
    for (const dialect of dialects) {
      const held = await withServer(dialect, FLAGS, (server) =>
        measure(server, dialect, count, 1000 * seconds),
      )
      const { heap, external, resident } = held
      const cells = [heap, external, heap + external, resident].map((b) => (b / 1000).toFixed(1))
      console.log(`| ${what} | ${dialect.name} | ${cells.join(' | ')} |`)
    }
}

function readWords(words: readonly string[]) {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    count: { type: 'string' },
    seconds: { type: 'string' },
    idle: { type: 'string' },
    'idle-hz': { type: 'string' },
    own: { type: 'boolean' },
  })
  return {
    help: values.help ?? false,
    count: whole('--count', values.count ?? '1000', 0, 10_000),
    seconds: whole('--seconds', values.seconds ?? '10', 1, 600),
    idle: whole('--idle', values.idle ?? '1000', 0, 10_000),
    idleHz: whole('--idle-hz', values['idle-hz'] ?? '4', 1, RATE_HZ),
    isAlone: values.own ?? false,
  }
}

async function printIdle(
  dialects: readonly Dialect[],
  clients: number,
  idleHz: number,
  seconds: number,
): Promise<void> {
  console.log(`\n${clients} idle clients that send ${idleHz} packets a second\n`)
  console.log(
    '| server | rooms | % of a core | B a client and second | updates | packets late, ms |',
  )
  console.log('|---|--:|--:|--:|--:|--:|')
  for (const dialect of dialects)
    for (const roomSize of [1, ROOM_SIZE]) {
      const stretch = await withServer(dialect, [], (server) =>
        playStretch(server, dialect, clients, seconds, { roomSize, idleHz }),
      )
      const { cpuMs, bytes, updates, lateMs } = stretch
      const cells = [
        Math.ceil(clients / roomSize),
        ((cpuMs * clients) / 10).toFixed(1),
        bytes.toFixed(0),
        updates.toFixed(1),
        lateMs.toFixed(1),
      ]
      console.log(`| ${dialect.name} | ${cells.join(' | ')} |`)
    }
}

async function withServer<T>(
  { kind }: Dialect,
  flags: readonly string[],
  run: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await ServerProcess.start(kind, flags)
  measured++
  try {
    return await run(server)
  } finally {
    server.stop()
  }
}

/** Every room already has clients, so rooms do not count. All clients move. */
async function connection(
  server: ServerProcess,
  dialect: Dialect,
  count: number,
  ms: number,
): Promise<Held> {
  const crowd = new Crowd(server, dialect)
  const rooms = Math.ceil((count + WARM_CLIENTS) / (ROOM_SIZE - 2))
  try {
    await crowd.join(WARM_CLIENTS, (n) => roomNamed(n % rooms))
    await passing(ms)
    const before = await server.held()
    await crowd.join(count, (n) => roomNamed(n % rooms))
    await passing(ms)
    return each(before, await server.held(), count)
  } finally {
    await crowd.leave()
  }
}

async function room(server: ServerProcess, _dialect: Dialect, count: number): Promise<Held> {
  await server.openRooms(WARM_ROOMS)
  const before = await server.held()
  await server.openRooms(count)
  return each(before, await server.held(), count)
}

/** All in one room, with one client who moves. */
async function entity(
  moves: boolean,
  server: ServerProcess,
  dialect: Dialect,
  count: number,
  ms: number,
): Promise<Held> {
  const crowd = new Crowd(server, dialect)
  try {
    await crowd.join(1, () => roomNamed(0))
    await server.addThings(WARM_THINGS, moves)
    await passing(ms)
    const before = await server.held()
    await server.addThings(count, moves)
    await passing(ms)
    return each(before, await server.held(), count)
  } finally {
    await crowd.leave()
  }
}

function each(before: Held, after: Held, count: number): Held {
  return {
    heap: (after.heap - before.heap) / count,
    external: (after.external - before.external) / count,
    resident: (after.resident - before.resident) / count,
  }
}
