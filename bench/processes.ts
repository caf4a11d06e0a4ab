import { reporting } from '../src/score/command/command.ts'
import { median } from './cpu/rounds.ts'
import type { Dialect } from './server/bots.ts'
import { glissade } from './server/glissade.ts'
import { readTurns, tooBusy } from './server/in-turn.ts'
import { RATE_HZ, ROOM_SIZE } from './server/movement.ts'
import { ServerProcess } from './server/process.ts'
import { twoProcesses } from './server/processes.ts'
import { playStretch, type Stretch } from './server/stretch.ts'

const COMMAND = 'npm run bench -- processes'
const DEFAULTS = { clients: 500, seconds: 5, rounds: 5 }
/** Rounds that do not count. A process of several gets a part of the work, so it takes longer until its code is compiled. */
const WARM_UP_ROUNDS = 4
const HELP = `${COMMAND} [--clients N] [--seconds S] [--rounds R]: what several processes cost beside one

  --clients N   on each server, in rooms of ${ROOM_SIZE}, all of them moving (default: ${DEFAULTS.clients})
  --seconds S   how long a stretch is measured, 1 to 600 (default: ${DEFAULTS.seconds})
  --rounds R    stretches of each server, in turn, after ${WARM_UP_ROUNDS} that do not count, 1 to 100 (default: ${DEFAULTS.rounds})
  --help        says this

One process is measured with half of them, too, which is what each of two processes has. The clients are in this process. What a server takes is that of all its processes, the one that listens included.`

/** A server, and how many clients play on it. */
interface Case {
  readonly name: string
  readonly dialect: Dialect
  readonly clients: number
}

/**
 * Prints what a server takes of the processor for each client with its rooms in two processes, and in one. `words`: as `--help`
 * says. What is wrong with them becomes one line, and the exit code 1.
 */
export async function printProcesses(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, clients, seconds, rounds } = readTurns(words, DEFAULTS)
    if (help) return console.log(HELP)
    const cases: Case[] = [
      { name: '1 process', dialect: glissade, clients },
      { name: '1 process', dialect: glissade, clients: Math.ceil(clients / 2) },
      { name: '2 processes', dialect: twoProcesses, clients },
    ]
    const taken = await playAll(cases, seconds, rounds)
    console.log(`Rooms of ${ROOM_SIZE}, all moving, ${RATE_HZ} Hz both ways. Medians of stretches;`)
    console.log('the ratio is to the first line, in the same round.\n')
    console.log('| | clients | CPU ms per client and s | ratio | updates per client and s |')
    console.log('|---|--:|--:|--:|--:|')
    cases.forEach((one, i) => {
      console.log(rowOf(one, taken[i]!, taken[0]!))
      const busy = tooBusy(`${one.name}, ${one.clients} clients`, taken[i]!)
      if (busy !== '') console.error(`${COMMAND}: ${busy}`)
    })
    const ratio = ratioOf(taken[2]!, taken[1]!).toFixed(2)
    console.log(`\nThe last line to the second, so with as many clients in each process: ${ratio}`)
  })
}

/** Plays all cases in turn, after rounds that do not count. Returns the stretches of each. */
async function playAll(
  cases: readonly Case[],
  seconds: number,
  rounds: number,
): Promise<Stretch[][]> {
  const taken: Stretch[][] = cases.map(() => [])
  const servers = new Map<string, ServerProcess>()
  try {
    for (const { kind } of [glissade, twoProcesses])
      servers.set(kind, await ServerProcess.start(kind))
    for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
      for (const [i, { dialect, clients }] of cases.entries()) {
        const stretch = await playStretch(servers.get(dialect.kind)!, dialect, clients, seconds)
        if (round >= 0) taken[i]!.push(stretch)
      }
    }
    return taken
  } finally {
    for (const server of servers.values()) server.stop()
  }
}

function rowOf({ name, clients }: Case, each: readonly Stretch[], one: readonly Stretch[]): string {
  const cpuMs = median(each.map((stretch) => stretch.cpuMs))
  const ratio = ratioOf(each, one)
  const updates = median(each.map((stretch) => stretch.updates))
  const figures = [cpuMs.toFixed(3), ratio.toFixed(2), updates.toFixed(1)]
  return `| ${name} | ${clients} | ${figures.join(' | ')} |`
}

/** The median ratio of what two cases take for each client, in the same round. */
function ratioOf(each: readonly Stretch[], one: readonly Stretch[]): number {
  return median(each.map((stretch, round) => stretch.cpuMs / one[round]!.cpuMs))
}
