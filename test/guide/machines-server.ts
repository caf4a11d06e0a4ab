import { type Server, serve } from 'glissade/node'
import { type Directory, defineRoom } from 'glissade/server'
import { game } from './machines.ts'

/** What a room knows besides its entities: plain data, so that it can be saved. */
const room = defineRoom(game, {
  state: () => ({ visits: new Map<string, number>() }),
  join(world, player) {
    const { visits } = world.state
    const { name } = player.profile
    visits.set(name, (visits.get(name) ?? 0) + 1)
    world.spawn('cart', player, { x: 10 * player.id })
  },
})

/** Starts one of several processes that share the rooms. `directory`: one of its own, such as `redisDirectory({ url })`. */
export const start = (directory: Directory, url?: string): Promise<Server> =>
  serve(room, {
    port: 0,
    directory,
    url,
    checkpointMs: 2000,
    onError: console.error,
  })
