import { placeOf, readVisit, type Visit } from '../../page/visit.ts'
import { possibleFlock, roomOfFlock } from '../rules/flock-size.ts'

/** What the address of this page says besides what all pages say. */
export interface MeadowVisit extends Visit {
  /** The number of sheep; null for the usual number. */
  readonly boids: number | null
  /** Whether the player of this page only watches. */
  readonly watches: boolean
}

/**
 * Reads the query of an address: `boids` and `watch`, and what all pages have. `saved` has the values that the query
 * leaves out.
 */
export function readMeadowVisit(
  search: string,
  saved: { readonly name: string; readonly hue: number },
): MeadowVisit {
  const asked = new URLSearchParams(search)
  const watch = asked.get('watch')
  return {
    ...readVisit(search, saved),
    boids: boidsOf(asked.get('boids')),
    watches: watch !== null && watch !== '0',
  }
}

/** The room of the server: another number of sheep means another room. */
export const roomOf = ({ room, boids }: Pick<MeadowVisit, 'room' | 'boids'>): string =>
  boids === null ? room : roomOfFlock(boids, room)

/**
 * The name under which a page stores its place. A spectator is another player than one who plays under the same name.
 */
export const meadowPlaceOf = (game: string, visit: MeadowVisit): string =>
  placeOf(visit.watches ? `${game}, watched` : game, { ...visit, room: roomOf(visit) })

const boidsOf = (text: string | null): number | null =>
  text === null || !/^\d{1,6}$/.test(text) ? null : possibleFlock(Number(text))
