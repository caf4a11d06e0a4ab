import { WrongArguments } from '../src/score/command/arguments.ts'
import { reporting } from '../src/score/command/command.ts'
import { tables } from '../src/wire/coding/frequency/tables-coding.ts'
import { packed } from '../src/wire/coding/packed-ends.ts'
import { readOptions } from './options.ts'
import { playSharing } from './sharing/play.ts'

const COMMAND = 'npm run bench -- sharing'
const CLIENTS = 50
const SECONDS = 20
const HELP = `${COMMAND} [--seed N]: how many bodies a room codes in a network tick for ${CLIENTS} clients

  --seed N   where chance begins, default 1
  --help     says this

The clients joined at different moments and move all the time, on paths of 50 ms either way; 20 snapshots and 30 inputs
a second, ${SECONDS} s of virtual time. Counts are exact.`

/** How clients are connected, with the share of packets lost either way. */
const WAYS = [
  ['ordered', 0],
  ['ordered', 0.02],
  ['datagram', 0],
  ['datagram', 0.02],
  ['datagram', 0.05],
] as const

/** Prints how many bodies are coded in a network tick, by coding, link and loss. `words`: as `--help` says. */
export async function printSharing(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const values = readOptions(words, {
      help: { type: 'boolean', short: 'h' },
      seed: { type: 'string' },
    })
    if (values.help) return console.log(HELP)
    const seed = Number(values.seed ?? 1)
    if (!(Number.isInteger(seed) && seed >= 0))
      throw new WrongArguments(`--seed is '${values.seed}', but must be a whole number`)
    console.log(
      '| link | lost | coding | bodies a tick | B a tick and client |\n|---|--:|---|--:|--:|',
    )
    for (const coding of [packed, tables()])
      for (const [kind, loss] of WAYS) {
        const options = { kind, loss, seed, seconds: SECONDS, clients: CLIENTS, coding }
        const { bodiesPerTick, bytesPerClient } = playSharing(options)
        const figures = [bodiesPerTick.toFixed(2), bytesPerClient.toFixed(1)]
        console.log(`| ${[kind, `${loss * 100} %`, coding.name, ...figures].join(' | ')} |`)
      }
  })
}
