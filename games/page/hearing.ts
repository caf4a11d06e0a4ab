import type { Ear } from './synth.ts'

/** Where something is half as loud as here, and where it is not heard any more, in units of the game's world. */
const HALF_AWAY = 170
export const EARSHOT = 760
/** What comes from here is heard on one side. */
const ASIDE = 420

/** How what is with the listener is heard. */
export const HERE: Readonly<Ear> = { gain: 1, pan: 0 }

/** How something that is (`dx`, `dy`) away from the listener is heard. Writes `out`. */
export function hear(dx: number, dy: number, out: Ear): Ear {
  const distance = Math.sqrt(dx * dx + dy * dy)
  const near = 1 / (1 + (distance / HALF_AWAY) ** 2)
  out.gain = distance < EARSHOT ? near * (1 - distance / EARSHOT) : 0
  out.pan = Math.min(Math.max(dx / ASIDE, -0.8), 0.8)
  return out
}
