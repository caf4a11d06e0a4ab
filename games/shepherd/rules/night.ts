import { STEP_HZ } from './steps.ts'

/**
 * When it gets dark, is darkest, and begins to dawn, in seconds of the round, and how dark it is when the round ends.
 */
const DUSK_SECONDS = 150
const DARK_SECONDS = 180
const DAWN_SECONDS = 224
const END_SECONDS = 240
const DARKEST = 255
const DARK_AT_END = 160

/** The darkness from which wolves come. */
export const WOLVES_FROM = 128

/** The darkness from which it is night. Wolves come when it is darker still. */
const DARK = 8

/** Whether it is night when it is so dark. */
export const isDark = (night: number): boolean => night >= DARK

/** How dark it is this many steps into a round: 0 by day, 255 in the middle of the night, in whole numbers. */
export function nightAt(steps: number): number {
  const seconds = steps / STEP_HZ
  if (seconds <= DUSK_SECONDS) return 0
  if (seconds < DARK_SECONDS) return Math.round(DARKEST * part(seconds, DUSK_SECONDS, DARK_SECONDS))
  if (seconds < DAWN_SECONDS) return DARKEST
  const light = part(Math.min(seconds, END_SECONDS), DAWN_SECONDS, END_SECONDS)
  return Math.round(DARKEST - (DARKEST - DARK_AT_END) * light)
}

/** How many seconds it is until dusk when a round has this many seconds left. Below 0 after dusk. */
export const secondsToDusk = (secondsLeft: number): number =>
  secondsLeft - (END_SECONDS - DUSK_SECONDS)

/** How far it is from one moment to another, with a slow start and end. */
function part(seconds: number, from: number, to: number): number {
  const t = (seconds - from) / (to - from)
  return t * t * (3 - 2 * t)
}
