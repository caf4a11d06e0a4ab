import { GlissadeError } from '../base/error.ts'
import type { Vec2 } from './field.ts'
import type { EventAudience, MoveAudience } from './world.ts'

/** Throws `misuse` unless an audience names one of the two: nothing that is undefined by mistake is heard by everybody. */
export function checkAudience(event: string, audience: EventAudience | MoveAudience): void {
  const { near, to } = audience
  if ((near === undefined) === (to === undefined))
    throw audienceMisuse(event, "name one of 'near' and 'to'")
}

/** Checks what `move` says of an audience; copies it, as the game may write the place again. */
export function moveAudience(event: string, audience: MoveAudience): MoveAudience {
  checkAudience(event, audience)
  const { near, to } = audience
  if (near !== undefined) return { near: placeOf(event, near) }
  if (to !== 'all') throw audienceMisuse(event, `'to' is ${to}: in 'move' it can only be 'all'`)
  return { to }
}

/** A copy of a place; throws `misuse` for what is none. */
export function placeOf(event: string, near: Readonly<Vec2> | null): Readonly<Vec2> {
  if (typeof near?.x !== 'number' || typeof near.y !== 'number')
    throw audienceMisuse(event, "'near' needs numbers x and y")
  return { x: near.x, y: near.y }
}

/** The error for an audience that cannot be. */
export function audienceMisuse(event: string, what: string): GlissadeError {
  return new GlissadeError('misuse', `emit('${event}'): ${what}`)
}
