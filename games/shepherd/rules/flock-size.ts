import { plainText } from '../../plain-text.ts'

/** How many sheep a room has by default, and within which bounds. */
const USUAL = 1000
const FEWEST = 100
const MOST = 8000
/** Characters of a room's name. */
const LONGEST = 64

/** So many sheep as are asked for, within what a room may have. */
export const possibleFlock = (asked: number): number => Math.min(Math.max(asked, FEWEST), MOST)

/** The name of the room with so many sheep that is open to all under `room`: a room has one flock. */
export const roomOfFlock = (count: number, room: string): string =>
  plainText(room === '' ? `${count}-sheep` : `${count}-sheep-${room}`, LONGEST)

/** How many sheep a room of this name has: what it begins with in `400-sheep`, 100 to 8000; else 1000. */
export function flockSize(room: string): number {
  const asked = /^(\d+)-sheep/.exec(room)?.[1]
  return asked === undefined ? USUAL : possibleFlock(Number(asked))
}
