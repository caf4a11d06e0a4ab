import type { MoveContext } from 'glissade'
import { BODY_HEIGHT, HALF_WIDTH, moveAcross, moveDown } from './body.ts'
import type { Buttons } from './buttons.ts'
import type { events, kinds } from './kinds.ts'
import { HEIGHT, isSpike, START, TILE } from './level.ts'
import type { Pip } from './pip.ts'
import { board, leave, ride } from './riding.ts'

/** What a step needs besides its body: the part of the engine's context that it uses. */
export type Surroundings = Pick<
  MoveContext<typeof events, Record<never, never>, typeof kinds>,
  'timeMs' | 'dtSeconds' | 'emit' | 'spawn' | 'teleport'
>

/** Pixels a second. */
export const RUN_SPEED = 150
export const JUMP_SPEED = 330
export const FALL_SPEED = 420

/** Pixels a second, per second. */
const GROUND_ACCELERATION = 960
const AIR_ACCELERATION = 660
const GROUND_FRICTION = 1200
const AIR_FRICTION = 240
export const GRAVITY = 900

/** The share of a jump's speed that is left when its key is let go. */
const CUT = 0.4
export const COYOTE_MS = 100
export const BUFFER_MS = 120

/** Falls slower than this, in pixels a second, raise no snow. */
const SOFT_LANDING = 180

/** Spikes hurt from this far below their tile's upper edge, and this far from its sides. */
const SPIKE_TOP = 7
const SPIKE_SIDE = 2

/** Time from throw to throw. */
export const RELOAD_MS = 350
/**
 * The speed of a snowball that leaves a hand at rest. It is so flat that on level ground it meets any player within 12
 * tiles.
 */
export const THROW_ACROSS = 380
export const THROW_UP = 100
/** The place of the hand, from the middle of the feet: within the body, so that it is never in rock. */
const HAND_X = 4
export const HAND_Y = 13

/** The data of events. `emit` copies it. */
const puff = { x: 0, y: 0, strength: 0 }
const ouch = { x: 0, y: 0 }

/**
 * One step of one player's body: run, jump, fall, and stop at the level, one axis after the other. It is pure, and uses
 * only operations that are exact everywhere, so server and client agree to the bit. The jump forgives as good
 * platformers do (Maddy Thorson, "Celeste & Forgiveness", 2020): coyote time, a remembered press, and a height that
 * depends on how long the key is held.
 */
export function movePip(pip: Pip, input: Readonly<Buttons>, ctx: Surroundings): void {
  steer(pip, input, ctx.dtSeconds)
  jump(pip, input, ctx)
  if (pip.platform > 0 && input.down) leave(pip, ctx)
  if (pip.platform === 0 || !ride(pip, ctx)) fly(pip, input, ctx)
  throwBall(pip, input, ctx)
  if (pip.y > HEIGHT + 64 || isOnSpikes(pip)) respawn(pip, ctx)
}

function steer(pip: Pip, input: Readonly<Buttons>, dtSeconds: number): void {
  const wish = (input.right ? 1 : 0) - (input.left ? 1 : 0)
  if (wish !== 0) pip.facing = wish > 0 ? 'right' : 'left'
  const friction = (pip.grounded ? GROUND_FRICTION : AIR_FRICTION) * dtSeconds
  const speed = Math.abs(pip.vx)
  // Friction helps to stop and to turn round. It works against a run only beyond the speed that legs can reach.
  const least = pip.vx * wish > 0 ? Math.min(speed, RUN_SPEED) : 0
  pip.vx = Math.sign(pip.vx) * Math.max(speed - friction, least)
  const most = Math.max(Math.abs(pip.vx), RUN_SPEED)
  const push = wish * (pip.grounded ? GROUND_ACCELERATION : AIR_ACCELERATION) * dtSeconds
  pip.vx = Math.min(Math.max(pip.vx + push, -most), most)
}

function jump(pip: Pip, input: Readonly<Buttons>, ctx: Surroundings): void {
  const stepMs = ctx.dtSeconds * 1000
  pip.coyoteMs = pip.grounded ? COYOTE_MS : Math.max(pip.coyoteMs - stepMs, 0)
  pip.bufferMs = input.jump && !pip.jumpHeld ? BUFFER_MS : Math.max(pip.bufferMs - stepMs, 0)
  pip.jumpHeld = input.jump
  if (pip.bufferMs > 0 && pip.coyoteMs > 0) {
    pip.vy = -JUMP_SPEED
    if (pip.platform > 0) leave(pip, ctx)
    // A platform that sinks takes nothing from a jump.
    pip.vy = Math.min(pip.vy, -JUMP_SPEED)
    pip.bufferMs = 0
    pip.coyoteMs = 0
    pip.grounded = false
    pip.rising = true
    puffUp(pip, ctx, SOFT_LANDING)
  }
  if (pip.vy >= 0) pip.rising = false
  if (pip.rising && !input.jump) {
    pip.vy *= CUT
    pip.rising = false
  }
}

/** Moves freely: on the ground as in the air. */
function fly(pip: Pip, input: Readonly<Buttons>, ctx: Surroundings): void {
  const { dtSeconds } = ctx
  const feetBefore = pip.y
  const wasGrounded = pip.grounded
  pip.vy = Math.min(pip.vy + GRAVITY * dtSeconds, FALL_SPEED)
  const fallSpeed = pip.vy
  if (moveAcross(pip, pip.vx * dtSeconds)) pip.vx = 0
  moveDown(pip, pip.vy * dtSeconds, !input.down)
  if (!input.down) board(pip, feetBefore, ctx)
  if (pip.grounded && !wasGrounded && fallSpeed > SOFT_LANDING) puffUp(pip, ctx, fallSpeed)
}

function throwBall(pip: Pip, input: Readonly<Buttons>, ctx: Surroundings): void {
  pip.reloadMs = Math.max(pip.reloadMs - ctx.dtSeconds * 1000, 0)
  if (!input.throw || pip.reloadMs > 0) return
  pip.reloadMs = RELOAD_MS
  const side = pip.facing === 'right' ? 1 : -1
  const x = pip.x + side * HAND_X
  const y = pip.y - HAND_Y
  const vx = side * THROW_ACROSS + pip.vx / 2
  ctx.spawn('ball', { x, y, vx, vy: pip.vy / 4 - THROW_UP, judgedX: x, judgedY: y })
  ctx.emit('thrown', { x, y })
}

function isOnSpikes(pip: Pip): boolean {
  const left = Math.floor((pip.x - HALF_WIDTH + SPIKE_SIDE) / TILE)
  const right = Math.ceil((pip.x + HALF_WIDTH - SPIKE_SIDE) / TILE) - 1
  const top = Math.floor((pip.y - BODY_HEIGHT) / TILE)
  const bottom = Math.ceil((pip.y - SPIKE_TOP) / TILE) - 1
  for (let line = top; line <= bottom; line++)
    for (let column = left; column <= right; column++) if (isSpike(column, line)) return true
  return false
}

function puffUp(pip: Pip, ctx: Surroundings, speed: number): void {
  puff.x = pip.x
  puff.y = pip.y
  puff.strength = Math.round((7 * speed) / FALL_SPEED)
  ctx.emit('puff', puff)
}

function respawn(pip: Pip, ctx: Surroundings): void {
  ouch.x = pip.x
  ouch.y = pip.y
  ctx.emit('ouch', ouch)
  pip.x = START.x
  pip.y = START.y
  pip.vx = 0
  pip.vy = 0
  pip.grounded = false
  pip.platform = 0
  ctx.teleport()
}
