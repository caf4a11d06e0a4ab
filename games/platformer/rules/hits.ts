import type { EntityOf, WorldOf } from 'glissade/server'
import type { platformer } from '../game.ts'
import { TOUCH_X, TOUCH_Y } from './balls.ts'
import { BODY_HEIGHT } from './body.ts'
import { numberOf } from './numbers.ts'

type World = WorldOf<typeof platformer>
export type ServerBall = EntityOf<typeof platformer, 'ball'>
export type ServerPip = EntityOf<typeof platformer, 'pip'>

/** Whether a pip threw a ball. */
export type IsThrower = (ball: ServerBall, pip: ServerPip) => boolean

const isOwner: IsThrower = (ball, pip) => pip.owner === ball.owner

/** The speed that a hit gives to the player whom it hits, in pixels a second. */
const KNOCK_ACROSS = 220
const KNOCK_UP = 170
/** How far a player can have got in the 500 ms that `seenBy` goes back at most: knocked aside, or falling. */
const MOST_MOVED_X = 110
const MOST_MOVED_Y = 210

/**
 * Knocks back players whom snowballs have met since the last call, and removes the balls whose flight is over. A ball flies in
 * its thrower's own time, so it hits the players that it meets on the thrower's page. Between two calls it may have made several
 * steps, so the whole stretch is judged. A ball whose thrower has sent nothing stands still meanwhile, and hits nobody.
 * `isThrower`: default: the pip and the ball have the same owner.
 */
export function judgeBalls(world: World, isThrower: IsThrower = isOwner): void {
  for (const ball of world.entities('ball')) {
    const hasMoved = ball.x !== ball.judgedX || ball.y !== ball.judgedY
    if ((hasMoved && hits(world, ball, isThrower)) || ball.isOver) world.despawn(ball)
    ball.judgedX = ball.x
    ball.judgedY = ball.y
  }
}

function hits(world: World, ball: ServerBall, isThrower: IsThrower): boolean {
  const pips = world.entities('pip')
  const thrower = world.players.find(({ id }) => id === ball.owner) ?? null
  let first = 2
  let victim: ServerPip | undefined
  const feet = { x: 0, y: 0 }
  for (let i = 0; i < pips.length; i++) {
    const pip = pips[i]
    // What a page showed takes time to repeat, so only those who can have been in the way are looked up.
    if (!pip || isThrower(ball, pip)) continue
    if (meeting(ball, pip, MOST_MOVED_X, MOST_MOVED_Y) > 1) continue
    const seen = world.seenBy(thrower).get(pip.id)
    if (seen?.kind !== 'pip') continue
    const along = meeting(ball, seen, 0, 0)
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
    thrower: ball.owner ?? numberOfThrower(pips, ball, isThrower),
    victim: numberOf(victim),
  })
  victim.vx = ball.vx < 0 ? -KNOCK_ACROSS : KNOCK_ACROSS
  victim.vy = -KNOCK_UP
  victim.grounded = false
  victim.platform = 0
  victim.rising = false
  victim.coyoteMs = 0
  return true
}

/** 0 if the thrower has left the room. */
function numberOfThrower(
  pips: readonly ServerPip[],
  ball: ServerBall,
  isThrower: IsThrower,
): number {
  const thrower = pips.find((pip) => isThrower(ball, pip))
  return thrower ? numberOf(thrower) : 0
}

/**
 * How far along its way since it was last judged, from 0 to 1, a ball meets a body with these feet; 2 if it does not. The body
 * counts as larger by a margin on each side.
 */
function meeting(
  { x: endX, y: endY, judgedX, judgedY }: ServerBall,
  feet: { readonly x: number; readonly y: number },
  marginX: number,
  marginY: number,
): number {
  let enter = 0
  let exit = 1
  const halfWidth = TOUCH_X + marginX
  const halfHeight = TOUCH_Y + marginY
  const middleY = feet.y - BODY_HEIGHT / 2
  const dx = endX - judgedX
  const dy = endY - judgedY
  if (dx === 0) {
    if (Math.abs(judgedX - feet.x) > halfWidth) return 2
  } else {
    const side = dx > 0 ? halfWidth : -halfWidth
    enter = Math.max(enter, (feet.x - side - judgedX) / dx)
    exit = Math.min(exit, (feet.x + side - judgedX) / dx)
  }
  if (dy === 0) {
    if (Math.abs(judgedY - middleY) > halfHeight) return 2
  } else {
    const side = dy > 0 ? halfHeight : -halfHeight
    enter = Math.max(enter, (middleY - side - judgedY) / dy)
    exit = Math.min(exit, (middleY + side - judgedY) / dy)
  }
  return enter <= exit ? enter : 2
}
