import type { Tick } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { Peer } from '../connection/peer.ts'
import type { Entities } from '../world/entities.ts'

/** A room, as far as repeating what its players saw needs it. */
export interface RewoundRoom {
  readonly game: AnyGame
  readonly entities: Entities
  readonly peers: ReadonlyMap<number, Peer>
  /** Steps run so far. */
  readonly tick: Tick
}
