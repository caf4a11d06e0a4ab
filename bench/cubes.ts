import { cubes } from '../games/cubes/game.ts'
import { DELAY_MS, playoutOfCubes } from '../games/cubes/picture/playout.ts'
import { uncompressedKbps } from '../games/cubes/picture/traffic.ts'
import { CUBES } from '../games/cubes/rules/sizes.ts'
import { presets } from '../src/link/presets.ts'
import { reporting } from '../src/score/command/command.ts'
import { quantile } from '../src/score/measures/quantile.ts'
import { type Played, playCubes } from './cubes/play.ts'
import { oneOf, readOptions, whole } from './options.ts'

const COMMAND = 'npm run bench -- cubes'
const PLAYERS = 8
/** Cubes fall over and come to rest before anything is measured, and the tables of the coding fill. */
const WARM_UP_SECONDS = 4
const NETWORKS = { clean: presets.none, wifi: presets.wifi } as const
const HELP = `${COMMAND} [--seed N] [--network NAME] [--seconds N]: what ${CUBES} cubes cost, and how well they are shown

  --seed N        what the bots do and when packets arrive, 1 to 1000000 (default: 1)
  --network NAME  ${Object.keys(NETWORKS).join(' or ')} (default: both)
  --seconds N     how long it measures, 1 to 600, after ${WARM_UP_SECONDS} seconds of play (default: 20)
  --help          says this

${PLAYERS} bots play in a real room, each through a session of its own over an ordered link, and their pages show cubes
${DELAY_MS} ms behind the newest data. In each frame, each cube that moves is compared with where the physics, unrounded,
had it at the displayed moment. wifi is the preset: 15 ms each way, 6 ms of jitter, loss, bursts and standstills. Bits
include the heads of packets. Uncompressed are all places, rotations and velocities as 32-bit numbers. Times are those
of a step, of which ${cubes.stepHz} make a second. Everything in a room beside the game's own step is the engine's: it moves
snowballs, chooses states, and encodes a snapshot for ${PLAYERS} clients in every ${cubes.stepHz / cubes.sendHz} steps. The
last two columns are one snapshot, encoded and sent for all clients.`

/**
 * Prints what the game of cubes sends, how far its pages are off, and what a step costs. `words`: as `--help` says. What is
 * wrong with them becomes one line, and the exit code 1.
 */
export async function printCubes(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, seed, seconds, networks } = readWords(words)
    if (help) return console.log(HELP)
    const runs = networks.map((name) => {
      const conditions = NETWORKS[name]
      const played = playCubes({
        players: PLAYERS,
        seed,
        seconds,
        warmUpSeconds: WARM_UP_SECONDS,
        conditions,
        kind: 'ordered',
        playout: playoutOfCubes,
      })
      return { name, played }
    })
    printMotion(runs)
    console.log('')
    printCosts(runs)
  })
}

type Run = { readonly name: string; readonly played: Played }

function printMotion(runs: readonly Run[]): void {
  const plain = uncompressedKbps(CUBES, PLAYERS, cubes.sendHz).toFixed(0)
  console.log(
    '| network | cubes that move | kbit/s per client | uncompressed | position error, cm: p50 | p99 | most | rotation error, degrees: p50 | p99 | most |',
  )
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
  for (const { name, played } of runs) {
    const { kbps, moving, errorsCm, errorsDegrees } = played
    const of = (errors: Float64Array) =>
      [0.5, 0.99, 1].map((share) => quantile(errors, share).toFixed(2))
    const row = [name, moving.toFixed(0), kbps.toFixed(1), plain]
    console.log(`| ${[...row, ...of(errorsCm), ...of(errorsDegrees)].join(' | ')} |`)
  }
}

function printCosts(runs: readonly Run[]): void {
  console.log(
    '| network | Rapier, ms per step | the rest of the game, ms | its share of Rapier | the engine, ms | its share of Rapier | a snapshot, ms | its share of Rapier |',
  )
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|')
  for (const { name, played } of runs) {
    const { physicsMs, updateMs, engineMs, snapshotMs } = played
    const rest = [updateMs - physicsMs, engineMs, snapshotMs].flatMap((ms) => [
      ms.toFixed(2),
      (ms / physicsMs).toFixed(2),
    ])
    console.log(`| ${[name, physicsMs.toFixed(2), ...rest].join(' | ')} |`)
  }
}

function readWords(words: readonly string[]) {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    seed: { type: 'string' },
    network: { type: 'string' },
    seconds: { type: 'string' },
  })
  const all = Object.keys(NETWORKS) as (keyof typeof NETWORKS)[]
  return {
    help: values.help ?? false,
    seed: whole('--seed', values.seed ?? '1', 1, 1_000_000),
    seconds: whole('--seconds', values.seconds ?? '20', 1, 600),
    networks: values.network === undefined ? all : [oneOf('--network', values.network, all)],
  }
}
