import { presets } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'
import { game } from './game.ts'

const room = defineRoom(game, {
  join: (world, player) => world.spawn('dot', player, { x: 400, y: 300 }),
})

test('a dot that runs is in the same place for both players', () => {
  const simulation = new Simulation(room)
  const one = simulation.join({ conditions: presets.log })
  const two = simulation.join({ conditions: presets.log })
  simulation.run(2000)
  one.session.input.right = true
  simulation.run(1000)
  one.session.input.right = false
  simulation.run(2000)
  const [mine, seen] = [one, two].map(({ session }) =>
    session.entities('dot').find((dot) => dot.owner === one.session.playerId),
  )
  expect(mine?.x).toBeGreaterThan(580)
  // Others see it to the nearest 1/64, the `step` of the field.
  expect(seen?.x).toBeCloseTo(mine!.x, 1)
})
