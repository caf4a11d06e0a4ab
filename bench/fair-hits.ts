import { reporting } from '../src/score/command/command.ts'
import { shown, tableText } from '../src/score/command/table.ts'
import { quantile } from '../src/score/measures/quantile.ts'
import { compare } from './cpu/rounds.ts'
import { crowdOf } from './fair-hits/crowd.ts'
import { NETWORKS } from './fair-hits/networks.ts'
import { type Distances, type ShootingOptions, shoot } from './fair-hits/play.ts'
import { runnersOf } from './fair-hits/runners.ts'
import { updateOf } from './fair-hits/snowballs.ts'
import { oneOf, readOptions, whole } from './options.ts'

const COMMAND = 'npm run bench -- fair-hits'
const PLAYERS = 50
/** How many bots throw snowballs. */
const BOTS = 8
const HELP = `${COMMAND} [--runs N] [--shots N] [--seed N] [--link KIND] [--together]:
how fairly a room judges shots that are aimed at what the shooter's page shows

  --runs N        runs on each network, 1 to 1000 (default: 20)
  --shots N       shots in each run, 1 to 200 (default: 8)
  --seed N        the seed of the first run (default: 1)
  --link KIND     datagram or ordered (default: datagram)
  --together      one tick for everybody, instead of a time for each player
  --help          says this

A player shoots at the middle of the picture of a target, while the delay goes up and down by 40 ms each way. The targets are
players of the platformer who run, jump, ride on platforms or play, and one body that the room moves. A shot hits if it
meets the target's box of 12 x 20 px where the room takes it to be: as World.seenBy repeats it, at present, or where it truly
was at the moment on display. Then it prints what it costs to repeat what one player saw of ${PLAYERS}, and to judge the snowballs of ${BOTS} bots.`

/**
 * Prints how many aimed shots hit, how far the room's judgement is from the picture, and what it costs. `words`: as `--help`
 * says. What is wrong with them becomes one line, and the exit code 1.
 */
export async function printFairHits(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, runs, ...options } = readWords(words)
    if (help) return console.log(HELP)
    const rows = Object.entries(NETWORKS).map(([name, conditions]) =>
      rowOf(name, runs, { ...options, conditions }),
    )
    const { shots } = options
    console.log(
      tableText({
        title: 'Aimed shots that hit, and how far the judgement is from the picture, in px',
        about: `${runs} runs of ${shots} shots on each network, ${options.kind}`,
        head: HEAD,
        rows,
      }),
    )
    printCost()
  })
}

const HEAD = [
  '',
  'shots',
  'hit as seen',
  'hit at present',
  'hit in history',
  'data p99',
  'foresight p99',
  'its error p99',
  'most',
  'up, B/s',
]

function rowOf(name: string, runs: number, options: ShootingOptions): string[] {
  const all = Array.from({ length: runs }, (_, n) => shoot({ ...options, seed: options.seed + n }))
  const sum = (of: (run: (typeof all)[number]) => number) => all.reduce((s, run) => s + of(run), 0)
  const fired = sum((run) => run.fired)
  const share = (hits: number) => `${shown((100 * hits) / fired, 1)} %`
  const join = (of: (run: (typeof all)[number]) => Distances) => ({
    within: all.flatMap((run) => of(run).within),
    beyond: all.flatMap((run) => of(run).beyond),
  })
  const off = join((run) => run.offPx)
  const error = join((run) => run.errorPx)
  return [
    name,
    String(fired),
    share(sum((run) => run.hit)),
    share(sum((run) => run.hitInPresent)),
    share(sum((run) => run.hitInHistory)),
    shown(quantile(off.within, 0.99), 1),
    shown(quantile(off.beyond, 0.99), 1),
    shown(quantile(error.beyond, 0.99), 1),
    shown(Math.max(...off.within, ...off.beyond), 1),
    shown(sum((run) => run.bytesPerSecondUp) / runs, 0),
  ]
}

function printCost(): void {
  const { step, shot, look } = crowdOf(PLAYERS)
  const runners = runnersOf(PLAYERS + 1)
  const taken = compare([
    { name: 'a step of move', run: step },
    { name: 'judging one shot, with those near its end', run: shot },
    { name: 'all that one player saw', run: look },
    { name: 'all, where everybody runs straight on', run: runners.look },
  ])
  const names = [
    'a step of move in the platformer',
    'a shot at a place, repeating those near it',
    'a shot, repeating everybody',
    'a shot, repeating everybody, in a game of runners',
  ]
  console.log(
    tableText({
      title: `What a shot costs, with ${PLAYERS} targets`,
      about: 'medians, and ratios to a step',
      head: ['', 'us', 'steps'],
      rows: taken.map(({ ns, ratio }, n) => [names[n]!, shown(ns / 1000, 0), shown(ratio, 2)]),
    }),
  )
  const updateUs = updateOf(BOTS)
  console.log(
    `${BOTS} bots in the platformer: its update, which judges their snowballs, takes ${shown(updateUs, 0)} us per step`,
  )
}

function readWords(words: readonly string[]) {
  const values = readOptions(words, {
    runs: { type: 'string', default: '20' },
    shots: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
    link: { type: 'string', default: 'datagram' },
    together: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  })
  return {
    help: values.help,
    runs: whole('--runs', values.runs, 1, 1000),
    shots: whole('--shots', values.shots, 1, 200),
    seed: whole('--seed', values.seed, 0, 1_000_000),
    isTogether: values.together,
    kind: oneOf('--link', values.link, ['datagram', 'ordered']),
  }
}
