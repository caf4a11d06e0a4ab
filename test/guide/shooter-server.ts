import { cos, sin } from 'glissade'
import { defineRoom, type WorldOf } from 'glissade/server'
import { game, RADIUS, reachOf, SPEED } from './shooter.ts'

/** How far a fighter can have run, diagonally, in the 500 ms that `seenBy` goes back at most. */
const MOST_MOVED_PX = (SPEED * Math.SQRT2) / 2

export const room = defineRoom(game, {
  open: (world) => {
    world.seenBy(null)
    world.spawn('fighter', null, { x: 600, y: 100, health: 100 })
  },
  join: (world, player) =>
    world.spawn('fighter', player, { x: 100, y: 40 + 60 * player.id, health: 100 }),
  on: {
    shot(world, { x, y, aim }, by) {
      const seen = world.seenBy(by)
      let nearest = reachOf(x, y, aim)
      let victim: Fighter | undefined
      for (const now of world.entities('fighter')) {
        if (now.owner === by?.id) continue
        if (Math.abs(across(now, x, y, aim)) > RADIUS + MOST_MOVED_PX) continue
        const target = seen.get(now.id)
        if (!target || Math.abs(across(target, x, y, aim)) > RADIUS) continue
        const along = (target.x - x) * cos(aim) + (target.y - y) * sin(aim)
        if (along < 0 || along > nearest) continue
        nearest = along
        victim = now
      }
      if (!victim) return
      world.emit('hit', { x: victim.x, y: victim.y })
      hurt(world, victim)
      const shooter = world.entities('fighter').find(({ owner }) => owner === by?.id)
      if (shooter) shooter.hits++
    },
  },
  update(world, { tick }) {
    const bot = world.entities('fighter').find(({ owner }) => owner === null)
    const turn = Math.floor(tick / 90) % 2 === 0
    if (bot) world.drive(bot, { down: turn, up: !turn })
  },
})

type Fighter = ReturnType<typeof fightersOf>[number]

const fightersOf = (world: WorldOf<typeof game>) => world.entities('fighter')

/** How far a place is from the line of a shot. */
const across = (at: { x: number; y: number }, x: number, y: number, aim: number): number =>
  (at.y - y) * cos(aim) - (at.x - x) * sin(aim)

function hurt(world: WorldOf<typeof game>, victim: Fighter): void {
  victim.health -= 25
  if (victim.health > 0) return
  victim.health = 100
  victim.y = 560
  world.teleport(victim)
}
