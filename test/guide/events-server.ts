import { defineRoom, type PlayerOf, type WorldOf } from 'glissade/server'
import { game } from './events.ts'

export const room = defineRoom(game, {
  join: (world, player) => world.spawn('gunner', player, { health: 100 }),
})

/** Hits a player. The page shows the field, the event and the message together. */
export function hit(world: WorldOf<typeof room>, player: PlayerOf<typeof room>): void {
  const gunner = world.entities('gunner').find(({ owner }) => owner === player.id)
  if (!gunner) return
  gunner.stunned = 30
  gunner.health -= 10
  world.emit('hit', { whom: gunner.id })
  world.send(player, 'You were hit.', { at: 'display' })
}
