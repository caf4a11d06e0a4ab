import { type Ms, SUBTICKS_PER_STEP, type Tick } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { AnyRoom } from './define-room.ts'
import type { Seats } from './players/seats.ts'
import type { RoomClock } from './room-clock.ts'
import type { Archived } from './save/archive.ts'
import { type Migrate, migrated } from './saved/migrate.ts'
import { type OpenedSave, referentIn } from './saved/save-room.ts'
import type { Entities } from './world/entities.ts'

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
  const { isSameGame, reader } = opened
  const { game, entities, seats, rules } = room
  const plain = isSameGame ? opened : migrated(game, opened, migrate)
  room.tick = opened.tick
  for (const player of plain.players) seats.restore(player)
  for (const { kind, owner, fields, ...placed } of plain.entities)
    entities.restore(kind, { ...placed, owner: owner ?? 0 }, fields)
  plain.referents.resolve = (reference) => referentIn(reference, game, entities, seats.players)
  const state = plain.reader.data(undefined, 'world.state')
  if (isSameGame) {
    room.archive(reader)
    reader.end()
  } else settle(room)
  return rules.restore ? rules.restore(state) : state
}

/** After a migration, players keep their places, and everything that the engine measures begins anew. */
function settle(room: EmptyRoom): void {
  const { tick, nowMs, game } = room
  room.networkTick = Math.floor((tick * SUBTICKS_PER_STEP) / game.sendSubTicks)
  room.clock.begin(tick, nowMs)
  room.entities.freeSlots()
  room.seats.settle()
}
