import { placeOf, readVisit, type Visit } from '../../page/visit.ts'
import { possibleFlock, roomOfFlock } from '../rules/flock-size.ts'

/** What the address of this page says beside what all pages say. */
export interface MeadowVisit extends Visit {
  /** How many sheep there shall be; null for as many as usual. */
  readonly boids: number | null
  /** Whether its player only watches. */
  readonly watches: boolean
}

/** Reads the query of an address: `boids` and `watch`, and what all pages have. What it leaves out is as `saved`. */
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

/** The room of the server: as many sheep as asked for make another room. */
export const roomOf = ({ room, boids }: Pick<MeadowVisit, 'room' | 'boids'>): string =>
  boids === null ? room : roomOfFlock(boids, room)

/** Names whose place a page may take up again. Who watches is somebody else than who plays under the same name. */
export const meadowPlaceOf = (game: string, visit: MeadowVisit): string =>
  placeOf(visit.watches ? `${game}, watched` : game, { ...visit, room: roomOf(visit) })

const boidsOf = (text: string | null): number | null =>
  text === null || !/^\d{1,6}$/.test(text) ? null : possibleFlock(Number(text))
