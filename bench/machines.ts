import { reporting } from '../src/score/command/command.ts'
import { drainOne, type Figures, killOne, loseRedis, playFaults } from './machines/phases.ts'
import { Trial, type TrialOptions } from './machines/trial.ts'
import { readOptions, whole } from './options.ts'

const COMMAND = 'npm run bench -- machines'
const HELP = `${COMMAND} [--processes N] [--rooms N] [--clients N] [--faults N] [--seed N]: rooms that move

  --processes N   processes that serve rooms, with a Redis server of their own, 2 to 20 (default: 3)
  --rooms N       rooms, 1 to 1000 (default: 30)
  --clients N     clients that play in them, 2 to 2000 (default: 240)
  --faults N      random faults in a row at the end, 0 to 1000 (default: 100)
  --seed N        which faults (default: 1)
  --help          says this

All clients are in this process, so freezes of this process are theirs: those of clients whose room stayed show how long they are.`

/**
 * Prints what players notice when a process is drained, is killed, or loses Redis. `words`: as `--help` says. What is wrong with
 * them becomes one line, and the exit code 1.
 */
export async function printMachines(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, faultCount, ...scale } = readWords(words)
    if (help) return console.log(HELP)
    await run(scale, faultCount)
  })
}

function readWords(words: readonly string[]) {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    processes: { type: 'string' },
    rooms: { type: 'string' },
    clients: { type: 'string' },
    faults: { type: 'string' },
    seed: { type: 'string' },
  })
  return {
    help: values.help ?? false,
    machines: whole('--processes', values.processes ?? '3', 2, 20),
    rooms: whole('--rooms', values.rooms ?? '30', 1, 1000),
    clients: whole('--clients', values.clients ?? '240', 2, 2000),
    faultCount: whole('--faults', values.faults ?? '100', 0, 1000),
    seed: whole('--seed', values.seed ?? '1', 0, 2 ** 31),
  }
}

async function run(
  scale: Omit<TrialOptions, 'note' | 'checkpointMs' | 'frameHz'>,
  faultCount: number,
) {
  const note = (line: string): void => console.log(line)
  const options = { ...scale, checkpointMs: 1000, frameHz: 30, note }
  const path = process.env['REDIS_SERVER_PATH'] ?? '/usr/bin/redis-server'
  const trial = await Trial.start(options, path)
  try {
    await trial.play(2000)
    print('one process is drained', await drainOne(trial))
    print('one process is killed', await killOne(trial))
    print('Redis is dead for 10 s', await loseRedis(trial, 10_000))
    if (faultCount > 0) print(`${faultCount} random faults`, await playFaults(trial, faultCount))
  } finally {
    await trial.end()
  }
}

function print(what: string, figures: Figures): void {
  console.log(`\n${what}\n\n| what | |\n|---|--:|`)
  for (const [name, value] of Object.entries(figures))
    console.log(`| ${name} | ${typeof value === 'number' ? Math.round(value) : value} |`)
}
