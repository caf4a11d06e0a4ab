import { FORMAT_VERSION } from '../../wire/packets/packets.ts'
import { SAVE_VERSION } from '../saved/save-room.ts'

/**
 * The name of a game in the directory. It differs for each schema and version of the game, and for each format of packets and
 * of saved rooms: a process could neither restore the room of another version, nor understand its clients.
 */
export function sharedName(game: string, hash: number): string {
  return `${game}@${hash.toString(36)}.${FORMAT_VERSION}.${SAVE_VERSION}`
}

/** The id of a room in the directory, where none is empty. */
export function sharedId(id: string): string {
  return `=${id}`
}

/** Names of games have no slash, and ids may have some. */
export function splitKey(key: string): [game: string, id: string] {
  const at = key.indexOf('/')
  return [key.slice(0, at), key.slice(at + 1)]
}
