import { presets } from '../src/link/presets.ts'
import { reporting } from '../src/score/command/command.ts'
import { shown, tableText } from '../src/score/command/table.ts'
import { playPlatformer, playShepherd } from './corrections/games.ts'
import { ALLOWED, type Corrections, START_SECONDS } from './corrections/play.ts'
import { oneOf, readOptions, whole } from './options.ts'

const COMMAND = 'npm run bench -- corrections'
const NETWORKS = Object.keys(presets) as (keyof typeof presets)[]
const KINDS = ['ordered', 'datagram'] as const
const GAMES = { shepherd: playShepherd, platformer: playPlatformer } as const
const HELP = `${COMMAND} [--game NAME] [--preset NAME]... [--seed N]... [--players N] [--seconds N]:
how often a client's own entities have to be corrected

  --game NAME     ${Object.keys(GAMES).join(' or ')} (default: shepherd)
  --preset NAME   a network: ${NETWORKS.join(', ')} (default: all)
  --seed N        what bots do and networks have (default: 1, 2 and 3)
  --players N     how many bots play, 1 to 16 (default: 4)
  --seconds N     how long is counted, 10 to 3600, after ${START_SECONDS} that are not (default: 120)
  --help          says this`

/** What the words ask for. */
interface Request {
  readonly help: boolean
  readonly game: keyof typeof GAMES
  readonly networks: readonly (keyof typeof presets)[]
  readonly seeds: readonly number[]
  readonly players: number
  readonly seconds: number
}

/**
 * Prints how often own entities have to be corrected while bots play a game, over each network and both kinds of links.
 * `words`: as `--help` says. What is wrong with them becomes one line, and the exit code 1.
 */
export async function printCorrections(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const request = readWords(words)
    if (request.help) return console.log(HELP)
    const rows = request.networks.flatMap((name) =>
      KINDS.flatMap((kind) =>
        request.seeds.map((seed) => {
          const { players, seconds } = request
          const where = { kind, conditions: presets[name], seed, players, seconds }
          return rowOf(`${name}, ${kind}, seed ${seed}`, GAMES[request.game](where))
        }),
      ),
    )
    const title = `Corrections in ${request.game}`
    const about = `for each minute of one client; ${request.players} bots, ${request.seconds} s`
    const lead = ['lead, ms', `shortest for ${ALLOWED}`]
    const head = ['', 'corrections', 'units', 'missing', 'wrong', 'per wrong one', ...lead]
    console.log(tableText({ title, about, head, rows }))
    console.log(
      'missing: ticks without their input. wrong: those that did not do what it said, either.',
    )
    console.log(
      'lead: from an input to its tick. shortest: of the best clock that keeps one lead, with',
    )
    console.log(`${ALLOWED} gaps a minute in which a wrong input was repeated.`)
  })
}

function rowOf(name: string, counted: Corrections): string[] {
  const { corrections, units, missing, wrong, leadMs, shortestLeadMs } = counted
  const figures = [corrections, units, missing, wrong].map((count) => shown(count, 1))
  const ratio = wrong > 0 ? corrections / wrong : Number.NaN
  return [name, ...figures, shown(ratio, 2), shown(leadMs, 0), shown(shortestLeadMs, 0)]
}

function readWords(words: readonly string[]): Request {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    game: { type: 'string' },
    preset: { type: 'string', multiple: true },
    seed: { type: 'string', multiple: true },
    players: { type: 'string' },
    seconds: { type: 'string' },
  })
  return {
    help: values.help ?? false,
    game: oneOf('--game', values.game ?? 'shepherd', ['shepherd', 'platformer']),
    networks: values.preset?.map((name) => oneOf('--preset', name, NETWORKS)) ?? NETWORKS,
    seeds: (values.seed ?? ['1', '2', '3']).map((seed) => whole('--seed', seed, 1, 1_000_000)),
    players: whole('--players', values.players ?? '4', 1, 16),
    seconds: whole('--seconds', values.seconds ?? '120', 10, 3600),
  }
}
