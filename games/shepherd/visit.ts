import { placeOf, readVisit, type Visit } from '../page/visit.ts'
import { plainText } from '../plain-text.ts'

/** What the address of this page says beside what all pages say. */
export interface MeadowVisit extends Visit {
  /** How many sheep there shall be; null for as many as usual. */
  readonly boids: number | null
  /** Whether its player only watches. */
  readonly watches: boolean
}

/** Fewest and most sheep of a room. */
export const FEWEST_BOIDS = 100
export const MOST_BOIDS = 8000
/** Characters of a room's name. */
const LONGEST = 64

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

/** The room of the server: as many sheep as asked for make another room, since a room has one flock. */
export function roomOf({ room, boids }: Pick<MeadowVisit, 'room' | 'boids'>): string {
  if (boids === null) return room
  return plainText(room === '' ? `${boids}-sheep` : `${boids}-sheep-${room}`, LONGEST)
}

/** Names whose place a page may take up again. Who watches is somebody else than who plays under the same name. */
export const meadowPlaceOf = (game: string, visit: MeadowVisit): string =>
  placeOf(visit.watches ? `${game}, watched` : game, { ...visit, room: roomOf(visit) })

function boidsOf(text: string | null): number | null {
  if (text === null || !/^\d{1,6}$/.test(text)) return null
  return Math.min(Math.max(Number(text), FEWEST_BOIDS), MOST_BOIDS)
}
