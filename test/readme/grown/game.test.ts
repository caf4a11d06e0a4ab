import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { game } from './game.ts'

const room = defineRoom(game, {
  join: (world, player) => world.spawn('dot', player, { x: 400, y: 300 }),
})

test('a new field is predicted, sent, clamped and seen by others', () => {
  const simulation = new Simulation(room)
  const one = simulation.join()
  const two = simulation.join()
  const sizes = (): (number | undefined)[] =>
    [one, two].map(
      ({ session }) =>
        session.entities('dot').find((dot) => dot.owner === one.session.playerId)?.size,
    )
  simulation.run(3000)
  expect(sizes()).toEqual([24, 24])
  one.session.input.down = true
  simulation.run(500)
  for (const size of sizes()) expect(size).toBeLessThan(22)
  simulation.run(3000)
  expect(sizes()).toEqual([6, 6])
  expect(one.session.stats.corrections).toBe(0)
})
