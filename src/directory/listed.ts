import { partsOf } from './checks.ts'
import type { ListedRoom, RoomFilter, RoomListing } from './directory.ts'

/** A room as `list` shows it. */
export function listed(key: string, url: string, listing: RoomListing): ListedRoom {
  const [, id] = partsOf(key)
  const { players, maxPlayers, about } = listing
  return { key, id, url, players, maxPlayers, about: { ...about } }
}

/** Whether a room is one of those that a filter looks for. */
export function matches(
  { players, maxPlayers, about }: ListedRoom,
  wanted: Required<Omit<RoomFilter, 'most'>>,
): boolean {
  if (maxPlayers - players < wanted.places) return false
  return Object.entries(wanted.about).every(([name, value]) => about[name] === value)
}
