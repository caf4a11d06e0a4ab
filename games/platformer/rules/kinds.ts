import { int, text } from 'glissade'
import { ball } from './balls.ts'
import { pip } from './pip.ts'
import { coin, collected, ouch, platform, puff, round, splat, thrown } from './things.ts'

/** The kinds of the game, by name. */
export const kinds = { pip, platform, coin, round, ball } as const
/** The events of the game, by name. */
export const events = { puff, ouch, thrown, splat, collected } as const
/** What a player says when it joins. `hue` is from 0 to 359, or 360 for any. */
export const profile = { name: text(16), hue: int({ max: 360 }) } as const
