import { type RoomScore, scoreRoom } from '../src/testing/score/room-score.ts'
import { capturedNetwork, madeNetwork, type NamedNetwork } from './room-motion/networks.ts'

const NETWORKS = ['article200', 'gilbert', 'wifi-spike'] as const
const SEEDS = [1, 2, 3, 4]
const USAGE = 'npm run bench -- room [--trace FILE]... [--seconds N]'

/**
 * Prints how two players see each other through a real room: delay, faults and where the delay comes from, over traces
 * both ways, datagrams and TCP. `words`: `--trace FILE` adds a captured one, `--seconds N` sets the length (120).
 */
export function printRoomMotion(words: readonly string[]): void {
  const files: string[] = []
  let seconds = 120
  for (let i = 0; i < words.length; i += 2) {
    const value = words[i + 1] ?? ''
    if (words[i] === '--trace' && value !== '') files.push(value)
    else if (words[i] === '--seconds' && Number(value) > 10) seconds = Number(value)
    else {
      console.error(`glissade: '${words[i]} ${value}' is not understood: ${USAGE}`)
      process.exitCode = 1
      return
    }
  }
  console.log(
    'Two players in a room, 30 inputs and 20 snapshots a second, each way over the trace;',
  )
  console.log(
    `means over ${SEEDS.length} runs of ${seconds} s, times in ms, the first 10 s left out.\n`,
  )
  console.log(rowOf(COLUMNS.map(({ name }) => name)))
  for (const isOrdered of [false, true]) {
    for (const name of NETWORKS) printRow(madeNetwork(name, isOrdered), isOrdered, seconds)
    for (const file of files) printRow(capturedNetwork(file, isOrdered), isOrdered, seconds)
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
