import { reporting } from '../src/score/command/command.ts'
import { median } from './cpu/rounds.ts'
import { loadPeers } from './peers.ts'
import type { Dialect } from './server/bots.ts'
import { glissade } from './server/glissade.ts'
import { playInTurn, readTurns, tooBusy } from './server/in-turn.ts'
import { RATE_HZ, ROOM_SIZE } from './server/movement.ts'
import { quantized } from './server/quantized.ts'
import type { Stretch } from './server/stretch.ts'

const COMMAND = 'npm run bench -- server'
const DEFAULTS = { clients: 500, seconds: 5, rounds: 5 }
const HELP = `${COMMAND} [--clients N] [--seconds S] [--rounds R] [--own]: what a room costs its server

  --clients N   in rooms of ${ROOM_SIZE}, all of them moving (default: 500)
  --seconds S   how long a stretch is measured, 1 to 600 (default: 5)
  --rounds R    stretches of each server, in turn, after one that does not count, 1 to 100 (default: 5)
  --own         without other packages
  --help        says this

Each server is a process of its own, its clients are in this one; ${RATE_HZ} snapshots and inputs a second.`

/**
 * Prints what rooms full of moving players cost a server: time of its processor and bytes, beside a server written by
 * hand on `ws`, and Colyseus. `words`: as `--help` says. What is wrong with them becomes one line, and the exit code 1.
 */
export async function printServer(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, clients, seconds, rounds, isAlone } = readTurns(words, DEFAULTS)
    if (help) return console.log(HELP)
    const peers = isAlone ? null : await loadPeers()
    const dialects = [quantized, glissade, ...(peers?.dialects ?? [])]
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
  console.log(`${clients} clients in rooms of ${ROOM_SIZE}, all moving, ${RATE_HZ} Hz both ways;`)
  console.log(
    'per client and second, the heads of WebSocket frames included; medians of stretches,',
  )
  console.log('the ratio is to the first, in the same round\n')
  console.log(
    '| | CPU ms | ratio | B | updates | steps | inputs late, ms |\n|---|--:|--:|--:|--:|--:|--:|',
  )
  dialects.forEach(({ name }, i) => {
    const each = taken[i]!
    const cells = [
      over((round) => each[round]!.cpuMs).toFixed(3),
      over((round) => each[round]!.cpuMs / taken[0]![round]!.cpuMs).toFixed(2),
      over((round) => each[round]!.bytes).toFixed(0),
      over((round) => each[round]!.updates).toFixed(1),
      over((round) => each[round]!.steps).toFixed(1),
      over((round) => each[round]!.lateMs).toFixed(1),
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
    const busy = tooBusy(name, each)
    if (busy !== '') console.error(`${COMMAND}: ${busy}`)
  })
}
