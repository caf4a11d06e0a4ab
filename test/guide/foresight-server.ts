import { defineRoom } from 'glissade/server'
import { frogs } from './foresight.ts'

export const room = defineRoom(frogs, {
  join: (world, player) => world.spawn('frog', player),
})
