import type { Tick } from '../../base/units.ts'
import type { SavedPlayer } from '../save/saved-player.ts'

/** An entity of a saved room. */
export interface SavedEntity {
  /** Its id, which it keeps. */
  readonly id: number
  kind: string
  /** The number of the player who owns it; null: the room. */
  owner: number | null
  /** Its fields. Those that are left out get their defaults. */
  fields: Record<string, unknown>
}

/**
 * A saved room as plain data, as `migrate` gets it. Where `state` held an entity, it holds the object in `entities`, and where
 * it held a player, the object in `players`.
 */
export interface SavedRoom {
  /** Steps that the room had run. */
  readonly tick: Tick
  /** The fields of the room: `room` of `defineGame`. */
  room: Record<string, unknown>
  entities: SavedEntity[]
  players: SavedPlayer[]
  /** What was saved of `world.state`. */
  state: unknown
}
