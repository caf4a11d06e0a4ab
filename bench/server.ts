import { reporting } from '../src/score/command/command.ts'
import { median } from './cpu/rounds.ts'
import { readOptions, whole } from './options.ts'
import { loadPeers } from './peers.ts'
import type { Dialect } from './server/bots.ts'
import { glissade } from './server/glissade.ts'
import { RATE_HZ, ROOM_SIZE } from './server/movement.ts'
import { ServerProcess } from './server/process.ts'
import { quantized } from './server/quantized.ts'
import { playStretch, type Stretch } from './server/stretch.ts'

const COMMAND = 'npm run bench -- server'
const HELP = `${COMMAND} [--clients N] [--seconds S] [--rounds R] [--own]: what a room costs its server

  --clients N   in rooms of ${ROOM_SIZE}, all of them moving (default: 500)
  --seconds S   how long a stretch is measured, 1 to 600 (default: 5)
  --rounds R    stretches of each server, in turn, after one that does not count, 1 to 100 (default: 5)
  --own         without other packages
  --help        says this

Each server is a process of its own, its clients are in this one; ${RATE_HZ} snapshots and inputs a second.`
/** With fewer updates, or inputs later than this on average, the machine was too busy for figures that count. */
const LEAST_SHARE = 0.95
const MOST_LATE_MS = 8

/**
 * Prints what rooms full of moving players cost a server: time of its processor and bytes, beside a server written by
 * hand on `ws`, and Colyseus. `words`: as `--help` says. What is wrong with them becomes one line, and the exit code 1.
 */
export async function printServer(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, clients, seconds, rounds, isAlone } = readWords(words)
    if (help) return console.log(HELP)
    const peers = isAlone ? null : await loadPeers()
    const dialects = [quantized, glissade, ...(peers?.dialects ?? [])]
    const servers: ServerProcess[] = []
    try {
      for (const { kind } of dialects) servers.push(await ServerProcess.start(kind))
      const taken: Stretch[][] = dialects.map(() => [])
      for (let round = 0; round <= rounds; round++) {
        for (const [i, dialect] of dialects.entries()) {
          const stretch = await playStretch(servers[i]!, dialect, clients, seconds)
          if (round > 0) taken[i]!.push(stretch)
        }
      }
      print(dialects, taken, clients)
    } finally {
      for (const server of servers) server.stop()
    }
  })
}

function readWords(words: readonly string[]) {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    clients: { type: 'string' },
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    own: { type: 'boolean' },
  })
  return {
    help: values.help ?? false,
    clients: whole('--clients', values.clients ?? '500', 1, 10_000),
    seconds: whole('--seconds', values.seconds ?? '5', 1, 600),
    rounds: whole('--rounds', values.rounds ?? '5', 1, 100),
    isAlone: values.own ?? false,
  }
}

function print(
  dialects: readonly Dialect[],
  taken: readonly (readonly Stretch[])[],
  clients: number,
): void {
  const over = (of: (round: number) => number): number =>
    median(taken[0]!.map((_, round) => of(round)))
  console.log(`${clients} clients in rooms of ${ROOM_SIZE}, all moving, ${RATE_HZ} Hz both ways;`)
  console.log(
    'per client and second, the heads of WebSocket frames included; medians of stretches,',
  )
  console.log('the ratio is to the first, in the same round\n')
  console.log(
    '| | CPU ms | ratio | B | updates | steps | inputs late, ms |\n|---|--:|--:|--:|--:|--:|--:|',
  )
  dialects.forEach(({ name }, i) => {
    const each = taken[i]!
    const cells = [
      over((round) => each[round]!.cpuMs).toFixed(3),
      over((round) => each[round]!.cpuMs / taken[0]![round]!.cpuMs).toFixed(2),
      over((round) => each[round]!.bytes).toFixed(0),
      over((round) => each[round]!.updates).toFixed(1),
      over((round) => each[round]!.steps).toFixed(1),
      over((round) => each[round]!.lateMs).toFixed(1),
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
    const updates = over((round) => each[round]!.updates)
    const lateMs = over((round) => each[round]!.lateMs)
    if (updates < LEAST_SHARE * RATE_HZ || lateMs > MOST_LATE_MS)
      console.error(`${COMMAND}: ${name}: the machine was too busy for this to say much`)
  })
}
