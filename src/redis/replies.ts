import type { Claim, ListedProcess, ListedRoom, RoomListing } from '../directory/directory.ts'
import { listed } from '../directory/listed.ts'

/** Owner, address, term, whether it is new, saved bytes. */
type ClaimReply = readonly [Buffer, Buffer | null, number, number, Buffer | null]

/** A claim as a script answers it, for the process `me`. */
export function claimOf(key: string, me: string, reply: unknown): Claim {
  const [owner, url, term, isNew, saved] = reply as ClaimReply
  const processId = String(owner)
  return {
    key,
    processId,
    url: String(url ?? ''),
    term,
    isMine: processId === me,
    isNew: isNew === 1,
    saved: saved && new Uint8Array(saved),
  }
}

/** The rooms that are no longer this process's: keys and claims in turns, null where nobody has the room. */
export function lostOf(me: string, reply: unknown): Map<string, Claim | null> {
  const items = reply as (Buffer | null)[]
  const lost = new Map<string, Claim | null>()
  for (let i = 0; i < items.length; i += 2) {
    const key = String(items[i])
    const claim = items[i + 1]
    lost.set(key, claim ? claimOf(key, me, claim) : null)
  }
  return lost
}

/** Rooms as `LIST` answers them: key, address and listing in turns. What is no listing is left out. */
export function roomsOf(items: readonly Buffer[]): ListedRoom[] {
  const rooms: ListedRoom[] = []
  for (let i = 0; i + 2 < items.length; i += 3) {
    const listing = parsed(String(items[i + 2]))
    if (listing) rooms.push(listed(String(items[i]), String(items[i + 1]), listing))
  }
  return rooms
}

function parsed(text: string): RoomListing | null {
  try {
    const listing: RoomListing | null = JSON.parse(text)
    return typeof listing?.about === 'object' ? listing : null
  } catch {
    return null
  }
}

/** A process as `PROCESSES` answers it. */
export function processOf(items: readonly Buffer[]): ListedProcess {
  const [id, url, games, capacity, rooms, players, draining] = items.map(String)
  return {
    id: id ?? '',
    url: url ?? '',
    games: JSON.parse(games ?? '{}'),
    capacity: Number(capacity),
    rooms: Number(rooms),
    players: Number(players),
    isDraining: draining === '1',
  }
}
