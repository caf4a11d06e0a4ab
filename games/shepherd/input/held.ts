/** The four ways to go. */
export interface Arrows {
  left: boolean
  right: boolean
  up: boolean
  down: boolean
}

/** All that a player can hold: what `shepherd.input` says, as keys, fingers and gamepads write it. */
export interface Held extends Arrows {
  /** To a step it is true once for each press. */
  bark: boolean
}

/** The names of the four ways. */
export const WAYS = ['left', 'right', 'up', 'down'] as const

/** Nothing is held. */
export const noArrows = (): Arrows => ({ left: false, right: false, up: false, down: false })
