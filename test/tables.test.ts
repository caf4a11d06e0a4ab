import { defineGame } from 'glissade'
import { defineRoom } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { describe, expect, test } from 'vitest'
import type { LinkKind } from '../src/link/link.ts'
import { coreOf } from '../src/server/room.ts'
import { flock } from './support/flock.ts'
import { everyEnd, runner } from './support/runner.ts'
import { type SaltOptions, salted } from './support/salted.ts'

type Client = SimulatedClient<(typeof runner)['game']>

/** New tables once a second, in one part or in five. */
const SHORT: SaltOptions = { everyTicks: 20, byteLength: 40 }
const LONG: SaltOptions = { everyTicks: 20, byteLength: 5000 }

function tabled(options: SaltOptions): typeof runner {
  const game = defineGame({ ...runner.game.definition, coding: salted(options) })
  return defineRoom(game, runner.definition)
}

/** A room of runners whose bodies can be read with the right tables alone. */
function play(kind: LinkKind, options: SaltOptions) {
  const sim = new Simulation(tabled(options), { kind })
  let isCalm = false
  let joined = 0
  return {
    sim,
    join: (loss: number, more: { reopens?: boolean } = {}): Client => {
      const impairment = { latencyMs: 40, jitterMs: 10, loss }
      const n = joined++
      let frames = 0
      const script = ({ input }: Client['session']) => {
        const beat = Math.floor(++frames / 20) + n
        input.right = !isCalm && beat % 3 !== 0
        input.left = !isCalm && beat % 3 === 0
      }
      return sim.join({ script, conditions: { up: impairment, down: impairment }, ...more })
    },
    /** Lets everybody come to rest, and compares what all ends have. */
    expectAgreement: () => {
      isCalm = true
      sim.run(5000)
      const [server, ...clients] = everyEnd(sim, 'body')
      expect(server!.length).toBeGreaterThan(50)
      for (const client of clients) expect(client).toBe(server)
      for (const { session } of sim.clients) expect(session.stats.resyncs).toBe(0)
    },
  }
}

/** Which tables each client's bodies are coded by. */
function versions({ room }: Simulation<typeof runner>): number[] {
  return coreOf(room).peerList.map((peer) => peer.tables?.version ?? 0)
}

describe.each([
  ['ordered', 0],
  ['ordered', 0.2],
  ['datagram', 0],
  ['datagram', 0.05],
  ['datagram', 0.2],
] as const)('tables over a link that is %s and loses %d', (kind, loss) => {
  test.each([
    ['one part', SHORT],
    ['five parts', LONG],
  ])('come in %s; who joins during a switch gets them too, and all ends agree', (_, options) => {
    const { sim, join, expectAgreement } = play(kind, options)
    for (let n = 0; n < 8; n++) {
      join(loss)
      // Some join just before a switch, some just after.
      sim.run(330)
    }
    sim.run(3000)
    expect(versions(sim).some((version) => version > 0)).toBe(true)
    expectAgreement()
  })
})

test('on an ordered link bodies are coded by the newest tables from their first network tick on, for those who join too', () => {
  const { sim, join } = play('ordered', { everyTicks: 60, byteLength: 40 })
  join(0)
  sim.run(2990)
  expect(versions(sim)).toEqual([0])
  sim.run(60)
  expect(versions(sim)).toEqual([1])
  join(0)
  sim.run(220)
  expect(versions(sim)).toEqual([1, 1])
  const { bodiesCoded, packetsOut } = sim.room.stats
  sim.run(2000)
  expect(sim.room.stats.bodiesCoded - bodiesCoded).toBe(40)
  // Snapshots alone: tables are sent once.
  expect(sim.room.stats.packetsOut - packetsOut).toBe(80)
})

test('on a datagram link bodies are coded by tables once they are acknowledged, and parts repeated after a round trip', () => {
  const { sim, join } = play('datagram', { everyTicks: 60, byteLength: 2000 })
  const client = join(0)
  sim.run(2990)
  client.network.conditions = { up: { latencyMs: 40, loss: 1 }, down: { latencyMs: 40 } }
  const { packetsOut } = sim.room.stats
  sim.run(1000)
  expect(versions(sim)).toEqual([0])
  // In 20 network ticks as many snapshots, and two parts each time that a round trip and a half is over.
  const repeats = (sim.room.stats.packetsOut - packetsOut - 20) / 2
  expect(repeats).toBeGreaterThanOrEqual(4)
  expect(repeats).toBeLessThanOrEqual(10)
  client.network.conditions = { up: { latencyMs: 40 }, down: { latencyMs: 40 } }
  sim.run(500)
  expect(versions(sim)).toEqual([1])
})

test('a client whose tables are in use no longer gets bodies by those that it had from the start', () => {
  const { sim, join, expectAgreement } = play('datagram', { everyTicks: 20, byteLength: 40 })
  const client = join(0)
  sim.run(2300)
  expect(versions(sim)[0]).toBeGreaterThan(0)
  client.network.conditions = { up: { loss: 1 }, down: {} }
  sim.run(3000)
  expect(versions(sim)).toEqual([0])
  client.network.conditions = { up: {}, down: {} }
  sim.run(1000)
  expect(versions(sim)[0]).toBeGreaterThan(0)
  expectAgreement()
})

test('versions go round: after 255 comes 1, and a client keeps up', () => {
  const { sim, join, expectAgreement } = play('datagram', { everyTicks: 4, byteLength: 10 })
  join(0.05)
  sim.run(256 * 4 * 50 + 1000)
  expect(versions(sim)[0]).toBeLessThan(10)
  expectAgreement()
})

test.each(['ordered', 'datagram'] as const)(
  'a client that comes back gets the tables again (%s)',
  (kind) => {
    const { sim, join, expectAgreement } = play(kind, LONG)
    const client = join(0, { reopens: true })
    join(0)
    sim.run(3000)
    client.cut(1500)
    sim.run(1000)
    expect(client.session.state).toBe('reconnecting')
    sim.run(3000)
    expect(client.session.stats.reconnects).toBe(1)
    expect(versions(sim).every((version) => version > 0)).toBe(true)
    expectAgreement()
  },
)

test.each(['ordered', 'datagram'] as const)(
  'views of their own are coded by tables too (%s)',
  (kind) => {
    const room = flock({ interest: true, coding: salted(SHORT) })
    const sim = new Simulation(room, { kind })
    const clients = [0, 1, 2].map(() => sim.join())
    sim.run(5000)
    expect(sim.room.stats.viewsCoded).toBeGreaterThan(100)
    for (const { session } of clients) {
      expect(session.state).toBe('open')
      expect(session.stats.resyncs).toBe(0)
    }
    expect(coreOf(sim.room).peerList.map((peer) => peer.tables!.version > 0)).toEqual([
      true,
      true,
      true,
    ])
  },
)

test('a game without tables has none, and its clients take a TABLES packet as malformed', () => {
  const sim = new Simulation(runner)
  const client = sim.join()
  sim.run(500)
  expect(coreOf(sim.room).peerList[0]!.tables).toBeNull()
  const reasons: string[] = []
  client.session.onClose((reason) => reasons.push(reason))
  coreOf(sim.room).peerList[0]!.link.send(Uint8Array.of(8, 99, 0, 1, 0, 1, 5))
  sim.run(100)
  expect(reasons).toEqual(['bad-packet'])
})
