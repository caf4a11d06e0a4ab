import { defineRoom } from 'glissade/server'
import { game, SIZE } from './ticks.ts'

const REACH = 40

export const room = defineRoom(game, {
  open: (world) => world.spawn('ball', null, { x: SIZE / 2, y: SIZE / 2 }),
  join: (world, player) => world.spawn('player', player, { x: SIZE / 2 - REACH, y: SIZE / 2 }),
  on: {
    kicked(world, at, by) {
      const [ball] = world.entities('ball')
      const kicker = world.entities('player').find(({ owner }) => owner === by?.id)
      if (!ball || !kicker) return
      const [dx, dy] = [ball.x - at.x, ball.y - at.y]
      const far = Math.sqrt(dx * dx + dy * dy)
      if (far === 0 || far > REACH) return
      ball.vx = (dx / far) * 400
      ball.vy = (dy / far) * 400
      kicker.kicks++
    },
  },
  // Everybody's inputs of this tick have been applied, so the whole world is of one moment.
  update(world, { dtSeconds }) {
    for (const ball of world.entities('ball')) {
      ball.x += ball.vx * dtSeconds
      ball.y += ball.vy * dtSeconds
      ball.vx *= 0.98
      ball.vy *= 0.98
    }
  },
})
