import { defineRoom, type EntityOf, type PlayerOf, type WorldOf } from 'glissade/server'
import { BULLET_RADIUS, endOf, game, type Place, RADIUS, SPEED } from './arena.ts'

type World = WorldOf<typeof game>
type Fighter = EntityOf<typeof game, 'fighter'>
const nameOf = ({ id, profile }: PlayerOf<typeof game>) => profile.name || `Player ${id}`

/** How far a fighter can have run in the 500 ms that `seenBy` goes back at most. */
const MOST_MOVED = SPEED / 2
const CORNERS = [60, 540].flatMap((y) => [60, 740].map((x) => ({ x, y })))
const fresh = (world: World) => ({ ...CORNERS[Math.floor(world.random() * 4)], health: 100 })

export const room = defineRoom(game, {
  open(world) {
    world.seenBy(null)
    for (const name of ['Bolt', 'Fuse']) world.spawn('fighter', null, { name, ...fresh(world) })
  },
  join(world, player) {
    world.spawn('fighter', player, { name: nameOf(player), ...fresh(world) })
  },
  onMessage: {
    say: (world, { text }, by) => world.broadcast('said', { name: nameOf(by), text }),
  },
  on: {
    beam(world, beam, by) {
      const shooter = by?.id ?? null
      for (const victim of victimsOf(world, shooter, beam, endOf(beam, beam.aim), RADIUS))
        hurt(world, victim, 50, shooter)
    },
  },
  update(world, { tick }) {
    for (const fighter of world.entities('fighter'))
      if (fighter.owner === null) world.drive(fighter, think(world, fighter, tick))
    for (const bullet of world.entities('bullet')) {
      const { owner, fromX: x, fromY: y } = bullet
      if (owner === null) world.drive(bullet, {})
      const [victim] = victimsOf(world, owner, { x, y }, bullet, RADIUS + BULLET_RADIUS)
      Object.assign(bullet, { fromX: bullet.x, fromY: bullet.y })
      if (victim) hurt(world, victim, 10, owner)
      if (victim || bullet.isOver) world.despawn(bullet)
    }
  },
})

/** The fighters that a shot touches, where the shooter saw them. Bots do not hit each other. */
function victimsOf(world: World, by: number | null, from: Place, to: Place, radius: number) {
  const seen = world.seenBy(world.players.find(({ id }) => id === by) ?? null)
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  if (dx === 0 && dy === 0) return []
  const isMet = ({ x, y }: Place, margin: number) => {
    const share = ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy)
    const along = Math.min(Math.max(share, 0), 1)
    return Math.hypot(x - from.x - along * dx, y - from.y - along * dy) < radius + margin
  }
  return world.entities('fighter').filter((now) => {
    if (now.owner === by || now.out > 0 || !isMet(now, MOST_MOVED)) return false
    const then = seen.get(now.id)
    return then?.kind === 'fighter' && isMet(then, 0)
  })
}

function hurt(world: World, victim: Fighter, by: number, shooter: number | null): void {
  world.emit('hit', { x: victim.x, y: victim.y })
  victim.health = Math.max(victim.health - by, 0)
  if (victim.health > 0) return
  for (const one of world.entities('fighter')) if (one.owner === (shooter ?? 0)) one.score++
  Object.assign(victim, fresh(world), { out: 120 })
  world.teleport(victim)
}

/** What a bot does in a step: it runs in squares, and shoots at a player every few seconds. */
function think(world: World, { id, x, y }: Fighter, tick: number) {
  const target = world.entities('fighter').find(({ owner, out }) => owner !== null && out === 0)
  const side = Math.floor(tick / 70 + id) % 4
  const aim = target ? Math.atan2(target.y - y, target.x - x) : 0
  const fire = target !== undefined && tick % 200 < 40
  return { right: side === 0, down: side === 1, left: side === 2, up: side === 3, aim, fire }
}
