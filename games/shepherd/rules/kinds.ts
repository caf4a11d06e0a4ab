import { flag, type Infer, int, number, press, text } from 'glissade'
import { HEIGHT, WIDTH } from './meadow.ts'
import {
  barked,
  bleat,
  caught,
  dog,
  eye,
  homed,
  howl,
  pen,
  round,
  sheep,
  shepherd,
  wolf,
} from './things.ts'

/** The kinds of the game, by name. */
export const kinds = { shepherd, dog, eye, sheep, wolf, pen, round } as const
/** The events of the game, by name. */
export const events = { barked, bleat, caught, homed, howl } as const
/**
 * What a player says when it joins. `hue` is from 0 to 359, or 360 for any. A player with `watches` has no shepherd.
 */
export const profile = { name: text(16), hue: int({ max: 360 }), watches: flag() } as const

/** What a player does in a step: it walks (or moves the eye), and says where the dog has to be. */
export const input = {
  left: flag(),
  right: flag(),
  up: flag(),
  down: flag(),
  /** Where the dog has to run to. 0, 0: it stays where it is. */
  dogX: number({ max: WIDTH, step: 4 }),
  dogY: number({ max: HEIGHT, step: 4 }),
  bark: press(),
} as const

/** An input as `move` gets it. */
export type Hands = Readonly<Infer<typeof input>>
