import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { game } from './costs.ts'

export const room = defineRoom(game, {
  join: (world, player) => world.spawn('walker', player, { x: 10 * player.id }),
})

/** The bytes that the server sends each player a second when `walking` of `players` walk and the others stand. */
export function bytesPerSecond(players: number, walking: number): number {
  const simulation = new Simulation(room)
  for (let n = 0; n < players; n++)
    simulation.join({
      script: ({ input }, timeMs) => {
        const isGoing = n < walking
        input.right = isGoing && timeMs % 2000 < 1000
        input.left = isGoing && !input.right
      },
    })
  // Joining is not counted.
  simulation.run(10_000)
  const before = simulation.room.stats.bytesOut
  simulation.run(10_000)
  return (simulation.room.stats.bytesOut - before) / 10 / players
}
