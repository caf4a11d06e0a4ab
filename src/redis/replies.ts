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

/** Rooms of a game as `LIST` answers them: key, address and listing in turns. What is no room of the game is left out. */
export function roomsOf(game: string, items: readonly Buffer[]): ListedRoom[] {
  const rooms: ListedRoom[] = []
  for (let i = 0; i + 2 < items.length; i += 3) {
    const key = String(items[i])
    const listing = listingOf(String(items[i + 2]))
    const isRoom = key.startsWith(`${game}/`) && key.length > game.length + 1
    if (isRoom && listing) rooms.push(listed(key, String(items[i + 1]), listing))
  }
  return rooms
}

/** Returns the listing of a room that players may find; null for any other text. */
function listingOf(text: string): RoomListing | null {
  const { players, maxPlayers, isPrivate, isLocked, about } = objectIn(text) ?? {}
  const isListed = isPrivate === false && isLocked === false
  if (!isListed || !isCount(players) || !isCount(maxPlayers) || !isObject(about)) return null
  const isPlain = (value: unknown) => typeof value === 'object' || value === undefined
  if (Object.values(about).some(isPlain)) return null
  return { players, maxPlayers, isPrivate, isLocked, about: about as RoomListing['about'] }
}

function objectIn(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity
}

/** Processes as `PROCESSES` answers them. Those whose games are none are left out. */
export function processesOf(all: readonly (readonly Buffer[])[]): ListedProcess[] {
  const processes: ListedProcess[] = []
  for (const items of all) {
    const [id = '', url = '', games = '', capacity, rooms, players, draining] = items.map(String)
    const hashes = objectIn(games)
    if (!hashes || !Object.values(hashes).every(isCount)) continue
    processes.push({
      id,
      url,
      games: hashes as ListedProcess['games'],
      capacity: Number(capacity),
      rooms: Number(rooms),
      players: Number(players) || 0,
      isDraining: draining === '1',
    })
  }
  return processes
}
