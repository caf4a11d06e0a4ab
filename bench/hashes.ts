import { WrongArguments } from '../src/score/command/arguments.ts'
import { reporting } from '../src/score/command/command.ts'
import { Digest } from './hashes/digest.ts'
import { DUELS, playDuel } from './hashes/duel.ts'
import { goldenSets } from './hashes/golden-sets.ts'
import { type Outcome, playScene } from './hashes/play.ts'
import { SCENES } from './hashes/scenes.ts'
import { readOptions } from './options.ts'

const COMMAND = 'npm run bench -- hashes'

type OnSecond = (second: number, hash: string) => void

/** What is played, by name. */
const SIMULATIONS = new Map<string, (onSecond?: OnSecond) => Outcome>([
  ...SCENES.map((scene) => [scene.name, (on?: OnSecond) => playScene(scene, on)] as const),
  ...DUELS.map((scene) => [scene.name, (on?: OnSecond) => playDuel(scene, on)] as const),
])

const HELP = `${COMMAND} [--only NAME]: hashes of ${SIMULATIONS.size} simulations and of all golden packets

  --only NAME   this simulation alone, with the hash so far after each second
  --help        says this

A hash is made of every packet both ways with its time, of every field of every entity that a client shows in each frame, and of
all events, messages and statistics. If a change must not change what the engine does, all of them are the same before and
after it. They are no figures to publish: another version of Node may have others.`

/** Prints the hashes of simulations and golden packets. `words`: as `--help` says. */
export async function printHashes(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const values = readOptions(words, {
      help: { type: 'boolean', short: 'h' },
      only: { type: 'string' },
    })
    if (values.help) return console.log(HELP)
    if (values.only === undefined) printAll()
    else printOne(values.only)
  })
}

function printOne(name: string): void {
  const simulation = SIMULATIONS.get(name)
  if (!simulation)
    throw new WrongArguments(
      `--only is '${name}', but must be one of ${[...SIMULATIONS.keys()].join(', ')}`,
    )
  const outcome = simulation((second, hash) =>
    console.log(`${String(second).padStart(4)} s  ${hash}`),
  )
  console.log(lineOf({ name, ...outcome }))
}

function printAll(): void {
  const all = new Digest()
  for (const [name, play] of SIMULATIONS) {
    const outcome = play()
    all.text(name).text(outcome.hash)
    console.log(lineOf({ name, ...outcome }))
  }
  for (const set of goldenSets()) {
    all.text(set.name).text(set.hash)
    console.log(lineOf(set))
  }
  console.log(`${'all'.padEnd(NAME_WIDTH)}  ${all.hex}`)
}

const NAME_WIDTH = 24

function lineOf(line: Omit<Outcome, 'frames'> & { name: string; frames?: number }): string {
  const { name, hash, packets, bytes, frames } = line
  const counts = [packets, bytes, ...(frames === undefined ? [] : [frames])]
  return [name.padEnd(NAME_WIDTH), hash, ...counts.map((n) => String(n).padStart(7))].join('  ')
}
