import { basename } from 'node:path'
import type { Ms } from '../src/base/units.ts'
import { presets } from '../src/link/presets.ts'
import { WrongArguments } from '../src/score/command/arguments.ts'
import { reporting } from '../src/score/command/command.ts'
import { readTraces } from '../src/score/command/files.ts'
import { shown, type Table, tableText } from '../src/score/command/table.ts'
import { mean } from '../src/score/measures/quantile.ts'
import { type RoomScore, scoreRoom } from '../src/score/measures/room-score.ts'
import type { Trace } from '../src/score/traces/trace.ts'
import { formatGoals, type Goal } from './motion-goals.ts'
import { type EndToEnd, scoreEndToEnd } from './room-motion/end-to-end.ts'
import { capturedNetwork, madeNetwork } from './room-motion/networks.ts'

type Preset = keyof typeof presets

const NETWORKS = ['article200', 'gilbert', 'wifi-spike'] as const
const SEEDS = [1, 2, 3, 4]
/** The error that one frame in a hundred may exceed on a captured network, in units of the game. */
const MOST_ERROR = 8
/** What is wanted of the delay of a bot on others' screens. */
const MOST_DELAY_MS: { readonly [name: string]: Ms } = { wifi: 45, '4g': 62, log: 160 }
/** What the delay was on the files that docs/MOTION.md names, when others were not extrapolated by `move`. */
const DELAYS_BEFORE_MS: { readonly [name: string]: Ms } = {
  real_5g_n78_urban: 57,
  real_5g_n8_urban: 59,
  real_5g_weak: 114,
}
const COMMAND = 'npm run bench -- room'
const USAGE = `${COMMAND} [--trace FILE]... [--networks a,b] [--seconds N]`
const LEAST_SECONDS = 11
const MOST_SECONDS = 3600
const HELP = `${USAGE}: how two players see each other through a room

  --trace FILE   a captured network: CSV with the head send_ms,arrive_ms, LOST for what never came;
                 may be given several times
  --networks a,b instead of all that: three bots of the platformer, each over such a simulated network both
                 ways, on datagrams; ${Object.keys(presets).join(', ')}
  --seconds N    length of each run; the first 10 do not count (default: 120)
  --help         says this`

/**
 * Prints how two players see each other through a real room: delay, faults and where the delay comes from, over traces
 * both ways, datagrams and TCP; or how bots of the platformer do over simulated networks. `words`: as `--help`
 * says. What is wrong with them becomes one line, and the exit code 1.
 */
export async function printRoomMotion(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    if (words.includes('--help') || words.includes('-h')) return console.log(HELP)
    const { files, names, seconds } = readWords(words)
    if (names.length > 0) return printEndToEnd(names, seconds)
    // What cannot be read is found out before anything is played.
    printTable(readTraces(files, console.error), seconds)
  })
}

function readWords(words: readonly string[]) {
  const files: string[] = []
  const names: Preset[] = []
  let seconds = 120
  for (let i = 0; i < words.length; i += 2) {
    const value = words[i + 1] ?? ''
    const isLength = Number(value) >= LEAST_SECONDS && Number(value) <= MOST_SECONDS
    if (words[i] === '--trace' && value !== '') files.push(value)
    else if (words[i] === '--networks') names.push(...value.split(',').map(presetOf))
    else if (words[i] === '--seconds' && isLength) seconds = Number(value)
    else if (words[i] === '--seconds') {
      const need = `but must be from ${LEAST_SECONDS} to ${MOST_SECONDS}`
      throw new WrongArguments(`--seconds is '${value}', ${need}`)
    } else throw new WrongArguments(`'${words[i]} ${value}' is not understood: ${USAGE}`)
  }
  return { files, names, seconds }
}

function presetOf(name: string): Preset {
  if (Object.hasOwn(presets, name)) return name as Preset
  const choice = Object.keys(presets).join(', ')
  throw new WrongArguments(`--networks has '${name}', but must be of ${choice}`)
}

/** Prints how bots of the platformer see each other, and what is wanted of that. */
function printEndToEnd(names: readonly Preset[], seconds: number): void {
  const goals: Goal[] = []
  const rows = names.map((name) => {
    const runs = SEEDS.map((seed) => scoreEndToEnd(presets[name], seed, seconds))
    const of = (value: (run: EndToEnd) => number) => mean(runs.map(value))
    const delayMs = of(({ score }) => score.delayMs)
    const faults = of(({ score }) => score.faultPercent)
    const most = MOST_DELAY_MS[name]
    if (most !== undefined) {
      goals.push({ name: `${name}: delay, ms`, value: delayMs, needed: { most }, note: '' })
      goals.push({ name: `${name}: faults, %`, value: faults, needed: { most: 0.2 }, note: '' })
    }
    return [
      name,
      shown(delayMs, 1),
      shown(
        of(({ score }) => score.delayP95Ms),
        1,
      ),
      shown(faults, 2),
      shown(
        of(({ score }) => score.errorP99),
        1,
      ),
      shown(Math.max(...runs.map(({ score }) => score.largestJump)), 0),
      shown(
        of(({ corrections }) => corrections),
        1,
      ),
    ]
  })
  console.log(
    tableText({
      title: 'Three bots of the platformer, each over such a network both ways, datagrams',
      about: `The figures are means over ${SEEDS.length} runs of ${seconds} s without their first 10 s, but the jump is the maximum of all runs, including new starts.`,
      head: ['network', 'delay ms', 'p95', 'faults %', 'err p99', 'jump', 'wrong/min'],
      rows,
    }),
  )
  if (goals.length > 0) console.log(formatGoals(goals))
}

