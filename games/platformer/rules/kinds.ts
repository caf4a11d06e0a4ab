import { int, text } from 'glissade'
import { pip } from './pip.ts'
import { coin, collected, ouch, platform, puff, round, splat, thrown } from './things.ts'

/** What there is in the game, by name. */
export const kinds = { pip, platform, coin, round } as const
/** What happens in it, by name. */
export const events = { puff, ouch, thrown, splat, collected } as const
/** What a player says on joining; `hue` from 0 to 359, or 360 for any. */
export const profile = { name: text(16), hue: int({ max: 360 }) } as const
