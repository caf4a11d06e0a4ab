import { defineGame, flag, number } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { coreOf, type Room } from '../src/server/room.ts'
import { BitWriter } from '../src/wire/bits.ts'
import { writeReport } from '../src/wire/packets/packets.ts'
import { RawClient } from './support/raw-client.ts'
import { runner } from './support/runner.ts'

const game = defineGame({
  name: 'pushed',
  stepHz: 50,
  sendHz: 25,
  input: { right: flag() },
  entities: { body: { x: number({ max: 100_000 }) } },
  move: {
    body: (body, input) => {
      if (input.right) body.x += 2
    },
  },
})

const pushed = defineRoom(game, {
  state: () => ({ steps: 0 }),
  join: (world, player) => world.spawn('body', player, { x: 100 }),
  update(world) {
    // A client cannot foresee this.
    if (++world.state.steps % 100 === 0) for (const body of world.entities('body')) body.x += 40
  },
})

test.each(['ordered', 'datagram'] as const)(
  'a client reports its delay and its corrections every 10 s: %s',
  (kind) => {
    const sim = new Simulation(pushed, { kind })
    const conditions = { up: { latencyMs: 40 }, down: { latencyMs: 40, jitterMs: 10 } }
    const { session } = sim.join({ conditions, script: ({ input }) => (input.right = true) })
    sim.run(9900)
    const core = coreOf(sim.room as unknown as Room)
    expect([sim.room.stats.corrections, core.peerList[0]!.reportedDelayMs]).toEqual([0, Number.NaN])
    sim.run(21_000)
    const { corrections, delayMs } = session.stats
    expect(corrections).toBeGreaterThan(10)
    // Those since the last report are not reported yet.
    expect(sim.room.stats.corrections).toBeGreaterThan(corrections - 3)
    expect(sim.room.stats.corrections).toBeLessThanOrEqual(corrections)
    expect(Math.abs(core.peerList[0]!.reportedDelayMs - delayMs)).toBeLessThan(30)
  },
)

test('a report that is too long ends the connection, and figures that are too large are cut off', () => {
  const sim = new Simulation(runner)
  const raw = new RawClient(sim.rawLink()).hello()
  sim.run(100)
  const writer = new BitWriter(8)
  writeReport(writer, 1e6, 1e6)
  raw.send(writer.toBytes())
  sim.run(100)
  const [peer] = coreOf(sim.room as unknown as Room).peerList
  expect(peer!.reportedDelayMs).toBe(65_535)
  // Each of the few snapshots until now can have corrected the one entity once.
  expect(sim.room.stats.corrections).toBeGreaterThan(0)
  expect(sim.room.stats.corrections).toBeLessThan(10)
  raw.send(Uint8Array.from([...writer.toBytes(), 0]))
  sim.run(100)
  expect(raw.closing?.reason).toBe('bad-packet')
})
