import { WrongArguments } from '../src/cli/arguments.ts'
import { reporting } from '../src/cli/command.ts'
import { readTraces } from '../src/cli/files.ts'
import { type RoomScore, scoreRoom } from '../src/testing/score/room-score.ts'
import type { Trace } from '../src/testing/traces/trace.ts'
import { capturedNetwork, madeNetwork, type NamedNetwork } from './room-motion/networks.ts'

const NETWORKS = ['article200', 'gilbert', 'wifi-spike'] as const
const SEEDS = [1, 2, 3, 4]
const COMMAND = 'npm run bench -- room'
const USAGE = `${COMMAND} [--trace FILE]... [--seconds N]`
const LEAST_SECONDS = 11
const MOST_SECONDS = 3600
const HELP = `${USAGE}: how two players see each other through a room

  --trace FILE   a captured network: CSV with the head send_ms,arrive_ms, LOST for what never came;
                 may be given several times
  --seconds N    length of each run; the first 10 do not count (default: 120)
  --help         says this`

/**
 * Prints how two players see each other through a real room: delay, faults and where the delay comes from, over traces
 * both ways, datagrams and TCP. `words`: `--trace FILE` adds a captured one, `--seconds N` sets the length (120),
 * `--help` says so. What is wrong with them becomes one line, and the exit code 1.
 */
export async function printRoomMotion(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    if (words.includes('--help') || words.includes('-h')) return console.log(HELP)
    const { files, seconds } = readWords(words)
    // What cannot be read is found out before anything is played.
    printTable(readTraces(files, console.error), seconds)
  })
}

function readWords(words: readonly string[]): { files: string[]; seconds: number } {
  const files: string[] = []
  let seconds = 120
  for (let i = 0; i < words.length; i += 2) {
    const value = words[i + 1] ?? ''
    const isLength = Number(value) >= LEAST_SECONDS && Number(value) <= MOST_SECONDS
    if (words[i] === '--trace' && value !== '') files.push(value)
    else if (words[i] === '--seconds' && isLength) seconds = Number(value)
    else if (words[i] === '--seconds') {
      const need = `it must be from ${LEAST_SECONDS} to ${MOST_SECONDS}`
      throw new WrongArguments(`--seconds is '${value}', ${need}`)
    } else throw new WrongArguments(`'${words[i]} ${value}' is not understood: ${USAGE}`)
  }
  return { files, seconds }
}

function printTable(captured: readonly Trace[], seconds: number): void {
  console.log(
    'Two players in a room, 30 inputs and 20 snapshots a second, each way over the trace;',
  )
  console.log(
    `means over ${SEEDS.length} runs of ${seconds} s, times in ms, the first 10 s left out.\n`,
  )
  console.log(rowOf(COLUMNS.map(({ name }) => name)))
  for (const isOrdered of [false, true]) {
    for (const name of NETWORKS) printRow(madeNetwork(name, isOrdered), isOrdered, seconds)
    for (const trace of captured) printRow(capturedNetwork(trace, isOrdered), isOrdered, seconds)
  }
  console.log(
    '\ndelay: the room’s present less the moment shown; eye to eye: from one screen to the other;',
  )
  console.log(
    'room to render = way down, interval of sending and playout; past: share of frames past the',
  )
  console.log('newest state; age down, up: of the newest snapshot, and of the newest state in it.')
}

function printRow(network: NamedNetwork, isOrdered: boolean, seconds: number): void {
  const kind = isOrdered ? 'ordered' : 'datagram'
  const scores = SEEDS.map((seed) => scoreRoom({ networks: network.of(seed), kind, seconds, seed }))
  console.log(
    rowOf(
      COLUMNS.map(({ of, digits }) => (of ? meanOf(scores, of).toFixed(digits) : network.name)),
    ),
  )
}

const COLUMNS: readonly {
  readonly name: string
  readonly digits: number
  readonly of?: (score: RoomScore) => number
}[] = [
  { name: 'network', digits: 0 },
  { name: 'delay', digits: 0, of: ({ score }) => score.delayMs },
  { name: 'p95', digits: 0, of: ({ score }) => score.delayP95Ms },
  { name: 'eye to eye', digits: 0, of: ({ eyeToEyeMs }) => eyeToEyeMs },
  { name: 'faults %', digits: 2, of: ({ score }) => score.faultPercent },
  { name: 'frozen %', digits: 2, of: ({ score }) => score.frozenPercent },
  { name: 'stall', digits: 0, of: ({ score }) => score.longestStallMs },
  { name: 'leaps/min', digits: 1, of: ({ score }) => score.teleportsPerMinute },
  { name: 'err p99', digits: 1, of: ({ score }) => score.errorP99 },
  { name: 'cost', digits: 0, of: ({ score }) => score.costMs },
  { name: 'to render', digits: 0, of: ({ parts }) => parts.renderMs },
  { name: 'lag', digits: 0, of: ({ parts }) => parts.lagMs },
  { name: 'held', digits: 0, of: ({ parts }) => parts.heldMs },
  { name: 'past %', digits: 1, of: ({ parts }) => parts.pastPercent },
  { name: 'age down', digits: 0, of: ({ parts }) => parts.downAgeMs },
  { name: 'age up', digits: 0, of: ({ parts }) => parts.upAgeMs },
  { name: 'wrong', digits: 1, of: ({ corrections }) => corrections },
]

function rowOf(cells: readonly string[]): string {
  return cells
    .map((cell, i) => (i === 0 ? cell.padEnd(18) : cell.padStart(COLUMNS[i]!.name.length + 2)))
    .join('')
}

function meanOf(scores: readonly RoomScore[], of: (score: RoomScore) => number): number {
  return scores.reduce((sum, score) => sum + of(score), 0) / scores.length
}
