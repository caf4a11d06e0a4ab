import { setImmediate as turn } from 'node:timers/promises'
import { defineGame, flag, int, number } from 'glissade'
import { defineRoom, Room } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { reporting } from '../src/score/command/command.ts'
import { Progress } from '../src/score/command/progress.ts'
import { playTwin } from '../test/save/twins.ts'
import { readOptions, whole } from './options.ts'

const COMMAND = 'npm run bench -- save'
const HELP = `${COMMAND} [--rooms N] [--seed N]: what a saved room takes, and whether it goes on as if nothing had happened

  --rooms N   random rooms that are saved in mid-play, 0 to 1000000 (default: 200)
  --seed N    the seed of the first one (default: 1)
  --help      says this`

const PLAYERS = 50
const ENTITIES = 500

/** Players who run, and animals that all move, with and without the past that fair hits need. */
function crowd(keepsPast: boolean) {
  const game = defineGame({
    name: 'saved crowd',
    stepHz: 60,
    sendHz: 20,
    input: { right: flag(), down: flag() },
    entities: {
      runner: { x: number({ max: 4000 }), y: number({ max: 4000 }), health: int({ max: 100 }) },
      animal: { x: number({ max: 4000 }), y: number({ max: 4000 }), mood: int({ max: 9 }) },
    },
    move: {
      runner(runner, input, { dtSeconds }) {
        runner.x += (input.right ? 90 : -60) * dtSeconds
        runner.y += (input.down ? 80 : -50) * dtSeconds
      },
    },
  })
  return defineRoom(game, {
    open(world) {
      if (keepsPast) world.seenBy(null)
      for (let n = 0; n < ENTITIES; n++)
        world.spawn('animal', null, { x: (n * 97) % 4000, y: (n * 31) % 4000 })
    },
    join: (world, player) => world.spawn('runner', player, { x: 2000, y: 2000, health: 100 }),
    update(world, { timeMs, dtSeconds }) {
      world.entities('animal').forEach((animal, n) => {
        animal.x += Math.sin(timeMs / (700 + n) + n) * 60 * dtSeconds
        animal.y += Math.cos(timeMs / (900 - n) - n) * 60 * dtSeconds
      })
    },
  })
}

/**
 * Prints how many bytes a saved room takes, how long it takes beside a snapshot, and whether random rooms that are saved and
 * restored go on like their twins. `words`: as `--help` says. What is wrong with them becomes one line. The exit code is then
 * 1, and if a room differs from its twin.
 */
export async function printSave(words: readonly string[]): Promise<void> {
  let areEqual = true
  const exitCode = await reporting(COMMAND, async () => {
    const values = readOptions(words, {
      help: { type: 'boolean', short: 'h' },
      rooms: { type: 'string' },
      seed: { type: 'string' },
    })
    if (values.help) return console.log(HELP)
    const rooms = whole('--rooms', values.rooms ?? '200', 0, 1_000_000)
    const seed = whole('--seed', values.seed ?? '1', 0, 2 ** 31)
    console.log(`${PLAYERS} players and ${ENTITIES} entities that all move\n`)
    console.log('| room | saved bytes | to save, in network ticks | to restore, in network ticks |')
    console.log('|---|--:|--:|--:|')
    for (const keepsPast of [false, true]) printCost(keepsPast)
    areEqual = await printTwins(rooms, seed)
  })
  process.exitCode = areEqual ? exitCode : 1
}

/** A network tick runs three steps, takes the numbers of all entities, and codes and sends a snapshot for every player. */
function printCost(keepsPast: boolean): void {
  const room = crowd(keepsPast)
  const sim = new Simulation(room, { maxPlayers: PLAYERS })
  for (let n = 0; n < PLAYERS; n++)
    sim.join({
      frameHz: 20,
      script: ({ input }, ms) => void (input.right = (ms / 500 + n) % 2 < 1),
    })
  sim.run(3000)
  // Between two network ticks, numbers are on no grid, so they take more.
  const saves = Array.from({ length: 3 }, () => sim.run(1000 / room.game.stepHz).room.save())
  const bytes = saves.reduce((most, one) => (one.length > most.length ? one : most))
  let nowMs = sim.room.nextDueMs
  const tickMs = medianMs(() => sim.room.advance((nowMs += room.game.sendMs)))
  const saveMs = medianMs(() => sim.room.save())
  const restoreMs = medianMs(() => Room.restore(room, bytes, { nowMs: 0, maxPlayers: PLAYERS }))
  const name = keepsPast ? 'judges by what players saw' : 'as usual'
  const cells = [bytes.length, (saveMs / tickMs).toFixed(1), (restoreMs / tickMs).toFixed(1)]
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}

function medianMs(run: () => unknown): number {
  const times = Array.from({ length: 60 }, () => {
    const startMs = performance.now()
    run()
    return performance.now() - startMs
  })
  return times.sort((a, b) => a - b)[30]!
}

/** Every so many rooms, a line says how far it is. */
const SAID_EVERY = 1000

/** Returns whether all are equal. */
async function printTwins(rooms: number, seed: number): Promise<boolean> {
  const progress = new Progress(process.stderr, rooms, performance.now())
  let [equal, bytes] = [0, 0]
  console.log('')
  for (let n = 0; n < rooms; n++) {
    progress.show(n, `rooms, ${n - equal} differ`, performance.now())
    const untouched = playTwin(seed + n, 'untouched')
    const moved = playTwin(seed + n, 'moved')
    bytes = Math.max(bytes, moved.bytes)
    const isEqual = untouched.hashes.join() === moved.hashes.join()
    if (isEqual) equal++
    const said = isEqual ? '' : `seed ${seed + n} differs`
    const done = n + 1
    const howFar = done % SAID_EVERY === 0 && done < rooms ? `${equal} of ${done} are equal` : ''
    for (const line of [said, howFar].filter(Boolean)) {
      progress.end()
      console.log(line)
    }
    // Promises that have settled hold their sessions until the turn ends.
    await turn()
  }
  progress.end()
  console.log(
    `${equal} of ${rooms} restored rooms went on like their twins; the largest took ${bytes} bytes`,
  )
  return equal === rooms
}
