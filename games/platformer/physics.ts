import type { Infer } from 'glissade'
import { HEIGHT, isPlank, isRock, START, TILE } from './level.ts'
import type { Pip, puff } from './pip.ts'

/** What a player can do in a step. */
export interface Controls {
  readonly left: boolean
  readonly right: boolean
  readonly jump: boolean
}

/** What a step needs to know and do beside its body: the part of the engine's context that it uses. */
export interface Surroundings {
  readonly dtSeconds: number
  emit(event: 'puff', data: Infer<typeof puff>): void
  teleport(): void
}

/** Half the width and the height of a body, in pixels. */
export const HALF_WIDTH = 6
export const BODY_HEIGHT = 20

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

/** What is left of a jump's speed when its key is let go. */
const CUT = 0.4
export const COYOTE_MS = 100
export const BUFFER_MS = 120

/** Falls slower than this, in pixels a second, raise no snow. */
const SOFT_LANDING = 180

/**
 * One step of one player's body: run, jump, fall, and stop at the level, one axis after the other. Pure, and only
 * of operations that are exact everywhere, so that server and client agree to the bit. The jump forgives as good
 * platformers do (Maddy Thorson, "Celeste & Forgiveness", 2020): coyote time, a remembered press, a height by
 * how long the key is held.
 */
export function movePip(pip: Pip, input: Controls, ctx: Surroundings): void {
  const { dtSeconds } = ctx
  steer(pip, input, dtSeconds)
  jump(pip, input, ctx)
  pip.vy = Math.min(pip.vy + GRAVITY * dtSeconds, FALL_SPEED)
  moveAcross(pip, pip.vx * dtSeconds)
  const fallSpeed = pip.vy
  const wasGrounded = pip.grounded
  moveDown(pip, pip.vy * dtSeconds)
  if (pip.grounded && !wasGrounded && fallSpeed > SOFT_LANDING) puffUp(pip, ctx, fallSpeed)
  if (pip.y > HEIGHT + 64) respawn(pip, ctx)
}

function steer(pip: Pip, input: Controls, dtSeconds: number): void {
  const wish = (input.right ? 1 : 0) - (input.left ? 1 : 0)
  if (wish !== 0) pip.facing = wish > 0 ? 'right' : 'left'
  const friction = (pip.grounded ? GROUND_FRICTION : AIR_FRICTION) * dtSeconds
  // Friction helps to stop and to turn round, but not against the way one runs.
  if (pip.vx * wish <= 0) pip.vx = Math.sign(pip.vx) * Math.max(Math.abs(pip.vx) - friction, 0)
  const speed = pip.vx + wish * (pip.grounded ? GROUND_ACCELERATION : AIR_ACCELERATION) * dtSeconds
  pip.vx = Math.min(Math.max(speed, -RUN_SPEED), RUN_SPEED)
}

function jump(pip: Pip, input: Controls, ctx: Surroundings): void {
  const stepMs = ctx.dtSeconds * 1000
  pip.coyoteMs = pip.grounded ? COYOTE_MS : Math.max(pip.coyoteMs - stepMs, 0)
  pip.bufferMs = input.jump && !pip.jumpHeld ? BUFFER_MS : Math.max(pip.bufferMs - stepMs, 0)
  pip.jumpHeld = input.jump
  if (pip.bufferMs > 0 && pip.coyoteMs > 0) {
    pip.vy = -JUMP_SPEED
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

/** Moves along x up to the first rock on the way, however long the way is. */
function moveAcross(pip: Pip, distance: number): void {
  const top = Math.floor((pip.y - BODY_HEIGHT) / TILE)
  const bottom = Math.ceil(pip.y / TILE) - 1
  if (distance > 0) {
    const edge = pip.x + HALF_WIDTH
    const last = Math.ceil((edge + distance) / TILE) - 1
    for (let column = Math.ceil(edge / TILE); column <= last; column++) {
      if (!hasRockBetween(column, top, bottom)) continue
      pip.x = column * TILE - HALF_WIDTH
      pip.vx = 0
      return
    }
  } else if (distance < 0) {
    const edge = pip.x - HALF_WIDTH
    const last = Math.floor((edge + distance) / TILE)
    for (let column = Math.floor(edge / TILE) - 1; column >= last; column--) {
      if (!hasRockBetween(column, top, bottom)) continue
      pip.x = (column + 1) * TILE + HALF_WIDTH
      pip.vx = 0
      return
    }
  }
  pip.x += distance
}

/** Moves along y up to the first rock, or on the way down the first plank. */
function moveDown(pip: Pip, distance: number): void {
  const left = Math.floor((pip.x - HALF_WIDTH) / TILE)
  const right = Math.ceil((pip.x + HALF_WIDTH) / TILE) - 1
  pip.grounded = false
  if (distance > 0) {
    const last = Math.ceil((pip.y + distance) / TILE) - 1
    for (let line = Math.ceil(pip.y / TILE); line <= last; line++) {
      if (!holdsFeet(line, left, right)) continue
      pip.y = line * TILE
      pip.vy = 0
      pip.grounded = true
      return
    }
  } else if (distance < 0) {
    const edge = pip.y - BODY_HEIGHT
    const last = Math.floor((edge + distance) / TILE)
    for (let line = Math.floor(edge / TILE) - 1; line >= last; line--) {
      if (!hasRockAlong(line, left, right)) continue
      pip.y = (line + 1) * TILE + BODY_HEIGHT
      pip.vy = 0
      return
    }
  }
  pip.y += distance
}

function hasRockBetween(column: number, top: number, bottom: number): boolean {
  for (let line = top; line <= bottom; line++) if (isRock(column, line)) return true
  return false
}

function hasRockAlong(line: number, left: number, right: number): boolean {
  for (let column = left; column <= right; column++) if (isRock(column, line)) return true
  return false
}

function holdsFeet(line: number, left: number, right: number): boolean {
  for (let column = left; column <= right; column++)
    if (isRock(column, line) || isPlank(column, line)) return true
  return false
}

function puffUp(pip: Pip, ctx: Surroundings, speed: number): void {
  const strength = Math.round((7 * speed) / FALL_SPEED)
  ctx.emit('puff', { x: pip.x, y: pip.y, strength })
}

function respawn(pip: Pip, ctx: Surroundings): void {
  pip.x = START.x
  pip.y = START.y
  pip.vx = 0
  pip.vy = 0
  pip.grounded = false
  ctx.teleport()
}
