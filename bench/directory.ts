import { reporting } from '../src/score/command/command.ts'
import { measureCalls } from './directory/redis-commands.ts'
import { DirectorySimulation } from './directory/simulate.ts'
import { readOptions, whole } from './options.ts'

const COMMAND = 'npm run bench -- directory'
const HELP = `${COMMAND} [--processes N] [--rooms N] [--seconds S] [--seed N]: who has which room

  --processes N   simulated processes, 2 to 10000 (default: 1000)
  --rooms N       rooms at a time, 10 to 1000000 (default: 100000)
  --seconds S     virtual seconds of claims, releases, drains, deaths and silences, 1 to 3600 (default: 120)
  --seed N        the seed of everything random (default: 1)
  --help          says this

Then it measures what calls cost a Redis server of its own, where redis-server is installed.`

/**
 * Simulates a directory of many processes, and prints whether a room was owned twice and how evenly the rooms are spread; then
 * what the calls cost Redis. `words`: as `--help` says. What is wrong with them becomes one line, and the exit code 1.
 */
export async function printDirectory(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, ...scale } = readWords(words)
    if (help) return console.log(HELP)
    const outcome = await new DirectorySimulation(scale).run()
    console.log(
      `${scale.processes} processes and ${scale.rooms} rooms for ${scale.seconds} s, seed ${scale.seed}\n`,
    )
    console.log('| what | |\n|---|--:|')
    const { largest, ...counts } = outcome
    for (const [name, count] of Object.entries(counts))
      console.log(`| ${WORDS[name as keyof typeof WORDS]} | ${count} |`)
    const sorted = [...largest].sort((a, b) => a - b)
    console.log(`| largest load, times the mean: median | ${at(sorted, 0.5)} |`)
    console.log(`| largest load, times the mean: worst second | ${at(sorted, 1)} |`)
    await printCalls()
  })
}

const WORDS = {
  claims: 'claims',
  releases: 'releases',
  handOvers: 'hand-overs',
  joins: 'processes that joined',
  deaths: 'processes that died',
  silences: 'processes that fell silent for 0.5 to 8 s',
  ownedTwice: 'rooms owned twice',
  termsFallen: 'terms that fell',
  wrongBytes: 'saved bytes of another room',
  astray: 'rooms that run elsewhere than the directory says',
  rooms: 'rooms at the end',
}

async function printCalls(): Promise<void> {
  const costs = await measureCalls()
  if (!costs) return console.log('\nno redis-server found, so nothing is said about its commands')
  console.log('\n| call | commands sent | commands inside | us in Redis |\n|---|--:|--:|--:|')
  for (const { call, sent, inside, us } of costs)
    console.log(`| ${call} | ${sent.toFixed(2)} | ${inside.toFixed(1)} | ${us.toFixed(0)} |`)
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN).toFixed(3)
}

function readWords(words: readonly string[]) {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    processes: { type: 'string' },
    rooms: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
  })
  return {
    help: values.help ?? false,
    processes: whole('--processes', values.processes ?? '1000', 2, 10_000),
    rooms: whole('--rooms', values.rooms ?? '100000', 10, 1_000_000),
    seconds: whole('--seconds', values.seconds ?? '120', 1, 3600),
    seed: whole('--seed', values.seed ?? '1', 0, 2 ** 31),
  }
}