/** A network, and how the players saw each other over it in each run. */
interface Played {
  readonly name: string
  readonly scores: readonly RoomScore[]
}

function playAll(captured: readonly Trace[], isOrdered: boolean, seconds: number): Played[] {
  const kind = isOrdered ? 'ordered' : 'datagram'
  const networks = [
    ...NETWORKS.map((name) => madeNetwork(name, isOrdered)),
    ...captured.map((trace) => capturedNetwork(trace, isOrdered)),
  ]
  return networks.map(({ name, of }) => ({
    name,
    scores: SEEDS.map((seed) => scoreRoom({ networks: of(seed), kind, seconds, seed })),
  }))
}

/** The table that docs/MOTION.md begins with, from the captured networks in `files`. */
export function documentTable(files: readonly string[], seconds: number): Table {
  const captured = readTraces(files, () => {})
  const words = ['--seconds', seconds, ...files.flatMap((file) => ['--trace', basename(file)])]
  return tableOf(
    `Two players run about in a real \`Room\`, and the \`Session\` of each player shows the other player. Each player has two
separate networks, one for each direction, over which it sends 30 inputs and gets 20 snapshots a second.

${meansOf(seconds)}

In this table, the delay is the room's present time minus the displayed time. *Eye to eye* is the time from the moment when a
player sees an action of its own to the moment when the other player sees the same action.
[What the words mean](#what-the-words-mean) explains the other columns.

The following command prints this table with more columns, some of which show the parts of the delay:

    ${COMMAND} ${words.join(' ')}

All other tables on this page show how contenders display snapshots, without a room.`,
    COLUMNS.filter(({ name }) => IN_DOCUMENT.includes(name)),
    [...playAll(captured, false, seconds), ...playAll(captured, true, seconds)],
  )
}

function printTable(captured: readonly Trace[], seconds: number): void {
  const datagrams = playAll(captured, false, seconds)
  const about = `Each player sends 30 inputs and gets 20 snapshots a second, both over the trace. ${meansOf(seconds)}`
  const rows = [...datagrams, ...playAll(captured, true, seconds)]
  console.log(tableText(tableOf(about, COLUMNS, rows)))
  console.log(`delay: the room’s present minus the moment shown; eye to eye: the time from one screen to the other;
to render: the way down, the interval of sending and the playout; behind: from the render time to the moment of
the player’s clock; held: from that moment to the moment shown; past: the share of frames past the newest state;
age down, age up: the age of the newest snapshot, and of the newest state in that snapshot.`)
  const goals = datagrams.slice(NETWORKS.length).flatMap(goalsOf)
  if (goals.length > 0) console.log(`\n${formatGoals(goals)}`)
}

function goalsOf({ name, scores }: Played): Goal[] {
  const error = mean(scores.map(({ score }) => score.errorP99))
  const delayMs = mean(scores.map(({ score }) => score.delayMs))
  const most = DELAYS_BEFORE_MS[name]
  const goals = [
    { name: `${name}: error p99`, value: error, needed: { most: MOST_ERROR }, note: '' },
  ]
  if (most === undefined) return goals
  return [...goals, { name: `${name}: delay, ms`, value: delayMs, needed: { most }, note: '' }]
}

function meansOf(seconds: number): string {
  return `The figures are means over ${SEEDS.length} runs of ${seconds} s, except for the jump, which is the maximum of all runs. The first 10 s of each run do not count. Times are in ms.`
}

interface Column {
  readonly name: string
  readonly digits: number
  readonly of: (score: RoomScore) => number
  /** What stands for all runs. Default: the mean. */
  readonly pool?: (values: readonly number[]) => number
}

const COLUMNS: readonly Column[] = [
  { name: 'delay', digits: 0, of: ({ score }) => score.delayMs },
  { name: 'p95', digits: 0, of: ({ score }) => score.delayP95Ms },
  { name: 'eye to eye', digits: 0, of: ({ eyeToEyeMs }) => eyeToEyeMs },
  { name: 'faults %', digits: 2, of: ({ score }) => score.faultPercent },
  { name: 'frozen %', digits: 2, of: ({ score }) => score.frozenPercent },
  { name: 'stall', digits: 0, of: ({ score }) => score.longestStallMs },
  { name: 'leaps/min', digits: 1, of: ({ score }) => score.teleportsPerMinute },
  { name: 'error p99', digits: 1, of: ({ score }) => score.errorP99 },
  {
    name: 'jump',
    digits: 0,
    of: ({ score }) => score.largestJump,
    pool: (jumps) => Math.max(...jumps),
  },
  { name: 'cost', digits: 0, of: ({ score }) => score.costMs },
  { name: 'to render', digits: 0, of: ({ parts }) => parts.renderMs },
  { name: 'behind', digits: 0, of: ({ parts }) => parts.behindRenderMs },
  { name: 'held', digits: 0, of: ({ parts }) => parts.heldMs },
  { name: 'past %', digits: 1, of: ({ parts }) => parts.pastPercent },
  { name: 'age down', digits: 0, of: ({ parts }) => parts.downAgeMs },
  { name: 'age up', digits: 0, of: ({ parts }) => parts.upAgeMs },
  { name: 'wrong', digits: 1, of: ({ corrections }) => corrections },
]
const IN_DOCUMENT = ['delay', 'p95', 'eye to eye', 'faults %', 'error p99', 'jump', 'cost']

function tableOf(about: string, columns: readonly Column[], played: readonly Played[]): Table {
  return {
    title: 'Two players in a room',
    about,
    head: ['network', ...columns.map(({ name }) => name)],
    rows: played.map(({ name, scores }) => [
      name,
      ...columns.map(({ of, digits, pool = mean }) => shown(pool(scores.map(of)), digits)),
    ]),
  }
}
