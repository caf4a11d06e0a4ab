import { misuse } from '../base/settings.ts'
import { type Ms, SUBTICKS_PER_STEP, type Tick } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { AnyRoom } from './define-room.ts'
import type { Seats } from './players/seats.ts'
import type { RoomClock } from './room-clock.ts'
import { type Archived, reading } from './save/archive.ts'
import { checkValues } from './saved/field-values.ts'
import { type Migrate, migrated } from './saved/migrate.ts'
import { type OpenedSave, referentIn } from './saved/save-room.ts'
import type { Entities } from './world/entities.ts'
import { noPromise } from './world/hooks.ts'

/** A new room into which a saved one is put. */
interface EmptyRoom extends Archived {
  readonly game: AnyGame
  readonly rules: AnyRoom['definition']
  readonly entities: Entities
  readonly seats: Seats
  readonly clock: RoomClock
  readonly nowMs: Ms
  tick: Tick
  networkTick: number
}

/** Puts everything into a new room that was saved of another. Returns the state of the room. */
export function restoreRoom(
  room: EmptyRoom,
  opened: OpenedSave,
  migrate: Migrate | undefined,
): unknown {
  const { isSameGame } = opened
  const plain = isSameGame ? opened : migrated(room.game, opened, migrate)
  const state = reading(() => putInto(room, plain, isSameGame))
  const { restore } = room.rules
  return restore ? noPromise('restore', restore(state)) : state
}

/** Returns what was saved of the state. */
function putInto(
  room: EmptyRoom,
  plain: Pick<OpenedSave, 'tick' | 'players' | 'entities' | 'reader' | 'referents'>,
  isSameGame: boolean,
): unknown {
  const { game, entities, seats } = room
  room.tick = plain.tick
  for (const player of plain.players) {
    const { id, profile } = player
    if (seats.places.has(id)) misuse('restore: a player', `another ${id}`, 'another one')
    checkValues(game.profileSchema, profile, `restore: players[${id}].profile`, true)
    seats.restore(player)
  }
  for (const { kind, owner, fields, ...placed } of plain.entities) {
    const known = game.kinds.find(({ name }) => name === kind)
    if (known) checkValues(known.schema, fields, `restore: ${kind}`, false)
    if (owner !== null && !seats.places.has(owner))
      misuse(`restore: the owner of a ${kind}`, owner, 'a player of the room, or null')
    entities.restore(kind, { ...placed, owner: owner ?? 0 }, fields)
  }
  plain.referents.resolve = (reference) => referentIn(reference, game, entities, seats.players)
  const state = plain.reader.data(undefined, 'world.state')
  if (isSameGame) {
    room.archive(plain.reader)
    plain.reader.end()
  } else settle(room)
  return state
}

/** After a migration, players keep their places, and everything that the engine measures begins anew. */
function settle(room: EmptyRoom): void {
  const { tick, nowMs, game } = room
  room.networkTick = Math.floor((tick * SUBTICKS_PER_STEP) / game.sendSubTicks)
  room.clock.begin(tick, nowMs)
  room.entities.freeSlots()
  room.seats.settle()
}
