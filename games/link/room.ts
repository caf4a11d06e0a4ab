import { defineRoom } from 'glissade/server'
import { link } from './game.ts'

/** How long the hand takes for a turn. */
const TURN_MS = 4000

/** One room for all visitors, each of whom joins twice. */
export const linkRoom = defineRoom(link, {
  open: (world) => world.spawn('hand', null),
  update: (world, { timeMs }) => {
    for (const hand of world.entities('hand'))
      hand.turn = ((timeMs % TURN_MS) / TURN_MS) * 2 * Math.PI - Math.PI
  },
  limits: { maxPlayers: 250, resumeMs: 2000 },
})
