import { defineGame, flag, number, tables } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import type { Coding } from '../src/wire/coding/coding.ts'

const BALLS = 57

/** Balls that move at random. The first snapshot with all of them takes over half of the first congestion window. */
const swarmOf = (coding: Coding | undefined) =>
  defineRoom(
    defineGame({
      name: 'swarm',
      stepHz: 60,
      sendHz: 20,
      input: { go: flag() },
      entities: { ball: { x: number({ max: 1000 }), y: number({ max: 1000 }) } },
      coding,
    }),
    {
      open(world) {
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

// The window then has no room for another whole snapshot, so the next one contains a part of the world, and no client that
// received the first one may keep what the second one does not name.
test.each([
  ['packed', undefined],
  ['tables', tables()],
] as const)(
  'a client that lost its first snapshot reads the next part of one (%s)',
  (_, coding) => {
    let parts = 0
    for (let seed = 1; seed <= 20; seed++) {
      const sim = new Simulation(swarmOf(coding), { kind: 'datagram' })
      const loss = { latencyMs: 50, loss: 0.3 }
      const { session } = sim.join({ conditions: { up: { latencyMs: 50 }, down: loss }, seed })
      sim.run(5000)
      parts += sim.room.stats.viewsCoded
      expect(session.state).toBe('open')
      expect(session.stats.resyncs).toBe(0)
      expect(session.entities('ball').length).toBe(BALLS)
    }
    expect(parts).toBeGreaterThan(0)
  },
)
