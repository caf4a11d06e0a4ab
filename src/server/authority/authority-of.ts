import type { Authority, AuthorityRoom } from './authority.ts'
import { OwnTime } from './own-time.ts'
import { SharedTick } from './shared-tick.ts'

/** Makes the authority that a room's game names. Pages never bundle it, so a game cannot hold the instance itself. */
export function authorityOf(room: AuthorityRoom): Authority {
  return room.game.authority === 'tick' ? new SharedTick(room) : new OwnTime(room)
}
