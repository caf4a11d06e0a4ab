// game.ts, shared
import { defineGame, flag, int, number } from 'glissade'

export const game = defineGame({
  name: 'dots',
  input: { left: flag(), right: flag(), up: flag(), down: flag() },
  entities: { dot: { x: number({ max: 800 }), y: number({ max: 600 }), hue: int({ max: 359 }) } },
  move: {
    dot(dot, input, ctx) {
      const dx = +input.right - +input.left
      const dy = +input.down - +input.up
      const speed = 200 * ctx.dtSeconds * (dx && dy ? Math.SQRT1_2 : 1)
      dot.x += dx * speed
      dot.y += dy * speed
    },
  },
})
