import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { game } from './tables.ts'

export const room = defineRoom(game, {
  join: (world, player) => world.spawn('cart', player, { x: 100 * player.id }),
})

/** A file with the tables that a room has learned after a minute with six bots. */
export function freeze(): string {
  const simulation = new Simulation(room)
  for (let bot = 0; bot < 6; bot++)
    simulation.join({
      script: (session, timeMs) => {
        session.input.push = Math.floor(timeMs / 700 + bot / 2) % 3 > 0
      },
    })
  simulation.run(60_000)
  return `export const frozen = [${simulation.room.tables}]\n`
}
