import { WrongArguments } from '../src/score/command/arguments.ts'
import { reporting } from '../src/score/command/command.ts'
import { shown, tableText } from '../src/score/command/table.ts'
import { playPlatformer, playShepherd } from './foresight/games.ts'
import { countMisses, HORIZONS_MS, LIMITS_PX, type Misses, type Table } from './foresight/misses.ts'
import { WAYS } from './foresight/ways.ts'
import { readOptions, whole } from './options.ts'

const COMMAND = 'npm run bench -- foresight'
const GAMES = { platformer: playPlatformer, shepherd: playShepherd } as const
const HELP = `${COMMAND} [--game NAME] [--seed N]... [--players N] [--seconds N]:
how far other players' entities are off when they are extrapolated past their newest state

  --game NAME     ${Object.keys(GAMES).join(' or ')} (default: platformer)
  --seed N        what bots do (default: 1, 2 and 3)
  --players N     how many bots play, 1 to 16 (default: 8)
  --seconds N     how long, 10 to 3600 (default: 60)
  --help          says this

There is no network: each state that a snapshot tells is extrapolated in each way, and compared with where the entity then
was. Ways: standing still; in a straight line with the velocity told; on a smooth curve, with a steady acceleration; by the
game's own move with the input told. There, what others are not told begins at its default with each state; or stays as the
copy's own run has left it, as clients do it; or is what the room has, which shows what only inputs to come and hits cost.`

/**
 * Prints how often entities are far off when they are extrapolated in one way or another, in a game that bots play.
 * `words`: as `--help` says. What is wrong with them becomes one line, and the exit code 1.
 */
export async function printForesight(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, game, seeds, players, seconds } = readWords(words)
    if (help) return console.log(HELP)
    const table: Table = new Map()
    for (const seed of seeds) countMisses(GAMES[game](seed, players, seconds), table)
    for (const [kind, rows] of table) {
      for (const [n, px] of LIMITS_PX.entries()) print(`${game}, ${kind}`, rows, n, px)
      const misses = rows[WAYS.findIndex(([name]) => name === 'move')]![HORIZONS_MS.indexOf(50)]
      if (!misses || misses.off[0] === 0) continue
      const share = shown((100 * misses.afterInput) / misses.off[0]!, 0)
      console.log(
        `In ${share} % of what move has at 50 ms, the player did something else meanwhile.\n`,
      )
    }
  })
}

function print(what: string, rows: (Misses | undefined)[][], n: number, px: number): void {
  const states = rows[0]!.find((misses) => misses)?.states ?? 0
  const of = (misses: Misses | undefined): string =>
    shown(misses ? (100 * misses.off[n]!) / misses.states : Number.NaN, 1)
  console.log(
    tableText({
      title: `${what}: states more than ${px} px off, in %`,
      about: `${states} states, by how long they were extrapolated`,
      head: ['', ...HORIZONS_MS.map((ms) => `${ms} ms`)],
      rows: WAYS.map(([name], k) => [name, ...rows[k]!.map(of)]),
    }),
  )
}

function readWords(words: readonly string[]) {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    game: { type: 'string' },
    seed: { type: 'string', multiple: true },
    players: { type: 'string' },
    seconds: { type: 'string' },
  })
  const game = values.game ?? 'platformer'
  if (game !== 'platformer' && game !== 'shepherd')
    throw new WrongArguments(`--game is '${game}', but must be platformer or shepherd`)
  return {
    help: values.help ?? false,
    game,
    seeds: (values.seed ?? ['1', '2', '3']).map((seed) => whole('--seed', seed, 1, 1_000_000)),
    players: whole('--players', values.players ?? '8', 1, 16),
    seconds: whole('--seconds', values.seconds ?? '60', 10, 3600),
  } as const
}
