import { defineGame, flag, number, text } from 'glissade'

export const game = defineGame({
  name: 'carts',
  profile: { name: text(16) },
  input: { right: flag() },
  entities: { cart: { x: number({ max: 10_000 }) } },
  move: {
    cart(cart, input, { dtSeconds }) {
      if (input.right) cart.x += 60 * dtSeconds
    },
  },
})
