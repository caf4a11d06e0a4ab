import { audienceMisuse, checkAudience, placeOf } from '../game/audience.ts'
import type { Vec2 } from '../game/field.ts'
import type { Identity } from '../game/infer.ts'
import type { EventAudience, MoveAudience } from '../game/world.ts'
import type { Entity } from './entities.ts'
import { type Audience, EVERYBODY } from './events.ts'
import type { WorldHost } from './host.ts'

/** Who hears an event of the room. Throws `misuse` for an audience that cannot be. */
export function roomAudience(
  host: WorldHost,
  event: string,
  audience: EventAudience | undefined,
): Audience {
  if (audience === undefined) return EVERYBODY
  checkAudience(event, audience)
  const { near, to } = audience
  if (near === undefined) return to === 'all' ? EVERYBODY : { near: null, to: idsOf(event, to) }
  const what = isEntity(near) ? entityOf(host, event, near) : placeOf(event, near)
  return nearTo(host, what)
}

/** Who hears an event that a step of `entity` raised, as far as `move` said. */
export function stepAudience(
  host: WorldHost,
  entity: Entity,
  audience: MoveAudience | null,
): Audience {
  return audience?.to === 'all' ? EVERYBODY : nearTo(host, audience?.near ?? entity)
}

/** Where everybody sees everything, everybody is near. */
function nearTo({ game }: WorldHost, near: Entity | Readonly<Vec2>): Audience {
  return game.definition.interest ? { near, to: null } : EVERYBODY
}

/** Whether it is an entity, living or not: a place has none of these names. */
function isEntity(near: Identity | Readonly<Vec2>): near is Identity {
  return typeof near === 'object' && near !== null && 'mine' in near
}

function entityOf({ entities }: WorldHost, event: string, { id, kind }: Identity): Entity {
  const entity = entities.get(id)
  if (!entity)
    throw audienceMisuse(event, `'near' is a ${kind} that has been removed: say where it was`)
  return entity
}

function idsOf(event: string, to: Exclude<EventAudience['to'], 'all' | undefined>): Set<number> {
  const ids = new Set<number>()
  for (const player of Array.isArray(to) ? to : [to]) {
    if (typeof player !== 'object' || player === null || !('profile' in player))
      throw audienceMisuse(event, "'to' needs a player, players or 'all'")
    ids.add(player.id)
  }
  return ids
}
