import { defineGame, flag, gameMessages, number, text } from 'glissade'

/** A game whose players stand about and talk. */
export const game = defineGame({
  name: 'mounted',
  input: { right: flag() },
  entities: { dot: { x: number({ max: 800 }) } },
  messages: gameMessages({ said: { text: text(20) } }),
  move: {
    dot(dot, input, ctx) {
      if (input.right) dot.x += 100 * ctx.dtSeconds
    },
  },
})
