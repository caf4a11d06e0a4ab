import { WrongArguments } from '../src/score/command/arguments.ts'
import { reporting } from '../src/score/command/command.ts'
import { readOptions } from './options.ts'
import { loadPeers, type Peers } from './peers.ts'
import { CUBES, type Recording, readRecording } from './wire/cubes.ts'
import { headBytes } from './wire/head.ts'
import { AGES, kbpsOf, measure, type Taken } from './wire/measure.ts'
import { CUBE_AGES, measureCubes } from './wire/measure-cubes.ts'
import { ownCodecs, ownCubes, ownViews } from './wire/own.ts'
import { createViewsScene, measureViews } from './wire/views.ts'
import { checksumOf, namedWorkload, WORKLOADS } from './wire/workload.ts'
import { printWorkloads } from './wire/workloads/print.ts'

const COMMAND = 'npm run bench -- wire'
const PARTS = ['updates', 'workloads', 'views', 'cubes'] as const
type Part = (typeof PARTS)[number]
const HELP = `${COMMAND} [--part NAME]... [--seed N]... [--own] [--data FILE]: what the wire takes

  --part NAME   only this: updates (100 entities, 20 Hz, workloads A and B), workloads (eleven of them
                through a room and a session, a minute each), views (50 clients that each see 60
                of 300) or cubes; may be given several times
  --seed N      where the chance of workloads begins, default 1; may be given several times
  --own         without other packages
  --data FILE   the packed recording of 901 cubes that cubes needs
  --help        says this

Bytes are exact and every decoded value is checked. Times are ratios within the run: those of one machine say little.`

/** What the words ask for. */
interface Request {
  readonly help: boolean
  readonly parts: readonly Part[]
  readonly isAlone: boolean
  readonly seeds: readonly number[]
  readonly data: string | undefined
}

/**
 * Prints the bytes and the time that updates take, beside other packages. `words`: as `--help` says. What is wrong with
 * them becomes one line, and the exit code 1.
 */
export async function printWire(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, parts, isAlone, seeds, data } = readWords(words)
    if (help) return console.log(HELP)
    // What cannot be read is found out before anything is measured.
    const recording = data === undefined ? null : readRecording(data)
    const needsPeers = !isAlone && parts.some((part) => part !== 'cubes')
    const peers = needsPeers ? await loadPeers() : null
    if (parts.includes('updates')) {
      for (const name of ['A', 'B'] as const) printUpdates(name, peers)
      const heads = (['ordered', 'datagram'] as const).map((kind) => `${headBytes(kind)} B ${kind}`)
      console.log(`Beside an update each client has a head of its own: ${heads.join(', ')}.\n`)
    }
    if (parts.includes('workloads')) printWorkloads(seeds, peers)
    if (parts.includes('views')) printViews(peers)
    if (recording) printCubes(recording)
    else if (parts.includes('cubes')) console.log('The cubes are left out: --data names no file.')
  })
}

function readWords(words: readonly string[]): Request {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    part: { type: 'string', multiple: true },
    seed: { type: 'string', multiple: true },
    own: { type: 'boolean' },
    data: { type: 'string' },
  })
  const parts = (values.part ?? []).map((name) => {
    const part = PARTS.find((one) => one === name)
    if (!part) throw new WrongArguments(`--part is '${name}', but must be ${PARTS.join(', ')}`)
    return part
  })
  const seeds = (values.seed ?? ['1']).map(Number)
  if (!seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31))
    throw new WrongArguments(`--seed is '${values.seed}', but must be a whole number below 2^31`)
  if (values.data === '') throw new WrongArguments('--data needs the name of a file')
  if (parts.includes('cubes') && values.data === undefined && !values.help)
    throw new WrongArguments('--part cubes needs --data FILE')
  if (parts.length > 0 && !parts.includes('cubes') && values.data !== undefined)
    throw new WrongArguments('--data is for the cubes, which --part leaves out')
  return {
    help: values.help ?? false,
    parts: parts.length > 0 ? parts : PARTS,
    isAlone: values.own ?? false,
    seeds,
    data: values.data,
  }
}

function printUpdates(name: keyof typeof WORKLOADS, peers: Peers | null): void {
  const workload = namedWorkload(name)
  const checksum = checksumOf(workload)
  if (checksum !== WORKLOADS[name].checksum) throw new Error(`workload ${name} is ${checksum}`)
  const own = ownCodecs(workload)
  const makes = [...own, ...(peers?.updates(workload) ?? [])]
  const reference = peers ? own.length : 0
  const taken = measure(workload, makes, reference)
  console.log(`Workload ${name} (${checksum}): ${workload.ticks} updates of 100 entities, 20 Hz;`)
  console.log(`times are ratios to ${taken[reference]!.name}\n`)
  printTable(
    ['', ...AGES.map((age) => `B, baseline ${age} old`), 'kbps', 'encode', 'decode', 'us'],
    taken.map(rowOfUpdates),
  )
}

function rowOfUpdates({ name, bytes, ...times }: Taken): string[] {
  return [
    name,
    ...bytes.map((count) => count?.toFixed(1) ?? '-'),
    kbpsOf(bytes[0]!).toFixed(1),
    ratio(times.encodeRatio),
    ratio(times.decodeRatio),
    `${(times.encodeNs / 1000).toFixed(0)} + ${(times.decodeNs / 1000).toFixed(0)}`,
  ]
}

function printViews(peers: Peers | null): void {
  const scene = createViewsScene()
  const taken = measureViews(scene, [...(peers?.views(scene) ?? []), ...ownViews(scene)])
  console.log(`${scene.seen.length} clients, each sees ${scene.seen[0]!.length} others`)
  console.log(`of ${scene.workload.entities} entities, all moving; per client\n`)
  printTable(
    ['', 'B', 'encode', 'us'],
    taken.map(({ name, bytes, encodeNs, ratio: times }) => {
      return [name, bytes.toFixed(1), ratio(times), (encodeNs / 1000).toFixed(1)]
    }),
  )
}

function printCubes(recording: Recording): void {
  console.log(`${CUBES} cubes, 60 Hz; a packet for each frame from the seventh on\n`)
  const rows = ownCubes(recording).flatMap((make) =>
    CUBE_AGES.map((age) => {
      const taken = measureCubes(recording, make, age)
      const times = [taken.encodeUs, taken.decodeUs].map((us) => us.toFixed(0)).join(' + ')
      return [taken.name, `${age}`, taken.bytes.toFixed(1), taken.kbps.toFixed(1), times]
    }),
  )
  printTable(['', 'baseline, frames old', 'B per packet', 'kbps', 'us'], rows)
}

function ratio(value: number): string {
  return value.toFixed(value < 0.2 ? 3 : 2)
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  console.log(`${line(head)}\n|---${'|--:'.repeat(head.length - 1)}|`)
  for (const row of rows) console.log(line(row))
  console.log('')
}
