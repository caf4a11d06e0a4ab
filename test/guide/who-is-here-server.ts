import { defineRoom } from 'glissade/server'
import { race } from './who-is-here.ts'

const ROUND_SECONDS = 60

export const raceRoom = defineRoom(race, {
  // A spectator owns nothing.
  join(world, player) {
    if (player.profile.role === 'runner') world.spawn('runner', player)
  },
  update(world, { tick }) {
    if (tick < world.room.endsAt) return
    world.room.endsAt = tick + ROUND_SECONDS * race.stepHz
    for (const runner of world.entities('runner')) {
      runner.x = 0
      world.teleport(runner)
    }
  },
})
