import type { ListedRoom, RoomListing } from '../../directory/directory.ts'
import { coreOf, type Room } from '../room.ts'

/** Returns what the directory is told of a room. Open seats count as players. A full room counts as locked. */
export function listingOf(room: Room): RoomListing {
  const { maxPlayers, about, isPrivate } = room
  const players = room.players.length + coreOf(room).openSeats.count
  return { players, maxPlayers, isPrivate, isLocked: room.isLocked || players >= maxPlayers, about }
}

/** Returns the rooms of a game that players may find, out of those of this process. `url`: the address of this process. */
export function localListings(
  rooms: ReadonlyMap<string, Room>,
  game: string,
  url: string,
): ListedRoom[] {
  const listed: ListedRoom[] = []
  for (const [key, room] of rooms) {
    if (room.game.name !== game || room.isClosed) continue
    const { players, maxPlayers, isPrivate, isLocked, about } = listingOf(room)
    if (!isPrivate && !isLocked) listed.push({ key, id: room.id, url, players, maxPlayers, about })
  }
  return listed
}

/** Compares two rooms by the order of `Directory.list`: those with the most players first. */
export function byPlayers(a: ListedRoom, b: ListedRoom): number {
  return b.players - a.players || (a.key < b.key ? -1 : 1)
}
