import { type AnyGame, defineGame, flag, number, sharedTick } from 'glissade'
import { type AnyRoom, defineRoom } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { reporting } from '../src/score/command/command.ts'
import { tableText } from '../src/score/command/table.ts'
import { readOptions, whole } from './options.ts'

const COMMAND = 'npm run bench -- idle'
const HELP = `${COMMAND} [--jitter MS] [--loss PERCENT]: what rooms take in which nothing happens

  --jitter MS      by how much the way of each packet differs, 0 to 25 (default: 0)
  --loss PERCENT   share of packets lost, 0 to 50 (default: 0)
  --help           says this

Counted in virtual time over memory links, so the figures are exact and the same each time.`
const AUTHORITIES = ['input', 'tick'] as const
const KINDS = ['ordered', 'datagram'] as const
/** Not counted: joining, and the first epochs. */
const SETTLE_MS = 10_000
const COUNTED_MS = 10_000
const WAY_MS = 25

/** What is counted of a room, of each client and second. */
export interface IdleFigures {
  readonly downBytes: number
  readonly downPackets: number
  readonly upBytes: number
  readonly upPackets: number
}

/** A scene: so many players who do nothing, so many of them with a hidden page. */
export interface IdleScene {
  readonly players: number
  readonly hidden: number
  readonly authority: (typeof AUTHORITIES)[number]
  readonly kind: (typeof KINDS)[number]
  readonly jitterMs: number
  readonly loss: number
}

const rooms = Object.fromEntries(
  AUTHORITIES.map((authority) => [
    authority,
    defineRoom(
      defineGame({
        name: 'walkers',
        authority: authority === 'tick' ? sharedTick() : undefined,
        input: { left: flag(), right: flag(), up: flag(), down: flag() },
        entities: { walker: { x: number({ max: 800 }), y: number({ max: 600 }) } },
        move: {
          walker(walker, { left, right, up, down }) {
            walker.x += 4 * (+right - +left)
            walker.y += 4 * (+down - +up)
          },
        },
      }),
      {
        join: (world, player) =>
          world.spawn('walker', player, { x: 100 + 12 * (player.id % 50), y: 300 }),
      },
    ),
  ]),
) as unknown as Record<IdleScene['authority'], AnyRoom>

/** Prints what a room costs while nothing happens. */
export async function printIdle(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, jitterMs, loss } = readWords(words)
    if (help) return console.log(HELP)
    const head = ['authority', 'link', 'players', 'hidden', 'B down', 'packets', 'B up', 'packets']
    const rows = [1, 10, 50, 0].flatMap((players) =>
      AUTHORITIES.flatMap((authority) =>
        KINDS.map((kind) => {
          const hidden = players ? 0 : 25
          const scene = { players: players || 50, hidden, authority, kind, jitterMs, loss }
          const { downBytes, downPackets, upBytes, upPackets } = measureIdle(scene)
          const figures = [downBytes, downPackets, upBytes, upPackets].map((n) => n.toFixed(1))
          return [authority, kind, `${scene.players}`, `${scene.hidden}`, ...figures]
        }),
      ),
    )
    const title = 'Rooms in which nothing happens'
    const about = `per client and second, each way of ${WAY_MS} ms, jitter ${jitterMs} ms, loss ${loss}; 30 steps and 20 snapshots a second`
    console.log(tableText({ title, about, head, rows }))
  })
}

function readWords(words: readonly string[]) {
  const { help, jitter, loss } = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    jitter: { type: 'string' },
    loss: { type: 'string' },
  })
  return {
    help: help ?? false,
    jitterMs: whole('--jitter', jitter ?? '0', 0, WAY_MS),
    loss: whole('--loss', loss ?? '0', 0, 50) / 100,
  }
}

/** Plays a scene and counts. */
export function measureIdle(scene: IdleScene): IdleFigures {
  const { players, hidden, authority, kind, jitterMs, loss } = scene
  const way = { latencyMs: WAY_MS, jitterMs, loss }
  const simulation = new Simulation(rooms[authority], { kind, seed: 1 })
  for (let n = 0; n < players; n++) {
    const conditions = { down: way, up: way }
    simulation.join({ conditions, frameHz: 60, clockOffsetMs: 7 * n })
    // Nobody's steps and frames fall together.
    simulation.run(13.7)
  }
  simulation.run(1000)
  for (let n = 0; n < hidden; n++) simulation.clients[n]!.stall(Number.POSITIVE_INFINITY)
  simulation.run(SETTLE_MS)
  const before = totals(simulation.clients)
  simulation.run(COUNTED_MS)
  const after = totals(simulation.clients)
  const each = (n: number): number => ((after[n]! - before[n]!) * 1000) / COUNTED_MS / players
  return { downBytes: each(0), downPackets: each(1), upBytes: each(2), upPackets: each(3) }
}

function totals(clients: readonly SimulatedClient<AnyGame>[]): readonly number[] {
  const sums = [0, 0, 0, 0]
  for (const { session } of clients) {
    const { bytesIn, packetsIn, bytesOut, packetsOut } = session.stats
    for (const [i, n] of [bytesIn, packetsIn, bytesOut, packetsOut].entries()) sums[i]! += n
  }
  return sums
}
