import type { ServerEntity, WorldOf } from 'glissade/server'
import type { platformer } from '../game.ts'
import { BALL_RADIUS } from './balls.ts'
import { BODY_HEIGHT, HALF_WIDTH } from './body.ts'
import type { kinds } from './kinds.ts'

type World = WorldOf<typeof platformer>
type ServerBall = ServerEntity<typeof kinds, 'ball'>
type ServerPip = ServerEntity<typeof kinds, 'pip'>

/** The speed that a hit gives to the player whom it hits, in pixels a second. */
const KNOCK_ACROSS = 220
const KNOCK_UP = 170
/** How far a player may be from where the thrower's page shows them: this far to each side, and up and down. */
const MOST_APART_X = 90
const MOST_APART_Y = 160

/**
 * Knocks back players whom snowballs have met since the last call, and removes the balls whose flight is over. A ball flies in
 * its thrower's own time, so it hits the players that it meets on the thrower's page. Between two calls it may have made several
 * steps, so the whole stretch is judged.
 */
export function judgeBalls(world: World): void {
  for (const ball of world.entities('ball')) {
    if (hits(world, ball) || ball.isOver) world.despawn(ball)
    ball.judgedX = ball.x
    ball.judgedY = ball.y
  }
}

function hits(world: World, ball: ServerBall): boolean {
  const pips = world.entities('pip')
  const thrower = world.players.find(({ id }) => id === ball.owner) ?? null
  let first = 2
  let victim: ServerPip | undefined
  const feet = { x: 0, y: 0 }
  for (let i = 0; i < pips.length; i++) {
    const pip = pips[i]
    // What a page showed takes time to repeat, so only those near the ball are looked up.
    if (!pip || pip.owner === ball.owner || !isNear(pip, ball)) continue
    const seen = world.seenBy(thrower).get(pip.id)
    if (seen?.kind !== 'pip') continue
    const along = meeting(ball, seen.x, seen.y - BODY_HEIGHT / 2)
    if (along >= first) continue
    first = along
    victim = pip
    feet.x = seen.x
    feet.y = seen.y
  }
  if (!victim) return false
  world.emit('splat', {
    ...feet,
    vx: ball.vx,
    thrower: ball.owner ?? 0,
    victim: victim.owner ?? 0,
  })
  victim.vx = ball.vx < 0 ? -KNOCK_ACROSS : KNOCK_ACROSS
  victim.vy = -KNOCK_UP
  victim.grounded = false
  victim.platform = 0
  victim.rising = false
  victim.coyoteMs = 0
  return true
}

const isNear = (pip: ServerPip, ball: ServerBall): boolean =>
  Math.abs(pip.x - ball.x) < MOST_APART_X && Math.abs(pip.y - ball.y) < MOST_APART_Y

/** How far along its way since it was last judged, from 0 to 1, a ball meets a body with this middle; 2 if it does not. */
function meeting(ball: ServerBall, x: number, y: number): number {
  let enter = 0
  let exit = 1
  const halfWidth = HALF_WIDTH + BALL_RADIUS
  const halfHeight = BODY_HEIGHT / 2 + BALL_RADIUS
  const { judgedX, judgedY } = ball
  const dx = ball.x - judgedX
  const dy = ball.y - judgedY
  if (dx === 0) {
    if (Math.abs(judgedX - x) > halfWidth) return 2
  } else {
    const side = dx > 0 ? halfWidth : -halfWidth
    enter = Math.max(enter, (x - side - judgedX) / dx)
    exit = Math.min(exit, (x + side - judgedX) / dx)
  }
  if (dy === 0) {
    if (Math.abs(judgedY - y) > halfHeight) return 2
  } else {
    const side = dy > 0 ? halfHeight : -halfHeight
    enter = Math.max(enter, (y - side - judgedY) / dy)
    exit = Math.min(exit, (y + side - judgedY) / dy)
  }
  return enter <= exit ? enter : 2
}
