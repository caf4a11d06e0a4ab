import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { room } from './ticks-server.ts'

test('the ball of the guide is kicked once for each press, and all see it where the room has it', () => {
  const simulation = new Simulation(room, { kind: 'datagram' })
  const conditions = { up: { latencyMs: 40, jitterMs: 20 }, down: { latencyMs: 40, jitterMs: 20 } }
  const [one, other] = [1, 2].map(() => simulation.join({ conditions }))
  simulation.run(3000)
  one!.session.input.kick = true
  simulation.run(8000)
  const [ball] = simulation.room.world.entities('ball')
  expect(ball!.x).toBeGreaterThan(600)
  for (const { session } of [one!, other!]) {
    expect(session.entities('ball')[0]!.x).toBeCloseTo(ball!.x, 0)
    expect(
      session
        .entities('player')
        .map(({ kicks }) => kicks)
        .sort(),
    ).toEqual([0, 1])
  }
  expect(one!.session.stats.corrections).toBe(0)
})
