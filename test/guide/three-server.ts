import { defineRoom } from 'glissade/server'
import { game } from './three.ts'

/** One crate moves right by 1 m a second and turns about the vertical axis by 1 rad a second. */
export const room = defineRoom(game, {
  open: (world) => {
    world.spawn('crate', null, { place: { x: -1000, y: 200, z: 300 } })
  },
  update(world, { dtSeconds, tick }) {
    for (const { place, turn } of world.entities('crate')) {
      place.x += 100 * dtSeconds
      turn.y = Math.sin((tick * dtSeconds) / 2)
      turn.w = Math.cos((tick * dtSeconds) / 2)
    }
  },
})
