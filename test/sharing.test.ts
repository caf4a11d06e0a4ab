import { tables } from 'glissade'
import { type Conditions, presets } from 'glissade/client'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { playSharing } from '../bench/sharing/play.ts'
import type { LinkKind } from '../src/link/link.ts'
import { everyEnd, runner } from './support/runner.ts'

const SECONDS = 10
const NETWORK_TICKS = SECONDS * runner.game.sendHz
/** Between two network ticks, so that none stands on the border of what is counted. */
const BEFORE_MS = 2010

/** Runs to and fro until the keys go up. */
const scripted = (
  n: number,
): ((session: SimulatedClient<(typeof runner)['game']>['session']) => void) => {
  let frames = 0
  return ({ input }) => {
    const beat = Math.floor(++frames / 20) + n
    const plays = frames < (SECONDS + 2) * 60
    input.right = plays && beat % 3 !== 0
    input.left = plays && beat % 3 === 0
    if (plays && frames % 50 === n) input.fire = true
  }
}

/** What was coded, shared and received in ten seconds in which three clients play, each under conditions of its own. */
function play(kind: LinkKind, networks: readonly Conditions[]) {
  const sim = new Simulation(runner, { kind })
  networks.forEach((conditions, n) => {
    sim.join({ script: scripted(n), conditions })
  })
  sim.run(BEFORE_MS)
  const { bodiesCoded, bodiesShared } = sim.room.stats
  const snapshots = received(sim)
  sim.run(SECONDS * 1000)
  const { stats } = sim.room
  const counts = {
    coded: stats.bodiesCoded - bodiesCoded,
    shared: stats.bodiesShared - bodiesShared,
    snapshots: received(sim) - snapshots,
  }
  return { sim, counts }
}

function received({ clients }: Simulation<typeof runner>): number {
  const newer = ({ session: { stats } }: (typeof clients)[number]): number =>
    stats.snapshots - stats.lateSnapshots
  return clients.reduce((sum, client) => sum + newer(client), 0)
}

function expectAgreement(sim: Simulation<typeof runner>): void {
  sim.run(5000)
  for (const what of ['body', 'ball'] as const) {
    const [server, ...clients] = everyEnd(sim, what)
    expect(server!.length).toBeGreaterThan(50)
    for (const client of clients) expect(client).toBe(server)
  }
}

test('a body is coded once per network tick for all who have the same baseline, and all see the same', () => {
  const { sim, counts } = play('ordered', [presets.none, presets.none, presets.none])
  expect(counts).toEqual({
    coded: NETWORK_TICKS,
    shared: 2 * NETWORK_TICKS,
    snapshots: 3 * NETWORK_TICKS,
  })
  expectAgreement(sim)
})

test('a client with another baseline gets a body of its own, and all see the same', () => {
  const { sim, counts } = play('datagram', [presets.none, presets.none, presets.log])
  expect(counts.coded + counts.shared).toBe(3 * NETWORK_TICKS)
  expect(counts.coded).toBe(2 * NETWORK_TICKS)
  expect(counts.shared).toBe(NETWORK_TICKS)
  expect(counts.snapshots).toBeLessThan(3 * NETWORK_TICKS)
  expectAgreement(sim)
})

test.each([
  ['ordered', 0.02, 1.2],
  ['datagram', 0, 1.2],
  ['datagram', 0.02, 3],
] as const)(
  'clients who joined at different moments share bodies by tables: %s, lost %d',
  (kind, loss, most) => {
    const scene = { kind, loss, seed: 3, seconds: 5, clients: 20, coding: tables() }
    const { bodiesPerTick } = playSharing(scene)
    expect(bodiesPerTick).toBeGreaterThan(0.9)
    expect(bodiesPerTick).toBeLessThanOrEqual(most)
  },
)
