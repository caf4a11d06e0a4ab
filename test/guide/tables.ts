import { defineGame, flag, int, number, tables } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'

const definition = {
  name: 'carts',
  input: { push: flag() },
  entities: {
    cart: { x: number({ max: 800, velocity: 'vx' }), vx: number({ curve: 'step' }), hits: int() },
  },
} as const

/** Rooms of this game learn their tables as they go. */
export const game = defineRoom(
  defineGame({
    ...definition,
    coding: tables(),
    move: {
      cart(cart, { push }, { dtSeconds }) {
        cart.vx = cart.x < 700 ? cart.vx * 0.9 + (push ? 20 : 0) : -cart.vx
        cart.x += cart.vx * dtSeconds
      },
    },
  }),
  {
    join: (world, player) => world.spawn('cart', player, { x: 100 * player.id }),
  },
)

/** A file with the tables that a room has learned after a minute with six bots. */
export function freeze(): string {
  const simulation = new Simulation(game)
  for (let bot = 0; bot < 6; bot++)
    simulation.join({
      script: (session, timeMs) => {
        session.input.push = Math.floor(timeMs / 700 + bot / 2) % 3 > 0
      },
    })
  simulation.run(60_000)
  return `export const frozen = [${simulation.room.tables}]\n`
}
