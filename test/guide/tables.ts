import { defineGame, flag, int, number, tables } from 'glissade'

const definition = {
  name: 'carts',
  input: { push: flag() },
  entities: {
    cart: { x: number({ max: 800, velocity: 'vx' }), vx: number({ curve: 'step' }), hits: int() },
  },
} as const

/** Rooms of this game learn their tables as they go. */
export const game = defineGame({
  ...definition,
  coding: tables(),
  move: {
    cart(cart, { push }, { dtSeconds }) {
      cart.vx = cart.x < 700 ? cart.vx * 0.9 + (push ? 20 : 0) : -cart.vx
      cart.x += cart.vx * dtSeconds
    },
  },
})
