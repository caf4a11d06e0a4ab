import { defineGame, flag } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect, test } from 'vitest'

const game = defineGame({ name: 'exits', input: { up: flag() }, entities: { dot: {} } })
const exits = defineRoom(game, {
  join: (world, player) => world.spawn('dot', player),
  leave(_, player) {
    throw new Error(`player ${player.id} left badly`)
  },
})

test('onError hears of every leave that throws while a room closes', () => {
  const errors: string[] = []
  const sim = new Simulation(exits, { onError: (error) => errors.push((error as Error).message) })
  for (let n = 0; n < 3; n++) sim.join()
  sim.run(500)
  sim.room.close()
  expect(errors.sort()).toEqual([1, 2, 3].map((id) => `player ${id} left badly`))
})
