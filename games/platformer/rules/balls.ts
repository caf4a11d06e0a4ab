import { fields, flag, hidden, type Infer, number, once, own, type Vec2 } from 'glissade'
import { BODY_HEIGHT, HALF_WIDTH } from './body.ts'
import { HEIGHT, isRock, TILE, WIDTH } from './level.ts'

/** Pixels a second, per second: snowballs fall more slowly than players do. */
export const BALL_GRAVITY = 520
export const BALL_RADIUS = 4
/** How far the middles of a ball and of a body that it touches are from each other at most. */
export const TOUCH_X = HALF_WIDTH + BALL_RADIUS
export const TOUCH_Y = BODY_HEIGHT / 2 + BALL_RADIUS

/** How far into rock a ball gets before it bursts. */
const DEPTH = 2

const placeX = number({ max: WIDTH, coarse: 1 / 4 })
const placeY = number({ min: -256, max: HEIGHT + 128, coarse: 1 / 4 })
const heldX = hidden(number({ max: WIDTH }))
const heldY = hidden(number({ min: -256, max: HEIGHT + 128 }))

/**
 * A snowball in the air. `x`, `y` are its middle in pixels, `vx`, `vy` are pixels a second. The `move` of its thrower spawns it,
 * so the thrower's page shows it at once.
 */
export const ball = fields({
  x: placeX,
  y: placeY,
  vx: once(number({ min: -512, max: 512, step: 1 / 16, curve: 'step' })),
  vy: number({ min: -512, max: 1536, step: 1 / 16, coarse: 2, curve: 'step' }),
  /** Whether it has met rock or has fallen out of the level. It then stays where it is, until the room removes it. */
  isOver: own(flag()),
  /** Where the ball was when the room last checked it for hits. */
  judgedX: heldX,
  judgedY: heldY,
})

/** The plain object that `move` gets. */
export type Ball = Infer<typeof ball>

/** One step of a snowball, which its thrower's keys do not change. It passes planks and bursts at rock. */
export function moveBall(ball: Ball, _input: unknown, ctx: { readonly dtSeconds: number }): void {
  if (ball.isOver) return
  const { dtSeconds } = ctx
  ball.vy += BALL_GRAVITY * dtSeconds
  ball.x += ball.vx * dtSeconds
  ball.y += ball.vy * dtSeconds
  ball.isOver = ball.y > HEIGHT + 64 || isInRock(ball)
}

/** Whether a snowball touches a player whose feet are here. */
export const touchesBody = (ball: Readonly<Vec2>, feet: Readonly<Vec2>): boolean =>
  Math.abs(ball.x - feet.x) <= TOUCH_X && Math.abs(ball.y - feet.y + BODY_HEIGHT / 2) <= TOUCH_Y

function isInRock({ x, y }: Ball): boolean {
  const reach = BALL_RADIUS - DEPTH
  return (
    isRockAt(x - reach, y) ||
    isRockAt(x + reach, y) ||
    isRockAt(x, y - reach) ||
    isRockAt(x, y + reach)
  )
}

const isRockAt = (x: number, y: number): boolean =>
  isRock(Math.floor(x / TILE), Math.floor(y / TILE))
