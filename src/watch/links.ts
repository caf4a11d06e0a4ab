import type { Link } from '../link/link.ts'
import { coreOf, type Room } from '../server/room.ts'
import { CountedLink } from './counted-link.ts'

/**
 * How a player's packets travel at present. `ordered`: over a WebSocket, which is all that the client asked for. `websocket`:
 * over a WebSocket too, but the client would take datagrams. `datagram`: over a data channel.
 */
export type LinkName = 'ordered' | 'websocket' | 'datagram'

export const LINK_NAMES: readonly LinkName[] = ['ordered', 'websocket', 'datagram']

/** Returns how the packets of a link travel at present. */
export function nameOfLink(link: Link): LinkName {
  const own = link instanceof CountedLink ? link.inner : link
  if (own.kind === 'ordered') return 'ordered'
  return 'isOnPath' in own && own.isOnPath === true ? 'datagram' : 'websocket'
}

/** Returns how many players of some rooms have each kind of link. */
export function countLinks(rooms: Iterable<Room>): Record<LinkName, number> {
  const counts = { ordered: 0, websocket: 0, datagram: 0 }
  for (const room of rooms) for (const { link } of coreOf(room).peerList) counts[nameOfLink(link)]++
  return counts
}
