import { defineGame, flag, number } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'

/** Players who walk to and fro. */
export const game = defineRoom(
  defineGame({
    name: 'walkers',
    input: { left: flag(), right: flag() },
    entities: { walker: { x: number({ max: 800 }) } },
    move: {
      walker(walker, { left, right }) {
        walker.x += 4 * (+right - +left)
      },
    },
  }),
  {
    join: (world, player) => world.spawn('walker', player, { x: 10 * player.id }),
  },
)

/** The bytes that the server sends each player a second when so many of `players` walk and the others stand. */
export function bytesPerSecond(players: number, walking: number): number {
  const simulation = new Simulation(game)
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
