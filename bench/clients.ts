import { reporting } from '../src/score/command/command.ts'
import { median } from './cpu/rounds.ts'
import { loadPeers } from './peers.ts'
import type { Dialect } from './server/bots.ts'
import { glissade } from './server/glissade.ts'
import { playInTurn, readTurns, tooBusy } from './server/in-turn.ts'
import { json } from './server/json.ts'
import { RATE_HZ, ROOM_SIZE } from './server/movement.ts'
import type { Stretch } from './server/stretch.ts'

const COMMAND = 'npm run bench -- clients'
const DEFAULTS = { clients: 400, seconds: 5, rounds: 3 }
const HELP = `${COMMAND} [--clients N] [--seconds S] [--rounds R] [--own]: how many clients a processor core carries

  --clients N   in rooms of ${ROOM_SIZE}, all of them moving (default: 400)
  --seconds S   how long a stretch is measured, 1 to 600 (default: 5)
  --rounds R    stretches of each server, in turn, after one that does not count, 1 to 100 (default: 3)
  --own         without Colyseus
  --help        says this

Each server is a process of its own, its clients are in this one; ${RATE_HZ} snapshots and inputs a second.`

/**
 * Prints how many clients a core carries: what the process of a server takes of the processor for each client, beside
 * Colyseus and a server by hand on `ws` that sends JSON. `words`: as `--help` says. What is wrong with them becomes one
 * line, and the exit code 1.
 */
export async function printClients(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, clients, seconds, rounds, isAlone } = readTurns(words, DEFAULTS)
    if (help) return console.log(HELP)
    const peers = isAlone ? null : await loadPeers()
    const dialects = [glissade, json, ...(peers?.dialects ?? [])]
    print(dialects, await playInTurn(dialects, { clients, seconds, rounds }), clients)
  })
}

function print(
  dialects: readonly Dialect[],
  taken: readonly (readonly Stretch[])[],
  clients: number,
): void {
  const over = (of: (round: number) => number): number =>
    median(taken[0]!.map((_, round) => of(round)))
  console.log(`${clients} clients in rooms of ${ROOM_SIZE}, all moving, ${RATE_HZ} Hz both ways.`)
  console.log(
    'A core carries those whose CPU fills a second, if it grows with their number; the ratio is to',
  )
  console.log(
    'the first, in the same round. Medians of stretches; heads of WebSocket frames included.\n',
  )
  console.log('| | CPU ms per client and s | clients per core | ratio | B per client and s |')
  console.log('|---|--:|--:|--:|--:|')
  dialects.forEach(({ name }, i) => {
    const each = taken[i]!
    const cpuMs = over((round) => each[round]!.cpuMs)
    const ratio = over((round) => taken[0]![round]!.cpuMs / each[round]!.cpuMs)
    const bytes = over((round) => each[round]!.bytes)
    const cells = [cpuMs.toFixed(3), (1000 / cpuMs).toFixed(0), ratio.toFixed(2), bytes.toFixed(0)]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
    const busy = tooBusy(name, each)
    if (busy !== '') console.error(`${COMMAND}: ${busy}`)
  })
}
