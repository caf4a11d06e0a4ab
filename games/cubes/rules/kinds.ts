import { fields, flag, type Infer, int, once, quat, text, told, vec3 } from 'glissade'
import { FIELD, UNITS } from './sizes.ts'

/** A cube that nobody has touched has this colour. */
export const PLAIN = 360

/** The greatest velocity of a snowball along an axis, in units per second. */
const MOST_SPEED = 4000

/**
 * A cube. `place` is its middle, in units, on a grid of 2 mm; `turn` has 9 bits for each part, about a fifth of a degree. It
 * has no velocity: extra states tell the bends of its path in fewer bytes.
 */
export const cube = fields({
  place: vec3({ min: -FIELD * UNITS, max: FIELD * UNITS, step: 1 / 2, curve: 'linear' }),
  turn: quat({ bits: 9 }),
  /** The colour of the player who touched it last, 0 to 359, or `PLAIN`. */
  hue: told(int({ max: PLAIN })),
})

/** A player's snowball. `place` is its middle, in units; `speed` is in units per second. */
export const ball = fields({
  place: vec3({ min: -FIELD * UNITS, max: FIELD * UNITS, step: 1 / 8 }),
  speed: vec3({ min: -MOST_SPEED, max: MOST_SPEED, step: 1, curve: 'step' }),
  name: once(text(16)),
  hue: once(int({ max: 359 })),
  /** How many cubes have this player's colour. */
  cubes: told(int({ max: 1023 })),
})

/** The plain object that `move` gets. */
export type Ball = Infer<typeof ball>

/** What a player can do: roll. */
export const input = { left: flag(), right: flag(), up: flag(), down: flag() } as const
/** What a player holds. */
export type Hands = Infer<typeof input>

/** The kinds of the game, by name. */
export const kinds = { cube, ball } as const
/** What a player says when it joins. `hue` is from 0 to 359, or 360 for any. */
export const profile = { name: text(16), hue: int({ max: 360 }) } as const
