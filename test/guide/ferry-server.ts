import { defineRoom } from 'glissade/server'
import { game } from './ferry.ts'

export const room = defineRoom(game, {
  open: (world) => {
    for (let index = 0; index < 3; index++) world.spawn('ferry', null, { index })
  },
  join: (world, player) => world.spawn('sailor', player, { aboard: 1, x: 200, y: 300 }),
  update(world, { tick }) {
    if (tick % 60 > 0) return
    for (const sailor of world.entities('sailor')) if (sailor.aboard > 0) sailor.fish++
  },
})
