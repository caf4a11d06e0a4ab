import { defineGame, flag, number } from 'glissade'

/** A game whose players stand about. */
export const game = defineGame({
  name: 'mounted',
  input: { right: flag() },
  entities: { dot: { x: number({ max: 800 }) } },
  move: {
    dot(dot, input, ctx) {
      if (input.right) dot.x += 100 * ctx.dtSeconds
    },
  },
})
