import { plainText } from '../../plain-text.ts'

/** How many sheep a room has by default, and the least and the greatest number. */
const USUAL = 1000
const FEWEST = 100
const MOST = 8000
/** The greatest length of a room's name, in characters. */
const LONGEST = 64

/** The number of sheep asked for, within what a room may have. */
export const possibleFlock = (asked: number): number => Math.min(Math.max(asked, FEWEST), MOST)

/** The name of the open room with this many sheep for `room`: a room has one flock. */
export const roomOfFlock = (count: number, room: string): string =>
  plainText(room === '' ? `${count}-sheep` : `${count}-sheep-${room}`, LONGEST)

/**
 * How many sheep a room of this name has: the number at its beginning, as in `400-sheep`, 100 to 8000; otherwise 1000.
 */
export function flockSize(room: string): number {
  const asked = /^(\d+)-sheep/.exec(room)?.[1]
  return asked === undefined ? USUAL : possibleFlock(Number(asked))
}
