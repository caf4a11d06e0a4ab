import { defineRoom } from 'glissade/server'
import { game } from '../readme/game.ts'

/** Rooms of the README's game, which the tests play too. Those of its `server.ts` are served as soon as it is imported. */
export const dots = defineRoom(game, {
  join: (world, player) =>
    world.spawn('dot', player, { x: 400, y: 300, hue: (player.id * 47) % 360 }),
})
