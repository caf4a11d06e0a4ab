import { defineGame, flag, GlissadeError, gameEvents, int, number, press } from 'glissade'
import { defineRoom, type ErrorPlace } from 'glissade/server'

const duel = defineGame({
  name: 'duel',
  input: { left: flag(), right: flag(), fire: press() },
  entities: { fighter: { x: number({ max: 100 }), health: int({ max: 3 }) } },
  events: gameEvents({ shot: {} }),
  move: {
    fighter(fighter, input, ctx) {
      fighter.x += (Number(input.right) - Number(input.left)) * 20 * ctx.dtSeconds
      if (input.fire) ctx.emit('shot', {})
    },
  },
})

export const duelRoom = defineRoom(duel, {
  join(world, player) {
    if (world.players.length > 2) throw new GlissadeError('refused', 'two are playing already')
    world.spawn('fighter', player, { health: 3 })
  },
  on: {
    shot(world, _data, by) {
      const other = world.entities('fighter').find(({ owner }) => owner !== by?.id)
      if (other) other.health--
    },
  },
})

/** For `onError` of `serve`. */
export function report(error: unknown, { game, room, player, hook, tick }: ErrorPlace): void {
  console.error(`${hook} in room ${room} of ${game}, player ${player}, step ${tick}:`, error)
}
