import { defineGame } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { march } from './support/marcher.ts'

const near = { up: { latencyMs: 20 }, down: { latencyMs: 20 } }

test.each(['input', 'tick'] as const)(
  'B4 an epoch that is told of once more, half the numbers of inputs later, is no new one: authority %s',
  (authority) => {
    const { game, definition } = march(authority)
    const quick = defineGame({ ...game.definition, stepHz: 128, sendHz: 128 })
    const sim = new Simulation(defineRoom(quick, definition), { kind: 'datagram' })
    const client = sim.join({ conditions: near })
    const { session } = client
    sim.run(1000)
    client.network.conditions = { up: { latencyMs: 120 }, down: near.down }
    sim.run(259_000)
    const { rebases } = sim.room.stats
    // Longer than the room keeps what it sent: then it tells everything anew.
    client.network.conditions = { up: near.up, down: { latencyMs: 20, loss: 1 } }
    sim.run(1200)
    client.network.conditions = near
    sim.run(500)
    expect(session.state).toBe('open')
    expect([sim.room.stats.rebases, session.stats.rebases]).toEqual([rebases, rebases])
    expect(Math.abs(session.ownTimeMs - sim.clock.nowMs())).toBeLessThan(500)
  },
)
