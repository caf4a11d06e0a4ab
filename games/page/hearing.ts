import type { Ear } from './synth.ts'

/**
 * The distance at which something is half as loud as here, and the distance from which it cannot be heard, in units of
 * the game's world.
 */
const HALF_AWAY = 170
export const EARSHOT = 760
/** A sound from this far aside is heard on one side only. */
const ASIDE = 420

/** How a sound at the listener's own place is heard. */
export const HERE: Readonly<Ear> = { gain: 1, pan: 0 }

/** How a sound that is (`dx`, `dy`) away from the listener is heard. Writes `out`. */
export function hear(dx: number, dy: number, out: Ear): Ear {
  const distance = Math.sqrt(dx * dx + dy * dy)
  const near = 1 / (1 + (distance / HALF_AWAY) ** 2)
  out.gain = distance < EARSHOT ? near * (1 - distance / EARSHOT) : 0
  out.pan = Math.min(Math.max(dx / ASIDE, -0.8), 0.8)
  return out
}
