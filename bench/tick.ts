import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { reporting } from '../src/score/command/command.ts'
import { readOptions, whole } from './options.ts'
import { loadPeers } from './peers.ts'
import type { TickTaken } from './tick/child.ts'
import { printMarks } from './tick/marks.ts'
import type { Scene } from './tick/scene.ts'
import type { Movers } from './wire/workload.ts'

const COMMAND = 'npm run bench -- tick'
const HELP = `${COMMAND} [--runs N] [--own]: what a whole server tick takes

  --runs N   processes of each server, of which the least counts, 1 to 100 (default: 3)
  --own      without other packages
  --help     says this

Processor time of one network tick, from the game's writes to the bytes for one client who sees everything and has
acknowledged the tick before; of Glissade also with tables. Each server runs in a process of its own. Below that: a tick of a
room of the platformer, from its players' packets to the bytes for each of them; and what the step of a game takes whose
entities note each write, against plain fields that are compared afterwards.`

const CHILD = fileURLToPath(new URL('./tick/child.ts', import.meta.url))
const WHO: Readonly<Record<Movers, string>> = {
  drawn: 'a different 30 % move in each tick',
  stretches: '30 % move, each for about a second',
  all: 'all move',
}
const SCENES: readonly Scene[] = [
  { entities: 100, movers: 'drawn', steps: 1 },
  { entities: 100, movers: 'all', steps: 1 },
  { entities: 1000, movers: 'drawn', steps: 1 },
  { entities: 1000, movers: 'stretches', steps: 1 },
  { entities: 1000, movers: 'all', steps: 1 },
  { entities: 1000, movers: 'stretches', steps: 3 },
]
const PLAYERS: Scene = { entities: 50, movers: 'all', steps: 3 }

/**
 * Prints what a server tick takes beside Colyseus, and what marking fields would. `words`: as `--help` says. What is wrong
 * with them becomes one line, and the exit code 1.
 */
export async function printTick(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, runs, own } = readWords(words)
    if (help) return console.log(HELP)
    const peers = own ? null : await loadPeers()
    console.log(
      '| entities | steps to a tick | Colyseus, us | bytes | Glissade, us | bytes | ratio | with tables, us | bytes | ratio |',
    )
    console.log('|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|')
    for (const scene of SCENES) {
      const theirs = peers ? await least('colyseus', scene, runs) : null
      const row = [`${scene.entities}, ${WHO[scene.movers]}`, scene.steps, cells(theirs)]
      for (const server of ['glissade', 'tables']) {
        const ours = await least(server, scene, runs)
        row.push(cells(ours), theirs ? (ours.us / theirs.us).toFixed(2) : '')
      }
      console.log(`| ${row.join(' | ')} |`)
    }
    console.log('\n| players | a tick, us | bytes for each |\n|---|--:|--:|')
    const played = cells(await least('players', PLAYERS, runs))
    console.log(`| ${PLAYERS.entities} who run and jump | ${played} |\n`)
    printMarks()
  })
}

function readWords(words: readonly string[]) {
  const {
    help = false,
    runs = '3',
    own = false,
  } = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    runs: { type: 'string' },
    own: { type: 'boolean' },
  })
  return { help, own, runs: whole('--runs', runs, 1, 100) }
}

function cells(taken: TickTaken | null): string {
  if (!taken) return ' | '
  const { us, bytes } = taken
  return `${us.toFixed(us < 100 ? 1 : 0)} | ${bytes.toFixed(0)}`
}

/** The least of some processes. */
async function least(server: string, scene: Scene, runs: number): Promise<TickTaken> {
  let best: TickTaken | null = null
  for (let run = 0; run < runs; run++) {
    const taken = await takenBy(server, scene)
    if (!best || taken.us < best.us) best = taken
  }
  return best!
}

async function takenBy(server: string, { entities, movers, steps }: Scene): Promise<TickTaken> {
  const child = fork(CHILD, [server, String(entities), movers, String(steps)])
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`the server '${server}' has ended with code ${code}`)
  })
  ended.catch(() => {})
  const [taken] = (await Promise.race([once(child, 'message'), ended])) as [TickTaken]
  child.disconnect()
  return taken
}
