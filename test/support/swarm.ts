import { defineGame, flag, jsonMessages, number } from 'glissade'
import { defineRoom } from 'glissade/server'

/** A game with a player's dot and so many balls, each somewhere else in each step: 20 bytes of a snapshot each. */
export function swarmOf(balls: number) {
  return defineRoom(
    defineGame({
      name: 'swarm',
      messages: jsonMessages(),
      stepHz: 60,
      sendHz: 20,
      input: { right: flag() },
      entities: {
        dot: { x: number({ max: 1000 }), y: number({ max: 1000 }) },
        ball: { x: number({ max: 1000 }), y: number({ max: 1000 }) },
      },
      move: {
        dot(dot, input, ctx) {
          dot.x = (dot.x + +input.right * 100 * ctx.dtSeconds) % 1000
        },
      },
    }),
    {
      join: (world, player) => world.spawn('dot', player, { x: 5, y: 5 }),
      open(world) {
        for (let n = 0; n < balls; n++) world.spawn('ball', null, { x: 500, y: 500 })
      },
      update(world) {
        for (const ball of world.entities('ball')) {
          ball.x = world.random() * 1000
          ball.y = world.random() * 1000
        }
      },
    },
  )
}
