import { GlissadeError } from '../../base/error.ts'
import { type AnyGame, ROOM_KIND } from '../../game/define-game.ts'
import type { Reference } from '../save/data-types.ts'
import { SaveReader } from '../save/save-reader.ts'
import { SaveWriter } from '../save/save-writer.ts'
import { noPromise } from '../world/hooks.ts'
import { type OpenedSave, plainRoom } from './save-room.ts'
import type { SavedRoom } from './saved-room.ts'

/**
 * Turns a room that an earlier version of the game saved into one of this version. It may change `saved` in place, and must
 * return it, or another one.
 */
export type Migrate = (saved: SavedRoom) => SavedRoom

/** What a restored room goes on from. */
export interface Saved {
  readonly bytes: Uint8Array
  readonly migrate?: Migrate | undefined
}

/**
 * Returns a save as `migrate` has changed it. It can be restored as far as it is plain data. Throws `schema` without a
 * `migrate`, because this game cannot read what another one saved.
 */
export function migrated(
  game: AnyGame,
  opened: OpenedSave,
  migrate: Migrate | undefined,
): Pick<OpenedSave, 'tick' | 'players' | 'entities' | 'reader' | 'referents'> {
  if (!migrate)
    throw new GlissadeError(
      'schema',
      `restore: another version of '${game.name}' saved this room: pass migrate to change it`,
    )
  const { room, entities, players, state } = noPromise('migrate', migrate(plainRoom(opened)))
  // The state is written once more, so that the objects in it can become those of the restored room.
  const writer = new SaveWriter({
    referenceOf(object): Reference | null {
      const entity = entities.find((one) => one === object)
      if (entity) return { type: 'entity', id: entity.id }
      const player = players.find((one) => one === object)
      return player ? { type: 'player', id: player.id } : null
    },
  })
  writer.data(state, 'world.state')
  const referents: OpenedSave['referents'] = { resolve: () => undefined }
  const reader = new SaveReader(writer.bits.toBytes(), {
    resolve: (reference) => referents.resolve(reference),
  })
  const placed = entities.map((entity) => ({
    ...entity,
    slot: entity.id & 0xffff,
    generation: entity.id >>> 16,
    seed: 0,
  }))
  const roomFields = { id: 0, kind: ROOM_KIND, owner: null, fields: room, slot: 0, generation: 1 }
  if (game.roomKind) placed.unshift({ ...roomFields, seed: 0 })
  return { tick: opened.tick, players, entities: placed, reader, referents }
}
