/** The name of a game in the directory, different for each schema. */
export function sharedName(game: string, hash: number): string {
  return `${game}@${hash.toString(36)}`
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
