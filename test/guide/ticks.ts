import { defineGame, flag, gameEvents, number, press, sharedTick, told } from 'glissade'
import { defineRoom } from 'glissade/server'

const SIZE = 800
const REACH = 40

export const game = defineRoom(
  defineGame({
    name: 'kick',
    authority: sharedTick(),
    stepHz: 60,
    sendHz: 20,
    input: { left: flag(), right: flag(), up: flag(), down: flag(), kick: press() },
    entities: {
      player: {
        x: number({ max: SIZE }),
        y: number({ max: SIZE }),
        /** Only the server counts. */
        kicks: told(number({ max: 999, step: 1 })),
      },
      // Nobody's: the room moves it, and everybody sees it a little later.
      ball: {
        x: number({ max: SIZE, velocity: 'vx' }),
        y: number({ max: SIZE, velocity: 'vy' }),
        vx: number({ min: -600, max: 600, step: 1 }),
        vy: number({ min: -600, max: 600, step: 1 }),
      },
    },
    events: gameEvents({ kicked: { x: number({ max: SIZE }), y: number({ max: SIZE }) } }),
    move: {
      player(player, input, ctx) {
        player.x += (+input.right - +input.left) * 180 * ctx.dtSeconds
        player.y += (+input.down - +input.up) * 180 * ctx.dtSeconds
        if (input.kick) ctx.emit('kicked', { x: player.x, y: player.y })
      },
    },
  }),
  {
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
        ball.vx += (dx / far) * 400
        ball.vy += (dy / far) * 400
        kicker.kicks++
      },
    },
    // Everybody's inputs of this tick have been applied: all that it sees is of one moment.
    update(world, { dtSeconds }) {
      for (const ball of world.entities('ball')) {
        ball.x += ball.vx * dtSeconds
        ball.y += ball.vy * dtSeconds
        ball.vx *= 0.98
        ball.vy *= 0.98
      }
    },
  },
)
