import { defineGame, flag, gameEvents, number, press, sharedTick, told } from 'glissade'

export const SIZE = 800

export const game = defineGame({
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
    // The ball belongs to no player: the room moves it, and everybody sees it a little later.
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
})
