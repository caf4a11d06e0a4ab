import { defineRoom, type Server, serve } from 'glissade/node'
import { game } from './load.ts'

export const room = defineRoom(game, {
  join: (world, player) => world.spawn('walker', player, { x: 10 * (player.id % 80) }),
})

/** A server to load: all clients come from one address, and the default limits of an address would stop most of them. */
export const serveForLoad = (port: number): Promise<Server> =>
  serve(room, {
    port,
    maxPerAddress: Infinity,
    joinsPerSecond: Infinity,
    roomsPerSecond: Infinity,
  })
