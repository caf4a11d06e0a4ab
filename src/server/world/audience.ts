import { GlissadeError } from '../../base/error.ts'
import type { Vec2 } from '../../game/field.ts'
import type { Identity } from '../../game/infer.ts'
import type { MoveAudience } from '../../game/world.ts'
import type { Entities } from './entities.ts'
import type { Entity } from './entity.ts'
import { type Audience, EVERYBODY } from './events.ts'
import type { EventAudience } from './world.ts'

/** What audiences need of a room. */
export interface AudienceRoom {
  /** With `interest`, not everybody is near. */
  readonly rules: { readonly interest?: object | undefined }
  readonly entities: Entities
}

/** Returns who hears an event of the room. Throws `misuse` for an invalid audience, and `stale` for an entity that is gone. */
export function roomAudience(
  host: AudienceRoom,
  event: string,
  audience: EventAudience | undefined,
): Audience {
  if (audience === undefined) return EVERYBODY
  check(event, audience)
  const { near, to } = audience
  if (to !== undefined) return to === 'all' ? EVERYBODY : { near: null, to: idsOf(event, to) }
  return nearTo(host, isEntity(near) ? entityOf(host, event, near) : placeOf(event, near))
}

/** Returns who hears an event that a step of `entity` raised. Throws `misuse` for an invalid audience. */
export function stepAudience(
  host: AudienceRoom,
  event: string,
  entity: Entity,
  audience: MoveAudience | undefined,
): Audience {
  if (audience === undefined) return nearTo(host, entity)
  check(event, audience)
  const { near, to } = audience
  if (near !== undefined) return nearTo(host, placeOf(event, near))
  if (to !== 'all') throw badAudience(event, "in 'move', 'to' can only be 'all'")
  return EVERYBODY
}

/** Checks that exactly one of `near` and `to` is named: an audience undefined by mistake must not become everybody. */
function check(event: string, { near, to }: EventAudience | MoveAudience): void {
  if ((near === undefined) === (to === undefined))
    throw badAudience(event, "name exactly one of 'near' and 'to'")
}

/** Without `interest` everybody sees everything, so everybody is near. */
function nearTo({ rules }: AudienceRoom, near: Entity | Readonly<Vec2>): Audience {
  return rules.interest ? { near, to: null } : EVERYBODY
}

/** Whether `near` is an entity, living or removed. A place has none of an entity's names. */
function isEntity(near: Identity | Readonly<Vec2>): near is Identity {
  return typeof near === 'object' && near !== null && 'mine' in near
}

function entityOf({ entities }: AudienceRoom, event: string, { id, kind }: Identity): Entity {
  const entity = entities.get(id)
  if (entity) return entity
  const near = `'near' is ${kind} ${id}, which is no longer in this room`
  throw new GlissadeError('stale', `emit('${event}'): ${near}: say where it was`)
}

/** Returns a copy of a place, because the game may write to its object again. */
function placeOf(event: string, near: Readonly<Vec2>): Readonly<Vec2> {
  if (typeof near?.x !== 'number' || typeof near.y !== 'number')
    throw badAudience(event, "'near' needs numbers x and y")
  return { x: near.x, y: near.y }
}

function idsOf(event: string, to: Exclude<EventAudience['to'], 'all' | undefined>): Set<number> {
  const ids = new Set<number>()
  for (const player of Array.isArray(to) ? to : [to]) {
    if (typeof player !== 'object' || player === null || !('profile' in player))
      throw badAudience(event, "'to' needs a player, players or 'all'")
    ids.add(player.id)
  }
  return ids
}

function badAudience(event: string, what: string): GlissadeError {
  return new GlissadeError('misuse', `emit('${event}'): ${what}`)
}
