import { defineGame, flag, number, tables } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { coreOf } from '../src/server/room.ts'
import type { Coding } from '../src/wire/coding/coding.ts'

const BALLS = 66

/**
 * Balls that move at random, and stones, of which each takes an odd number of bits. The first snapshot takes over half of the
 * first congestion window.
 */
const swarmOf = (stones: number, coding: Coding | undefined) =>
  defineRoom(
    defineGame({
      name: 'swarm',
      stepHz: 60,
      sendHz: 20,
      input: { go: flag() },
      entities: {
        ball: { x: number({ max: 1000 }), y: number({ max: 1000 }) },
        stone: { isWarm: flag() },
      },
      coding,
    }),
    {
      open(world) {
        for (let n = 0; n < stones; n++) world.spawn('stone', null)
        for (let n = 0; n < BALLS; n++) world.spawn('ball', null, { x: 500, y: 500 })
      },
      update(world) {
        for (const ball of world.entities('ball')) {
          ball.x = world.random() * 1000
          ball.y = world.random() * 1000
        }
      },
    },
  )

// The server cannot know whether the client holds anything of the first snapshot, so the part must say that what it does not
// name is gone. It is the only body for one client that both ends code as if it were for all. Whether a reader notices a
// difference in coding depends on the bit at which the list of changes begins.
test.each([
  ['packed', undefined],
  ['tables', tables()],
] as const)('a client that lost its first snapshot reads a part of the next (%s)', (_, coding) => {
  for (let stones = 0; stones < 8; stones++) {
    const sim = new Simulation(swarmOf(stones, coding), { kind: 'datagram' })
    const { session, network } = sim.join({ conditions: { up: { latencyMs: 20 }, down: {} } })
    const peer = () => coreOf(sim.room).peerList[0]
    while (!peer()) sim.run(1)
    network.conditions = { up: { latencyMs: 20 }, down: { loss: 1 } }
    while (peer()!.baselines.lastSentTick < 0) sim.run(1)
    sim.run(5)
    network.conditions = { up: { latencyMs: 20 }, down: {} }
    expect(peer()!.view).toBe(null)
    while (!peer()!.view) sim.run(1)
    expect(peer()!.view!.forgets).toBe(true)
    expect(peer()!.lastPartialTick).toBe(peer()!.baselines.lastSentTick)
    sim.run(2000)
    expect(session.state).toBe('open')
    expect(session.stats.resyncs).toBe(0)
    expect(session.entities('ball').length).toBe(BALLS)
    expect(peer()!.view!.forgets).toBe(false)
  }
})
