import { reporting } from '../src/score/command/command.ts'
import { measureCost, type RoomCost, type Times } from './meadow/cost.ts'
import { type MeadowRun, type MeadowTaken, measureScene } from './meadow/measure.ts'
import { MOST_SECONDS, SCENES } from './meadow/scenes.ts'
import { readOptions, whole } from './options.ts'
import { loadPeers } from './peers.ts'

const COMMAND = 'npm run bench -- meadow'
const HELP = `${COMMAND} [--boids N] [--clients N] [--seconds S] [--own]: what a flock takes

  --boids N     sheep in the room, 100 to 8000 (default: 1000; what the room costs is measured with 5000 too)
  --clients N   bots that herd them, 1 to 32 (default: 8)
  --seconds S   how long each scene is measured, 1 to ${MOST_SECONDS} (default: 30)
  --own         without other packages
  --help        says this

Shepherd's World itself in a real room with real sessions, in virtual time. Bytes are exact, and every value that every
client holds after every update is compared with the room's, on both sides. Times are those of one machine.`

/** A step of the game: what times are compared with. */
const STEP_MS = 1000 / 30
const SEND_HZ = 20
/** What a room costs is measured for so long at most. */
const COST_SECONDS = 20
const CROWDED = 5000

/** What the words ask for. */
interface Request extends MeadowRun {
  readonly help: boolean
  readonly isAlone: boolean
  /** Room sizes whose cost is measured. */
  readonly sizes: readonly number[]
}

/**
 * Prints the bytes that the clients of Shepherd's World take, beside other packages that tell the same to the same
 * views, and what a room costs its server. `words`: as `--help` says. What is wrong with them becomes one line, and the
 * exit code 1.
 */
export async function printMeadow(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const request = readWords(words)
    if (request.help) return console.log(HELP)
    // First: what ran before in a process slows it down.
    const seconds = Math.min(request.seconds, COST_SECONDS)
    const costs = request.sizes.map((boids) => measureCost({ ...request, boids, seconds }))
    const peers = request.isAlone ? null : await loadPeers()
    printBytes(
      request,
      SCENES.map((scene) => measureScene(scene, request, peers?.meadow)),
    )
    printCosts(request, costs)
  })
}

function readWords(words: readonly string[]): Request {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    boids: { type: 'string' },
    clients: { type: 'string' },
    seconds: { type: 'string' },
    own: { type: 'boolean' },
  })
  const boids = whole('--boids', values.boids ?? '1000', 100, 8000)
  return {
    help: values.help ?? false,
    boids,
    clients: whole('--clients', values.clients ?? '8', 1, 32),
    seconds: whole('--seconds', values.seconds ?? '30', 1, MOST_SECONDS),
    isAlone: values.own ?? false,
    sizes: values.boids === undefined ? [boids, CROWDED] : [boids],
  }
}

function printBytes({ boids, clients, seconds }: MeadowRun, taken: readonly MeadowTaken[]): void {
  console.log(`Shepherd's World: ${boids} sheep, ${clients} clients, ${SEND_HZ} updates a second;`)
  console.log(`${seconds} s of each scene by day. Of each client, on average, an update has`)
  console.log('so many sheep in view and so many entities that changed; bytes a second are')
  console.log('whole snapshots of ours, with heads, events and what only the owner is told;')
  console.log('of Colyseus schema 5, quantized, StateView: patches of what everybody is told.\n')
  printTable(
    ['', 'in view', 'changed', 'come in', 'bits each', 'Glissade B/s', 'Colyseus B/s', 'ratio'],
    taken.map(({ name, inView, changed, entered, ownBytes, peerBytes }) => [
      name,
      inView.toFixed(1),
      changed.toFixed(1),
      entered.toFixed(2),
      changed > 0 ? ((ownBytes * 8) / changed).toFixed(1) : '-',
      (ownBytes * SEND_HZ).toFixed(0),
      peerBytes === null ? '-' : (peerBytes * SEND_HZ).toFixed(0),
      peerBytes ? (ownBytes / peerBytes).toFixed(3) : '-',
    ]),
  )
  const compared = taken.reduce((sum, one) => sum + one.compared, 0)
  console.log(`${(compared / 1e6).toFixed(1)} million values were compared, all of them right.\n`)
}

function printCosts({ clients, sizes }: Request, costs: readonly RoomCost[]): void {
  console.log(`What the room takes of its server, ${clients} bots herding, in ms of the processor:`)
  console.log(
    `least, median (share of a step of ${STEP_MS.toFixed(1)} ms); all: share of one processor.\n`,
  )
  printTable(
    ['sheep', 'step', 'snapshots of a network tick', 'all'],
    costs.map(({ step, snapshots, share }, i) => [
      `${sizes[i]}`,
      timesText(step),
      timesText(snapshots),
      percent(share),
    ]),
  )
}

function timesText({ leastMs, medianMs }: Times): string {
  return `${leastMs.toFixed(2)}, ${medianMs.toFixed(2)} (${percent(medianMs / STEP_MS)})`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  console.log(`${line(head)}\n|---${'|--:'.repeat(head.length - 1)}|`)
  for (const row of rows) console.log(line(row))
  console.log('')
}
