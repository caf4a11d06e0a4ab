import { reporting } from '../src/score/command/command.ts'
import { tableText } from '../src/score/command/table.ts'
import { readOptions, whole } from './options.ts'
import { bytesOfRoom, PARTS, type RoomBytes } from './room-bytes/measure.ts'
import { SCENES } from './room-bytes/scenes.ts'

const COMMAND = 'npm run bench -- room-bytes'
const HELP = `${COMMAND} [--seconds S] [--seed N] [--step-hz N]: what a room of 50 tells each of its clients

  --seconds S   how long is counted, after 10 s that are not, 1 to 600 (default: 10)
  --seed N      of the players, their networks and the room, from 1 (default: 1)
  --step-hz N   steps a second, 10 to 128 (default: 20)
  --help        says this`

/**
 * Prints how many bytes a second a room of 50 sends each client, and what they tell of: players who all walk, behind networks
 * with more and more jitter; and players who stand, of whom more and more have hidden their page. `words`: as `--help` says.
 */
export async function printRoomBytes(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const values = readOptions(words, {
      help: { type: 'boolean', short: 'h' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      'step-hz': { type: 'string' },
    })
    if (values.help) return console.log(HELP)
    const seconds = whole('--seconds', values.seconds ?? '10', 1, 600)
    const seed = whole('--seed', values.seed ?? '1', 1, 1_000_000)
    const stepHz = whole('--step-hz', values['step-hz'] ?? '20', 10, 128)
    for (const authority of ['input', 'tick'] as const) {
      const rows = SCENES.map((scene) => {
        return [scene.name, ...cellsOf(bytesOfRoom({ ...scene, authority, seconds, seed, stepHz }))]
      })
      const title = `A room of 50, authority '${authority}', ${stepHz} steps and 20 snapshots a second`
      const about = `bytes per client and second over ${seconds} s; the parts are those of the first client`
      console.log(tableText({ title, about, head: ['', 'all', 'packets', ...PARTS], rows }))
    }
  })
}

function cellsOf({ bytes, packets, parts }: RoomBytes): string[] {
  return [bytes.toFixed(0), packets.toFixed(1), ...PARTS.map((part) => parts[part].toFixed(0))]
}
