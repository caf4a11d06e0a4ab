import { platformer } from '../../games/platformer/game.ts'
import { type Ball, ball as ballFields, moveBall } from '../../games/platformer/rules/balls.ts'
import { BODY_HEIGHT, HALF_WIDTH } from '../../games/platformer/rules/body.ts'
import type { Buttons } from '../../games/platformer/rules/buttons.ts'
import { isRock, START, TILE } from '../../games/platformer/rules/level.ts'
import { movePip, type Surroundings } from '../../games/platformer/rules/physics.ts'
import { type Pip, pip as pipFields } from '../../games/platformer/rules/pip.ts'
import { Schema } from '../../src/game/schema.ts'

const schema = new Schema(pipFields)
const ballSchema = new Schema(ballFields)

export const IDLE: Readonly<Buttons> = {
  left: false,
  right: false,
  down: false,
  jump: false,
  throw: false,
}
export const RIGHT: Readonly<Buttons> = { ...IDLE, right: true }
export const LEFT: Readonly<Buttons> = { ...IDLE, left: true }
export const JUMP: Readonly<Buttons> = { ...IDLE, jump: true }
export const DOWN: Readonly<Buttons> = { ...IDLE, down: true }
export const THROW: Readonly<Buttons> = { ...IDLE, throw: true }

/** One body, stepped as the engine steps it: `move`, then rounding to the grid. */
export class Walker implements Surroundings {
  readonly pip = schema.create() as unknown as Pip
  readonly dtSeconds: number
  readonly thrown: Ball[] = []
  /** The player's own time: set it for a jump. */
  timeMs: number
  puffs = 0
  ouches = 0
  teleports = 0

  constructor(x: number, y: number, stepHz = platformer.stepHz, timeMs = 0) {
    this.dtSeconds = 1 / stepHz
    this.timeMs = timeMs
    Object.assign(this.pip, { x, y })
  }
  emit(event: string): void {
    if (event === 'puff') this.puffs++
    if (event === 'ouch') this.ouches++
  }
  spawn(_kind: string, start: object = {}): void {
    this.thrown.push(ballOf(start))
  }
  teleport(): void {
    this.teleports++
  }
  step(input: Readonly<Buttons>, count = 1): this {
    for (let i = 0; i < count; i++) {
      this.timeMs += this.dtSeconds * 1000
      movePip(this.pip, input, this)
      schema.round(this.pip as never)
    }
    return this
  }
  stepMs(input: Readonly<Buttons>, ms: number): this {
    return this.step(input, Math.round(ms / 1000 / this.dtSeconds))
  }
}

/** A ball with these fields, on its grid. */
export function ballOf(start: object): Ball {
  const ball = ballSchema.create()
  ballSchema.assign(ball, start)
  ballSchema.round(ball)
  return ball as unknown as Ball
}

/** Moves a ball by a step, as the engine does. */
export function stepBall(ball: Ball, dtSeconds = 1 / platformer.stepHz): void {
  moveBall(ball, {}, { dtSeconds })
  ballSchema.round(ball as never)
}

/** One that stands at the start. */
export const standing = (stepHz?: number): Walker => new Walker(START.x, START.y, stepHz).step(IDLE)

/** Whether any part of a body is in rock. */
export function isInRock({ x, y }: { readonly x: number; readonly y: number }): boolean {
  for (let px = x - HALF_WIDTH; px <= x + HALF_WIDTH; px++)
    for (let py = y - BODY_HEIGHT; py <= y; py++) {
      const inX = Math.min(Math.max(px, x - HALF_WIDTH + 1e-3), x + HALF_WIDTH - 1e-3)
      const inY = Math.min(Math.max(py, y - BODY_HEIGHT + 1e-3), y - 1e-3)
      if (isRock(Math.floor(inX / TILE), Math.floor(inY / TILE))) return true
    }
  return false
}
