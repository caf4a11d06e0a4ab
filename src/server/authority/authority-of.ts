import type { Authority, AuthorityRoom } from './authority.ts'
import { OwnTime } from './own-time.ts'
import { SharedTick } from './shared-tick.ts'

/** The authority of a room, as its game names it. Pages never bundle it, so a game cannot hand over the instance itself. */
export function authorityOf(room: AuthorityRoom): Authority {
  return room.game.authority === 'tick' ? new SharedTick(room) : new OwnTime(room)
}
