/** The four directions. */
export interface Arrows {
  left: boolean
  right: boolean
  up: boolean
  down: boolean
}

/** Everything that a player can hold: the fields of `shepherd.input`, as keys, fingers and gamepads write them. */
export interface Held extends Arrows {
  /** For a step, it is true once for each press. */
  bark: boolean
}

/** The names of the four directions. */
export const WAYS = ['left', 'right', 'up', 'down'] as const

/** An input that holds nothing. */
export const noArrows = (): Arrows => ({ left: false, right: false, up: false, down: false })
