import { cos, sin } from 'glissade'
import { defineRoom, type PlayerOf, type WorldOf } from 'glissade/server'
import { type Beam, BULLET_RADIUS, game, RADIUS, reachOf, SPEED } from './arena.ts'

type World = WorldOf<typeof game>
type Fighter = ReturnType<typeof fightersOf>[number]
const fightersOf = (world: World) => world.entities('fighter')
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
      for (const victim of victimsOf(world, shooter, beam, reachOf(beam), RADIUS))
        hurt(world, victim, 50, shooter)
    },
  },
  update(world, { tick }) {
    for (const fighter of fightersOf(world))
      if (fighter.owner === null) world.drive(fighter, think(world, fighter, tick))
    for (const bullet of world.entities('bullet')) {
      const { x, y, owner } = bullet
      if (owner === null) world.drive(bullet, {})
      const [victim] = victimsOf(world, owner, { x, y, aim: 0 }, 0, RADIUS + BULLET_RADIUS)
      if (victim) hurt(world, victim, 10, owner)
      if (victim || bullet.isOver) world.despawn(bullet)
    }
  },
})

/** Those whom a beam, or a bullet with a reach of 0, meets where the shooter saw them. Bots do not hit each other. */
function victimsOf(world: World, by: number | null, beam: Beam, reach: number, radius: number) {
  const seen = world.seenBy(world.players.find(({ id }) => id === by) ?? null)
  const isMet = (at: { x: number; y: number }, margin: number) => {
    const [dx, dy, ax, ay] = [at.x - beam.x, at.y - beam.y, cos(beam.aim), sin(beam.aim)]
    const along = Math.min(Math.max(dx * ax + dy * ay, 0), reach)
    return Math.hypot(dx - along * ax, dy - along * ay) < radius + margin
  }
  return fightersOf(world).filter((now) => {
    if (now.owner === by || now.out > 0 || !isMet(now, MOST_MOVED)) return false
    const then = seen.get(now.id)
    return then?.kind === 'fighter' && isMet(then, 0)
  })
}

function hurt(world: World, victim: Fighter, by: number, shooter: number | null): void {
  world.emit('hit', { x: victim.x, y: victim.y })
  victim.health = Math.max(victim.health - by, 0)
  if (victim.health > 0) return
  const winner = fightersOf(world).find(({ owner }) => owner !== null && owner === shooter)
  if (winner) winner.score++
  Object.assign(victim, fresh(world), { out: 120 })
  world.teleport(victim)
}

/** What a bot does in a step: it runs in squares, and shoots at a player every few seconds. */
function think(world: World, { id, x, y }: Fighter, tick: number) {
  const target = fightersOf(world).find(({ owner, out }) => owner !== null && out === 0)
  const side = Math.floor(tick / 70 + id) % 4
  const aim = target ? Math.atan2(target.y - y, target.x - x) : 0
  const fire = target !== undefined && tick % 200 < 40
  return { right: side === 0, down: side === 1, left: side === 2, up: side === 3, aim, fire }
}
