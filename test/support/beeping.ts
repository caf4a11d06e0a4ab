import { defineGame, flag, gameEvents, int } from 'glissade'
import { defineRoom } from 'glissade/server'
import { authorityOf } from './authority.ts'

/** A room that beeps ten times a second, with players who shoot as often while they hold the key. */
export const beeping = (authority: 'input' | 'tick' = 'input') =>
  defineRoom(
    defineGame({
      name: 'beeping',
      authority: authorityOf(authority),
      stepHz: 60,
      sendHz: 20,
      input: { fire: flag() },
      entities: { gun: { wait: int({ max: 5 }) } },
      events: gameEvents({
        beep: { n: int({ max: 99_999 }) },
        shot: { ms: int({ max: 0x7fffff00 }) },
      }),
      move: {
        gun(gun, { fire }, ctx) {
          if (gun.wait > 0) gun.wait--
          else if (fire) {
            gun.wait = 5
            ctx.emit('shot', { ms: Math.round(ctx.timeMs) })
          }
        },
      },
    }),
    {
      join: (world, player) => world.spawn('gun', player),
      update(world, { tick }) {
        if (tick % 6 === 0) world.emit('beep', { n: tick / 6 })
      },
    },
  )
