import type { Ms } from '../../base/units.ts'
import { coreOf, type Room } from '../room.ts'
import type { Visitor } from './reception.ts'

/** How often a room without connections checks whether to give up places that it keeps. */
const PLACES_EVERY_MS: Ms = 2500

/** Returns how often this room does so: it may keep places for a shorter time. Open seats have a time of their own. */
export function placesEveryMs(room: Room): Ms {
  return Math.min(PLACES_EVERY_MS, coreOf(room).resumeMs || PLACES_EVERY_MS)
}

/** Whether nobody is connected to a room. */
export function isStanding(room: Room): boolean {
  return coreOf(room).peerList.length === 0
}

/** Whether a room keeps no place for anybody: it has neither players nor open seats. */
export function isEmpty(room: Room): boolean {
  return room.players.length + coreOf(room).openSeats.count === 0
}

/** Whether a visitor has a place in a room, which counts for the visitor's address already. */
export function hasPlace(room: Room, visitor: Visitor): boolean {
  const seat = coreOf(room).openSeats.of(visitor.resumeKey)
  return seat ? seat.address === visitor.address : coreOf(room).hasPlaceOf(visitor)
}
