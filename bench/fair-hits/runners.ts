import { defineGame, flag, number } from '../../src/index.ts'
import { defineRoom } from '../../src/server/define-room.ts'
import { Simulation } from '../../src/testing/simulation.ts'

const game = defineGame({
  name: 'runners',
  stepHz: 60,
  sendHz: 20,
  input: { right: flag() },
  entities: { runner: { x: number({ max: 4000 }), y: number({ max: 100 }) } },
  move: {
    runner: (runner, input, ctx) => {
      if (input.right) runner.x += 120 * ctx.dtSeconds
    },
  },
})

const room = defineRoom(game, {
  join: (world, player) => void world.spawn('runner', player),
  // The first call makes the room keep what was sent.
  update: (world) => void world.seenBy(null),
})

/** What a room takes that judges by what one player saw. */
export interface Runners {
  /** Repeats what the first player saw of all. Returns how many that were. */
  look(): number
  /** How far another runner is now from where the first player saw it. */
  behindPx(): number
}

/** Makes a room in which so many players run straight on, each 20 ms away. */
export function runnersOf(players: number): Runners {
  const sim = new Simulation(room, { kind: 'datagram', maxPlayers: players })
  for (let n = 0; n < players; n++)
    sim.join({
      conditions: { up: { latencyMs: 20 }, down: { latencyMs: 20 } },
      script: ({ input }) => {
        input.right = true
      },
    })
  sim.run(3000)
  const { world } = sim.room
  const shooter = world.players[0]!
  return {
    look: () => world.seenBy(shooter).entities('runner').length,
    behindPx: () => {
      const now = world.entities('runner').find(({ owner }) => owner !== shooter.id)!
      return now.x - world.seenBy(shooter).get(now.id)!.x
    },
  }
}
