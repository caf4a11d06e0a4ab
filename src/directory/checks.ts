import { finiteFrom0, inRange, misuse, positiveInteger, shown } from '../base/settings.ts'
import type {
  About,
  ClaimWish,
  ProcessLoad,
  RoomFilter,
  RoomListing,
  ServerProcess,
} from './directory.ts'
import { RESERVED_MS } from './limits.ts'

/** The most that an `About` may have: values, and characters of a text. */
const MOST_VALUES = 16
const MOST_CHARACTERS = 64

/** 'game/id'. Throws `misuse` unless both have characters, and the game no slash. */
export function keyOf(game: string, id: string): string {
  if (id === '') misuse('id', "''", 'a text with at least one character')
  return `${checkGame(game)}/${id}`
}

/** The game and the id of a key. Throws `misuse` unless it has both. */
export function partsOf(key: string): readonly [game: string, id: string] {
  const slash = key.indexOf('/')
  if (slash < 1 || slash === key.length - 1) misuse('key', `'${key}'`, "'game/id'")
  return [key.slice(0, slash), key.slice(slash + 1)]
}

/** Returns the name of a game. Throws `misuse` if it is empty or has a slash, which ends it in a key. */
export function checkGame(game: string): string {
  if (game === '' || game.includes('/'))
    misuse('game', `'${game}'`, 'a text with at least one character and no slash')
  return game
}

/** Returns a copy of what a process says about itself. Throws `misuse` if something is wrong with it. */
export function checkProcess({ id, url, games, capacity }: ServerProcess): ServerProcess {
  if (!(id.length >= 1 && id.length <= 100)) misuse('id', `'${id}'`, '1 to 100 characters long')
  if (!/^((ws|http)s?:\/\/[^\s/?#]+\S*|\/(?!\/)\S*)$/.test(url))
    misuse(
      'url',
      `'${url}'`,
      "an address, as 'wss://play.example.com', or a path, as '/p/1/glissade'",
    )
  const names = Object.keys(games)
  if (names.length === 0) misuse('games', 'empty', 'at least one game and its schema hash')
  for (const name of names) checkHash(games[checkGame(name)]!)
  return { id, url, games: { ...games }, capacity: positiveInteger(capacity, 'capacity') }
}

/** Returns the hash of a schema. Throws `misuse` unless it is an integer from 0 to 2^32 - 1. */
export function checkHash(hash: number): number {
  return hash >>> 0 === hash ? hash : misuse('hash', hash, 'an integer from 0 to 4294967295')
}

/** The reservation of a wish. Throws `misuse` if it is out of range. */
export function reservedMsOf({ reserveForMs = RESERVED_MS }: ClaimWish): number {
  return Math.round(inRange(reserveForMs, 'reserveForMs', 100, 600_000))
}

/** A filter with its defaults. Throws `misuse` for a number out of range. */
export function checkFilter({
  about = {},
  places = 0,
  most = 100,
}: RoomFilter): Required<RoomFilter> {
  inRange(most, 'most', 1, 1000)
  inRange(places, 'places', 0, Infinity)
  return { about, places, most: Math.floor(most) }
}

/** Returns a copy of a load. Throws `misuse` for a number below 0. */
export function checkLoad({ rooms, players, isDraining }: ProcessLoad): ProcessLoad {
  return {
    rooms: finiteFrom0(rooms, 'rooms'),
    players: finiteFrom0(players, 'players'),
    isDraining,
  }
}

/** Returns a copy of a listing. Throws `misuse` for a number below 0. */
export function checkListing(listing: RoomListing): RoomListing {
  const { players, maxPlayers, isPrivate, isLocked, about } = listing
  finiteFrom0(players, 'players')
  finiteFrom0(maxPlayers, 'maxPlayers')
  return { players, maxPlayers, isPrivate, isLocked, about: { ...about } }
}

/**
 * Returns a copy of what a room says about itself. Throws `misuse` unless it is as `About` says. `name`: what it is called.
 */
export function checkAbout(about: unknown, name = 'about'): About {
  const isObject = typeof about === 'object' && about !== null && !Array.isArray(about)
  if (!isObject) misuse(name, shown(about), 'an object')
  const values = Object.entries(about)
  if (values.length > MOST_VALUES)
    misuse(name, `an object of ${values.length} values`, `one of at most ${MOST_VALUES}`)
  for (const [key, value] of values) {
    if (!/^[a-z][\w-]{0,31}$/i.test(key))
      misuse(
        `a name in ${name}`,
        JSON.stringify(key.slice(0, 40)),
        'a letter and at most 31 more of A-Z, a-z, 0-9, _ or -',
      )
    if (!isValue(value))
      misuse(
        `${name}.${key}`,
        typeof value === 'string' ? `${value.length} characters long` : shown(value),
        `a text of at most ${MOST_CHARACTERS} characters, a finite number, or a flag`,
      )
  }
  return Object.fromEntries(values) as About
}

function isValue(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= MOST_CHARACTERS
  return typeof value === 'boolean' || Number.isFinite(value)
}
