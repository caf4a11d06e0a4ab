import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { CELL } from '../games/shepherd/rules/flock-look.ts'
import { STEP_HZ } from '../games/shepherd/rules/steps.ts'
import { reporting } from '../src/score/command/command.ts'
import { bytesPerCall } from '../test/bytes-per-call.ts'
import { exponent } from './cost/fit.ts'
import { type Case, leastNs } from './flock/least.ts'
import { grazing } from './flock/scene.ts'
import { readOptions, whole } from './options.ts'

const COMMAND = 'npm run bench -- flock'
const HELP = `${COMMAND} [--passes N]: what a flock of boids costs a step of the server

  --passes N   how often each stretch of steps is gone over, 1 to 10000; the least counts (default: 120)
  --help       says this

With a grid of ${CELL} units, and with all pairs: the same rules, but every sheep looks at every other, so that each
pair is looked at from both ends. Besides, all pairs with the distance of each pair taken once, noted for both ends.`
const COUNTS = [500, 1000, 2000, 4000, 8000]
const TICK_NS = 1e9 / STEP_HZ

/**
 * Prints what a step of a flock takes: with the grid and with all pairs, with more sheep, with all of them in a pen, and
 * what it leaves on the heap. `words`: as `--help` says. What is wrong with them becomes one line, and the exit code 1.
 */
export async function printFlock(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, passes } = readWords(words)
    if (help) return console.log(HELP)
    await printPairs(passes)
    await printGrowth(passes)
    await printPenned(passes)
    printBytes()
  })
}

async function printPairs(passes: number): Promise<void> {
  console.log(
    '| 1000 sheep, 8 shepherds, 8 dogs | grid, us | of a tick | all pairs, each from both ends, us | ratio | all pairs, each once, us | ratio |',
  )
  console.log('|---|--:|--:|--:|--:|--:|--:|')
  const rows: readonly [string, Case['scene']][] = [
    ['running sheep, spread all over the land', 'spread'],
    ['a round begins: sheep in groups, most of them grazing', 'grazing'],
  ]
  for (const [name, scene] of rows) {
    const looks = ['grid', 'all', 'once'] as const
    const cases = looks.map((look) => ({ scene, count: 1000, look }))
    const [grid, all, once] = (await leastNs(cases, passes)) as [number, number, number]
    const beside = [all, once].map((ns) => `${us(ns)} | 1/${(ns / grid).toFixed(1)}`)
    console.log(`| ${name} | ${us(grid)} | ${share(grid)} | ${beside.join(' | ')} |`)
  }
  console.log('')
}

async function printGrowth(passes: number): Promise<void> {
  const cases = COUNTS.map((count): Case => ({ scene: 'spread', count, look: 'grid' }))
  const times = await leastNs(cases, passes)
  console.log('| sheep on the run, as much land for each | us | ns for each | of a tick |')
  console.log('|--:|--:|--:|--:|')
  for (const [i, count] of COUNTS.entries()) {
    const ns = times[i]!
    console.log(`| ${count} | ${us(ns)} | ${(ns / count).toFixed(0)} | ${share(ns)} |`)
  }
  const fitted = exponent(COUNTS.map((count, i) => [count, times[i]!]))
  console.log(`\nTime grows with the number of sheep to the power of ${fitted.toFixed(2)}.\n`)
}

async function printPenned(passes: number): Promise<void> {
  const cases = (['spread', 'penned'] as const).map(
    (scene): Case => ({ scene, count: 1000, look: 'grid' }),
  )
  const [loose, tight] = (await leastNs(cases, passes)) as [number, number]
  const times = (tight / loose).toFixed(1)
  console.log(`All 1000 on the run in one pen: ${us(tight)} us, ${times} times all over the land.`)
}

/** Steps that follow on each other, as on a server. */
function printBytes(): void {
  setFlagsFromString('--expose-gc')
  globalThis.gc ??= runInNewContext('gc') as typeof globalThis.gc
  const scene = grazing()
  const step = (): void => {
    scene.prepare()
    scene.step()
  }
  console.log(`A step leaves ${Math.round(bytesPerCall(step, 2000))} bytes on the heap.`)
}

const us = (ns: number): string => (ns / 1000).toFixed(0)
const share = (ns: number): string => `${((100 * ns) / TICK_NS).toFixed(2)} %`

function readWords(words: readonly string[]) {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    passes: { type: 'string' },
  })
  return {
    help: values.help ?? false,
    passes: whole('--passes', values.passes ?? '120', 1, 10_000),
  }
}
